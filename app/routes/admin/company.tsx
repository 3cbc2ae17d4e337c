import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import {
  checkDomain,
  createUserCompany,
  getHostEnding,
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
import {
  intents,
  type ReadActionArgs,
  readAbout,
  readAllowed,
  readTyped,
  submit,
} from '../../action.server.ts';
import {
  Badge,
  Banner,
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
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { auditLog } from './audit-words.ts';
import { brandReport } from './brand-report.server.ts';
import { companyIntents } from './branding-intents.ts';
import { switchedFeature } from './company-feature.tsx';
import { companyIdOf } from './company-id.server.ts';
import { CompanySections, companySections, offSections } from './company-sections.tsx';
import { TurnOffCompany } from './company-switch.tsx';
import { loadCompany } from './load-company.server.ts';
import { NewCompany } from './new-company.tsx';
import { RecordBar } from './record-bar.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { inPlace } from './save-bar.tsx';

export const meta = titled('Enterprise Profile');

export const loader = (args: LoaderFunctionArgs) => loadCompany(args);

export const shouldRevalidate: ShouldRevalidateFunction = keepsWhatIsTyped(companyIntents.preview);

/** Redirects to a section of the page, with a message. */
function backTo({ context, params }: ReadActionArgs, section: string, words: string) {
  flash(context.visit, words);
  return redirect(`/admin/user/${params.userid}/enterprise#${section}`);
}

/** The save bar waits for its answer. The Save button of a form loads the page again. */
function saved(args: ReadActionArgs, section: string) {
  return args.formData.has(inPlace) ? data({ saved: true }) : backTo(args, section, 'Changes saved');
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
    const [, companyid] = await readAbout(args, companyDetailsForm, companyIdOf);
    return submit(args, {
      form: companyDetailsForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ ...value, companyid }),
      done: () => saved(args, 'company'),
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
    const [, companyid] = await readAbout(args, companyBrandForm, companyIdOf);
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
      done: () => saved(args, 'branding'),
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
      done: (_output, { feature, value }) => backTo(args, ...switchedFeature(feature, value)),
    });
  },
  turnOff: async (args) => {
    const sent = { form: buttonForm, operation: saveEnterpriseProfile };
    const companyid = await companyIdOf(args);
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: () => ({ companyid, enterprise_enabled: 'NO' as const }),
        done: () => backTo(args, 'switch', 'Company turned off'),
      }),
    );
  },
  turnOn: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: buttonForm,
      operation: saveEnterpriseProfile,
      input: () => ({ companyid, enterprise_enabled: 'YES' as const }),
      done: () => backTo(args, 'switch', 'Company turned on'),
    });
  },
  newCoupon: async (args) => {
    const [, companyid] = await readAbout(args, couponTypeForm, companyIdOf);
    return submit(args, {
      form: couponTypeForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ companyid, ...value }),
      done: () => backTo(args, 'coupons', 'Coupon created'),
    });
  },
  coupon: async (args) => {
    const companyid = await companyIdOf(args);
    return submit(args, {
      form: couponSwitchForm,
      operation: saveEnterpriseProfile,
      input: (value) => ({ companyid, code_types: [value] }),
      done: (_output, { active }) =>
        backTo(args, 'coupons', active === 'YES' ? 'Coupon activated' : 'Coupon deactivated'),
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
    now,
    head,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const name = `${firstname} ${lastname}`;
  const removing = confirmationOf(result, 'remove-from-team');
  const turningOff = confirmationOf(result, 'turn-off');
  const isOn = enterprise_enabled === 'YES';
  const areSectionsShown = company !== null && enterprise_enabled !== 'BLOCKED' && !turningOff;
  const sections = isOn ? companySections : offSections;
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
      <RecordBar
        record={head}
        sections={areSectionsShown ? sections : undefined}
        context={{ timeZone, now }}
      />
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
          final="They lose access to the company immediately. Only a new invitation brings them back."
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
        <CompanySections company={company} result={result} />
      )}
    </Page>
  );
}
