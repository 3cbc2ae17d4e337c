import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getCompanyBranding, getUserCompany } from '#modules/admin/index.ts';
import { logoAddress } from '#modules/enterprise/index.ts';
import { intents } from '../../action.server.ts';
import { Crumbs, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { logoIntents } from './branding-intents.ts';
import { dropLogo, logoFiles, uploadLogo } from './logo-actions.server.ts';
import { LogoCard } from './logo-card.tsx';

export const meta = titled('Logo');

/** @throws Response 404 for a person who owns no company */
async function companyOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const userid = args.params.userid ?? '';
  const { company, enterprise_enabled } = await perform(args, getUserCompany, { userid });
  if (!company || enterprise_enabled !== 'YES') throw new Response(null, { status: 404 });
  return { userid, companyid: company.companyid, back: `/admin/user/${userid}/enterprise#branding` };
}

export async function loader(args: LoaderFunctionArgs) {
  const { userid, companyid, back } = await companyOf(args);
  const { company_name, branding_logo_path } = await perform(args, getCompanyBranding, { companyid });
  return { userid, back, company_name, logo: logoAddress(branding_logo_path) || null };
}

export const action = intents(
  logoIntents,
  {
    upload: async (args) => {
      const { companyid, back } = await companyOf(args);
      return uploadLogo(args, companyid, back);
    },
    remove: async (args) => {
      const { companyid, back } = await companyOf(args);
      return dropLogo(args, companyid, back);
    },
  },
  async (args) => logoFiles((await companyOf(args)).companyid),
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
