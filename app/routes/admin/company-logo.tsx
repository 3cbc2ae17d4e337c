import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getCompanyBranding, getLastChanges } from '#modules/admin/index.ts';
import { logoAddress } from '#modules/enterprise/index.ts';
import { intents } from '../../action.server.ts';
import { Crumbs, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { logoIntents } from './branding-intents.ts';
import { companyIdOf } from './company-id.server.ts';
import { dropLogo, logoFiles, uploadLogo } from './logo-actions.server.ts';
import { LogoCard } from './logo-card.tsx';

export const meta = titled('Logo');

const backOf = ({ params }: LoaderFunctionArgs) => `/admin/user/${params.userid}/enterprise#branding`;

export async function loader(args: LoaderFunctionArgs) {
  const companyid = await companyIdOf(args);
  const { company_name, branding_logo_path } = await perform(args, getCompanyBranding, { companyid });
  const { changes: lastChanges } = await perform(args, getLastChanges, { of: 'company', id: companyid });
  return { back: backOf(args), company_name, logo: logoAddress(branding_logo_path) || null, lastChanges };
}

export const action = intents(
  logoIntents,
  {
    upload: (args) => uploadLogo(args, companyIdOf, backOf(args)),
    remove: (args) => dropLogo(args, companyIdOf, backOf(args)),
  },
  (args) => logoFiles(args, companyIdOf),
);

export default function CompanyLogo() {
  const { back, company_name, logo } = useLoaderData<typeof loader>();
  return (
    <Page
      title={`Logo of ${company_name}`}
      crumbs={
        <Crumbs
          trail={[
            ['Tools', '/admin/tools'],
            [company_name, back],
          ]}
        >
          Logo
        </Crumbs>
      }
    >
      <LogoCard name={company_name} logo={logo} result={useActionData<typeof action>()} />
    </Page>
  );
}
