import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getPortalSettings } from '#modules/admin/index.ts';
import { logoAddress } from '#modules/enterprise/index.ts';
import { intents } from '../../action.server.ts';
import { Crumbs, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { logoIntents } from './branding-intents.ts';
import { dropLogo, logoFiles, uploadLogo } from './logo-actions.server.ts';
import { LogoCard } from './logo-card.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Logo');

const back = '/admin/settings';
const ofPortal = async () => null;

export async function loader(args: LoaderFunctionArgs) {
  const { brand } = await perform(args, getPortalSettings, {});
  const logo = logoAddress(brand.branding_logo_path) || null;
  return { name: brand.company_name, logo, ...(await portalChanges(args)) };
}

export const action = intents(
  logoIntents,
  {
    upload: (args) => uploadLogo(args, ofPortal, back),
    remove: (args) => dropLogo(args, ofPortal, back),
  },
  (args) => logoFiles(args, ofPortal),
);

export default function PortalLogo() {
  const { name, logo } = useLoaderData<typeof loader>();
  return (
    <Page title={`Logo of ${name}`} crumbs={<Crumbs trail={[['Settings', back]]}>Logo</Crumbs>}>
      <LogoCard name={name} logo={logo} result={useActionData<typeof action>()} />
    </Page>
  );
}
