import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { getEnterpriseProfile } from '#modules/network/index.ts';
import { intents } from '../../action.server.ts';
import { Banner, LinkButton, Page } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { TeamCard } from '../team/team-card.tsx';
import { CompanyForm } from './company-form.tsx';
import { companyIntents } from './profile-intents.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import { saveCompany, saveCompanyField } from './save-company.server.ts';

export const meta = titled('Company Settings');

export const shouldRevalidate = keepsWhatIsTyped();

/** The company's team (doc2 §2.16), and for its owner the settings of the company (D99). */
export async function loader(args: LoaderFunctionArgs) {
  const team = await perform(args, listEnterpriseTeam, {});
  const { profile } = await perform(args, getEnterpriseProfile, {});
  const { company_name, enterprise_enabled, settings, purpose_attested } = profile;
  return {
    company_name,
    blocked: enterprise_enabled === 'BLOCKED',
    team,
    settings,
    attested: purpose_attested,
    now: args.context.portal.clock.now(),
  };
}

export const action = intents(companyIntents, { company: saveCompany, field: saveCompanyField });

export default function CompanySettings() {
  const { company_name, blocked, team, settings, attested, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Company Settings" />
      {blocked ? (
        <Banner
          action={
            team.team_management_enabled ? (
              <LinkButton size="small" to="/user/profile/company/leave" preventScrollReset>
                Leave the team
              </LinkButton>
            ) : null
          }
        >
          You’re on the team of {company_name}, so you can’t have a company of your own here until you leave
          it.
          {team.team_management_enabled ? null : ' To leave it, contact support.'}
        </Banner>
      ) : null}
      <TeamCard
        team={team}
        company={company_name}
        context={{ timeZone, now }}
        invites={team.can_manage_team}
        off={enterpriseTexts['team.management-off']}
      />
      {settings ? (
        <CompanyForm name={company_name} settings={settings} attested={attested} result={result} />
      ) : null}
    </Page>
  );
}
