import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveCompanyProfile } from '#modules/enterprise/index.ts';
import { getEnterpriseProfile } from '#modules/network/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { intents } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { errorPage, perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { CompanyForm } from './company-form.tsx';
import { companyIntents } from './profile-intents.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import { saveCompany, saveCompanyField } from './save-company.server.ts';

export const meta = titled('Company Settings');

/** What the owner of a company changes of it (D99). */
export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, saveCompanyProfile);
  const { profile } = await perform(args, getEnterpriseProfile, {});
  if (!profile.settings) throw errorPage(new Refusal('not-found', { detail: 'the company is turned off' }));
  const { company_name, settings, purpose_attested } = profile;
  return { company_name, settings, attested: purpose_attested };
}

export const action = intents(companyIntents, { company: saveCompany, field: saveCompanyField });

export default function CompanySettings() {
  const { company_name, settings, attested } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Company Settings" />
      <CompanyForm name={company_name} settings={settings} attested={attested} result={result} />
    </Page>
  );
}
