import { useFetcher } from '@remix-run/react';
import type { getUserCompany } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { TeamCard } from '../team/team-card.tsx';
import { BillingSection, CouponsSection } from './billing-section.tsx';
import { companyIntents } from './branding-intents.ts';
import { BrandingSection } from './branding-section.tsx';
import { CompanySection } from './company-section.tsx';
import { CompanySwitch } from './company-switch.tsx';
import { FeaturesSection } from './features-section.tsx';
import { LastChange } from './last-change.tsx';
import { NetworkSection } from './network-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { TermsLinks } from './terms-links.tsx';
import { useCompany } from './use-company.ts';

/** In their order, for the bar above them. */
export const companySections = [
  ['company', 'Company'],
  ['features', 'Features'],
  ['branding', 'Branding'],
  ['packages', 'Packages'],
  ['billing', 'Billing'],
  ['coupons', 'Coupons'],
  ['team', 'Team'],
  ['network', 'Network'],
  ['terms', 'Terms'],
  ['switch', 'On or off'],
] as const;
const shownWhenOff: readonly string[] = ['switch', 'company', 'features', 'terms'];
/** Of a company that is turned off: turning it on comes first. */
export const offSections = [...companySections]
  .filter(([id]) => shownWhenOff.includes(id))
  .sort(([one], [other]) => Number(other === 'switch') - Number(one === 'switch'));

interface CompanySectionsProps {
  company: NonNullable<OutputOf<typeof getUserCompany>['company']>;
  /** The answer of the page's action. */
  result: unknown;
}

/**
 * The sections of a company's page. Company and Branding are saved by the save bar; everything else is saved at once,
 * and says so.
 */
export function CompanySections({ company, result }: CompanySectionsProps) {
  const {
    userid,
    firstname,
    lastname,
    enterprise_enabled,
    branding,
    billing,
    offered,
    management,
    team,
    now,
  } = useCompany();
  const { timeZone } = useRoot();
  const [details, brand] = [useFetcher(), useFetcher()];
  const base = `/admin/user/${userid}/enterprise`;
  const isOn = enterprise_enabled === 'YES';
  const onOrOff = company.role === 'owner' ? <CompanySwitch on={isOn} result={result} /> : null;
  return (
    <>
      {isOn ? null : onOrOff}
      <CompanySection
        company={company}
        owner={`${firstname} ${lastname}`}
        fetcher={details}
        result={result}
      />
      <FeaturesSection company={company} result={result} />
      {branding ? (
        <BrandingSection userid={userid} branding={branding} fetcher={brand} result={result} />
      ) : null}
      {isOn ? <PackagesCard base={base} offered={offered} /> : null}
      {billing ? <BillingSection billing={billing} result={result} /> : null}
      {billing ? <CouponsSection billing={billing} result={result} /> : null}
      {team ? (
        <TeamCard
          team={team}
          company={company.company_name}
          context={{ timeZone, now }}
          invites
          off="Team management is off, so the members can’t change the team. You can, and you can turn it on under Features."
          staff
        />
      ) : null}
      {management ? <NetworkSection userid={userid} management={management} result={result} /> : null}
      <TermsLinks
        base={base}
        company
        lead="These apply on the company’s host, in addition to the portal’s own."
      />
      {isOn ? onOrOff : null}
      <SaveBar
        forms={[
          { id: 'details', label: 'Company', fetcher: details, intent: companyIntents.details },
          ...(branding
            ? [{ id: 'brand', label: 'Branding', fetcher: brand, intent: companyIntents.branding }]
            : []),
        ]}
      />
    </>
  );
}

function PackagesCard({ base, offered }: { base: string; offered: readonly string[] }) {
  return (
    <Card
      id="packages"
      className="sec"
      title="Packages"
      aside={
        <>
          <LastChange of="packages" />
          <LinkButton size="small" to={`${base}/packages`}>
            Choose packages
          </LinkButton>
        </>
      }
    >
      <p className="muted">
        {offered.length === 0
          ? 'The host offers the whole catalog.'
          : `The host offers ${offered.join(', ')}.`}
      </p>
    </Card>
  );
}
