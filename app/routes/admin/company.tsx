import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { switchedForm } from '#modules/admin/forms.ts';
import {
  checkDomain,
  createUserCompany,
  getCompanyBilling,
  getCompanyPackages,
  getHostEnding,
  getLastChanges,
  getNetworkManagement,
  getRecordHead,
  getUserCompany,
  listCompanyTeam,
  removeFromTeam,
  saveEnterpriseProfile,
} from '#modules/admin/index.ts';
import type { CompanyFeature } from '#modules/enterprise/fields.ts';
import {
  companyBrandForm,
  companyDetailsForm,
  companyFeatureForm,
  companyForm,
} from '#modules/enterprise/forms.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { staff } from '#modules/platform/index.ts';
import { couponSwitchForm, couponTypeForm } from '#modules/purchasing/forms.ts';
import { intents, type ReadActionArgs, readAllowed, readTyped, submit } from '../../action.server.ts';
import {
  Badge,
  Banner,
  Card,
  Crumbs,
  confirmationOf,
  FinalDecision,
  Form,
  LinkButton,
  Page,
  SubmitButton,
} from '../../components/index.ts';
import { attempt, perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { TeamCard } from '../team/team-card.tsx';
import { auditLog } from './audit-words.ts';
import { BillingSection } from './billing-section.tsx';
import { brandReport } from './brand-report.server.ts';
import { companyIntents } from './branding-intents.ts';
import { BrandingSection } from './branding-section.tsx';
import { companyIdOf } from './company-id.server.ts';
import { CompanySection } from './company-section.tsx';
import { CompanySwitch, TurnOffCompany } from './company-switch.tsx';
import { FeaturesSection, featureName } from './features-section.tsx';
import { loadBranding } from './load-branding.server.ts';
import { isOfNetwork, NetworkSection } from './network-section.tsx';
import { NewCompany } from './new-company.tsx';
import { RecordBar } from './record-bar.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { keepsWhatIsTyped } from './revalidation.ts';
import { TermsLinks } from './terms-links.tsx';

export const meta = titled('Enterprise Profile');

export async function loader(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const { brandedHostSuffix } = args.context.portal.config;
  const now = args.context.portal.clock.now();
  const head = await perform(args, getRecordHead, { userid });
  const found = { head, ...(await perform(args, getUserCompany, { userid })) };
  const { changes: lastChanges } = found.company
    ? await perform(args, getLastChanges, { of: 'company', id: found.company.companyid })
    : { changes: {} };
  const shown = { userid, now, brandedHostSuffix, lastChanges, ...found };
  if (!found.company || found.enterprise_enabled !== 'YES')
    return { ...shown, branding: null, billing: null, offered: [], management: null, team: null };
  const { companyid } = found.company;
  const [branding, billing, { packagelist }, management, team] = await Promise.all([
    loadBranding(args, companyid),
    perform(args, getCompanyBilling, { companyid }),
    perform(args, getCompanyPackages, { companyid }),
    perform(args, getNetworkManagement, { companyid }),
    perform(args, listCompanyTeam, { companyid }),
  ]);
  const offered = packagelist.filter(({ enabled }) => enabled).map((row) => row.package_descrip);
  return { ...shown, branding, billing, offered, management, team };
}

export const shouldRevalidate: ShouldRevalidateFunction = keepsWhatIsTyped(companyIntents.preview);

function backToBilling({ context, params }: ReadActionArgs, words: string) {
  flash(context.visit, words);
  return redirect(`/admin/user/${params.userid}/enterprise#billing`);
}

function backToCompany({ context, params }: ReadActionArgs, words: string) {
  flash(context.visit, words);
  return redirect(`/admin/user/${params.userid}/enterprise`);
}

function only(feature: CompanyFeature, value: 'YES' | 'NO'): Partial<Record<CompanyFeature, 'YES' | 'NO'>> {
  return { [feature]: value };
}

export const action = intents(companyIntents, {
  create: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: companyForm,
      operation: createUserCompany,
      input: (value) => ({ ...value, userid }),
      done: () => {
        flash(args.context.visit, 'Company created');
        return redirect(`/admin/user/${userid}/enterprise`);
      },
    });
  },
  details: async (args) => {
    await readAllowed(args, companyDetailsForm, { access: staff });
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: companyDetailsForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ ...value, companyid }),
      done: () => {
        flash(args.context.visit, 'Company saved');
        return redirect(`/admin/user/${args.params.userid}/enterprise`);
      },
    });
  },
  removeFromTeam: (args) => {
    const sent = { form: buttonForm, operation: removeFromTeam };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: () => ({ userid: args.params.userid ?? '' }),
        done: ({ company_name }) => {
          flash(args.context.visit, `Removed from the team of ${company_name}`);
          return redirect(`/admin/user/${args.params.userid}/enterprise`);
        },
      }),
    );
  },
  branding: async (args) => {
    await readAllowed(args, companyBrandForm, { access: staff });
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: companyBrandForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ ...value, companyid }),
      instead: {
        'enterprise.host-ends': async () => {
          const { ending } = await perform(args, getHostEnding, { companyid });
          return readTyped(args, companyBrandForm).again({ ending });
        },
      },
      done: () => {
        flash(args.context.visit, 'Branding saved');
        return redirect(`/admin/user/${args.params.userid}/enterprise#branding`);
      },
    });
  },
  check: async (args) => {
    const { again } = await readAllowed(args, companyBrandForm, { access: staff });
    const companyid = await companyIdOf(args);
    const domain = String(args.formData.get('branding_hostname') ?? '').trim();
    const taken = { branding_hostname: [enterpriseTexts['console.host-taken']] };
    if (domain === '')
      return again({}, { branding_hostname: [enterpriseTexts['console.portal-needs-host']] });
    const checked = await attempt(args, checkDomain, { domain, companyid });
    if (!checked.ok || !checked.output.available) return again({}, taken);
    return again({ available: `${enterpriseTexts['console.host-free']} (${checked.output.host})` });
  },
  preview: async (args) => {
    const { value, again } = await readAllowed(args, companyBrandForm, { access: staff });
    return again({ report: value ? brandReport(value) : undefined });
  },
  feature: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: companyFeatureForm,
      operation: saveEnterpriseProfile,
      input: ({ feature, value }) => ({ companyid, ...only(feature, value) }),
      done: (_output, { feature, value }) => {
        flash(args.context.visit, `${featureName(feature)} turned ${value === 'YES' ? 'on' : 'off'}`);
        const section = isOfNetwork(feature) ? 'network' : 'features';
        return redirect(`/admin/user/${args.params.userid}/enterprise#${section}`);
      },
    });
  },
  turnOff: async (args) => {
    const sent = { form: buttonForm, operation: saveEnterpriseProfile };
    const companyid = await companyIdOf(args);
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: () => ({ companyid, enterprise_enabled: 'NO' as const }),
        done: () => backToCompany(args, 'Company turned off'),
      }),
    );
  },
  turnOn: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: buttonForm,
      operation: saveEnterpriseProfile,
      input: () => ({ companyid, enterprise_enabled: 'YES' as const }),
      done: () => backToCompany(args, 'Company turned on'),
    });
  },
  payments: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: switchedForm,
      operation: saveEnterpriseProfile,
      input: ({ value }) => ({ companyid, enable_payments: value }),
      done: (_output, { value }) => backToBilling(args, `Payments turned ${value === 'YES' ? 'on' : 'off'}`),
    });
  },
  newCoupon: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: couponTypeForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ companyid, ...value }),
      done: () => backToBilling(args, 'Coupon created'),
    });
  },
  coupon: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: couponSwitchForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ companyid, code_types: [value] }),
      done: (_output, { active }) =>
        backToBilling(args, active === 'YES' ? 'Coupon activated' : 'Coupon deactivated'),
    });
  },
});

/** The Enterprise Profile tab of a person's record (doc3 §2): their company, or the form that creates one (D60). */
export default function EnterpriseProfile() {
  const {
    brandedHostSuffix,
    userid,
    firstname,
    lastname,
    emailaddress,
    enterprise_enabled,
    company,
    branding,
    billing,
    offered,
    management,
    team,
    now,
    head,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const name = `${firstname} ${lastname}`;
  const removing = confirmationOf(result, 'remove-from-team');
  const turningOff = confirmationOf(result, 'turn-off');
  return (
    <Page
      title={company && enterprise_enabled === 'YES' ? company.company_name : name}
      crumbs={
        <Crumbs
          trail={[
            ['Tools', '/admin/tools'],
            [name, `/admin/user/${userid}`],
          ]}
        >
          Company
        </Crumbs>
      }
      lead={
        <span className="row row-tight small">
          <span className="anywhere">{showEmailAddress(emailaddress)}</span>
          <Badge
            tone={enterprise_enabled === 'YES' ? 'ok' : undefined}
            icon={enterprise_enabled === 'YES' ? 'check' : 'minus'}
          >
            {enterprise_enabled === 'YES' ? 'Enterprise on' : 'Enterprise off'}
          </Badge>
        </span>
      }
      actions={
        company ? (
          <LinkButton to={auditLog({ company: company.companyid })} kind="default" size="small" icon="list">
            Audit log
          </LinkButton>
        ) : null
      }
    >
      <RecordTabs userid={userid} current="Enterprise Profile" />
      <RecordBar record={head} context={{ timeZone, now }} />
      {company === null ? (
        <NewCompany name={name} brandedHostSuffix={brandedHostSuffix} result={result} />
      ) : enterprise_enabled === 'BLOCKED' && removing ? (
        <FinalDecision
          id="remove-from-team"
          intent={companyIntents.removeFromTeam}
          values={removing}
          decision={[['Remove', `${name} from the team of ${company.company_name}`]]}
          reads={`An email that they were removed from the team of ${company.company_name}.`}
          seenBy="The team sees that they are gone."
          final="They lose access to the company at once. Only a new invitation brings them back."
          label="Remove from the team"
          pending="Removing"
        />
      ) : enterprise_enabled === 'BLOCKED' ? (
        <Form id="remove-from-team" intent={companyIntents.removeFromTeam} result={result}>
          <Banner
            tone="warn"
            icon="lock"
            title={`${name} is ${company.role === 'admin' ? 'an admin' : 'a viewer'} of ${company.company_name}.`}
            action={
              <SubmitButton
                kind="danger"
                size="small"
                intent={companyIntents.removeFromTeam}
                pending="Removing"
              >
                Remove from the team
              </SubmitButton>
            }
          >
            They have to leave that team before they can have a company of their own.{' '}
            <Link to={`/admin/user/${company.owner_userid}/enterprise#team`}>Open that team</Link>
          </Banner>
        </Form>
      ) : turningOff ? (
        <TurnOffCompany name={company.company_name} values={turningOff} />
      ) : (
        <>
          {company.role === 'owner' ? (
            <CompanySwitch on={enterprise_enabled === 'YES'} result={result} />
          ) : null}
          <CompanySection company={company} owner={name} result={result} />
          <FeaturesSection company={company} result={result} />
          {branding ? <BrandingSection userid={userid} branding={branding} result={result} /> : null}
          {billing ? <BillingSection billing={billing} result={result} /> : null}
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
          <Card
            title="Packages"
            aside={
              <LinkButton size="small" to={`/admin/user/${userid}/enterprise/packages`}>
                Choose packages
              </LinkButton>
            }
          >
            <p className="muted">
              {offered.length === 0
                ? 'The host offers the whole catalog.'
                : `The host offers ${offered.join(', ')}.`}
            </p>
          </Card>
          {management ? <NetworkSection userid={userid} management={management} result={result} /> : null}
          <TermsLinks
            base={`/admin/user/${userid}/enterprise`}
            company
            lead="These apply on the company’s host, in addition to the portal’s own."
          />
        </>
      )}
    </Page>
  );
}
