import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ShouldRevalidateFunction, useActionData, useFetcher, useLoaderData } from '@remix-run/react';
import {
  adminNoteForm,
  expirationForm,
  identityCorrectionForm,
  lockedUserForm,
  monitoringIdsForm,
  monitoringUpdateForm,
  shieldIdsForm,
  ssnRevealForm,
  switchedForm,
  userForm,
  userPrivacyForm,
} from '#modules/admin/forms.ts';
import {
  activateMonitorProfile,
  adjustExpirationDate,
  correctIdentity,
  deleteSuppression,
  removeMonitoringIds,
  revealSsn,
  saveAdminNote,
  saveUser,
  sendForgotPassword,
  toggleProfileLock,
  updateShieldIds,
} from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import { Avatar, type GridContext, Page } from '../../components/index.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { AcceptedTermsSection } from './accepted-terms-section.tsx';
import { AccountSection, MetadataSection } from './account-section.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { ErasedRecord, isErasedSection } from './erased-record.tsx';
import { ExpirationForm } from './expiration-form.tsx';
import { IdentitySection } from './identity-section.tsx';
import { LegacySection } from './legacy-section.tsx';
import { loadRecord } from './load-record.server.ts';
import { MonitoringSection } from './monitoring-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { keepQueue } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RecordBar } from './record-bar.tsx';
import { recordIntents } from './record-intents.ts';
import { RecordSummary } from './record-summary.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { inPlace, SaveBar } from './save-bar.tsx';
import { ChecksTable, ScoresTable } from './screening-tables.tsx';
import { SecuritySection, SessionButton } from './security-section.tsx';
import { ShieldIdsSection } from './shield-ids-section.tsx';
import { SuppressionBanner } from './suppression-banner.tsx';
import { useRecord } from './use-record.ts';
import { VerificationsSection } from './verifications-section.tsx';

export const meta = titled('User detail');

export const loader = (args: LoaderFunctionArgs) => loadRecord(args);

export const shouldRevalidate: ShouldRevalidateFunction = keepsWhatIsTyped();

/** Redirects to a section of the record, with a message. */
function backTo(args: ReadActionArgs, section: string, words: string, stays?: number) {
  flash(args.context.visit, words, 'ok', stays);
  return redirect(keepQueue(args, `/admin/user/${args.params.userid}#${section}`));
}

/** The save bar waits for its answer. The Save button of a form loads the page again. */
function saved(args: ReadActionArgs, section: string) {
  return args.formData.has(inPlace) ? data({ saved: true }) : backTo(args, section, 'Changes saved');
}

export const action = intents(recordIntents, {
  profile: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: args.formData.has('lastname') ? userForm : lockedUserForm,
      operation: saveUser,
      input: (value) => ({ ...value, userid }),
      done: () => saved(args, 'profile'),
    });
  },
  privacy: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: userPrivacyForm,
      operation: saveUser,
      input: (value) => ({ ...value, userid }),
      done: () => saved(args, 'privacy'),
    });
  },
  lock: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: switchedForm,
      operation: toggleProfileLock,
      input: ({ value }) => ({ userid, lockstatus: value }),
      done: (_output, { value }) =>
        backTo(args, 'profile', `Name and date of birth ${value === 'YES' ? 'locked' : 'unlocked'}`),
    });
  },
  password: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: buttonForm,
      operation: sendForgotPassword,
      input: () => ({ userid }),
      done: () =>
        backTo(args, 'security', adminTexts['console.reset-sent'], adminTimings['console.reset-sent-shown']),
    });
  },
  suppression: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: buttonForm,
      operation: deleteSuppression,
      input: () => ({ userid }),
      done: () => backTo(args, 'profile', 'Email address removed from the suppression list'),
    });
  },
  identity: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: identityCorrectionForm,
      operation: correctIdentity,
      input: (value) => ({ ...value, userid }),
      done: ({ changed }) =>
        backTo(args, 'profile', changed.length > 0 ? 'Correction saved' : 'There was nothing to correct'),
    });
  },
  reveal: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: ssnRevealForm,
      operation: revealSsn,
      input: (value) => ({ ...value, userid }),
      done: ({ ssn }) => data({ shown: ssn }, { headers: { 'Cache-Control': 'no-store' } }),
    });
  },
  monitoringoff: (args) => {
    const userid = args.params.userid ?? '';
    const sent = { form: monitoringIdsForm, operation: removeMonitoringIds };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: ({ monitoringids }) => ({ userid, monitoringids: [...monitoringids] }),
        done: () => backTo(args, 'monitoring', 'Monitoring turned off'),
      }),
    );
  },
  monitoringupdate: (args) => {
    const userid = args.params.userid ?? '';
    const sent = { form: monitoringUpdateForm, operation: activateMonitorProfile };
    return confirmFirst(args, { ...sent, triedFirst: true }, (tried) =>
      submit(tried, {
        ...sent,
        input: (value) => ({ ...value, userid }),
        done: () => backTo(args, 'monitoring', 'Monitoring update activated. The person has been notified.'),
      }),
    );
  },
  expiration: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: expirationForm,
      operation: adjustExpirationDate,
      input: (value) => ({ ...value, userid }),
      done: () => backTo(args, 'score', 'Expiration date saved. The person has been notified.'),
    });
  },
  shieldid: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: shieldIdsForm,
      operation: updateShieldIds,
      input: (value) => ({ ...value, userid }),
      done: (_output, value) =>
        backTo(args, 'shieldid', `${value.active_candidateid} is the active ShieldID now`),
    });
  },
  note: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: adminNoteForm,
      operation: saveAdminNote,
      input: (value) => ({ ...value, userid }),
      done: () => backTo(args, 'notes', 'Note saved'),
    });
  },
});

/** In their order: what calls are about comes first. */
const sections = [
  ['summary', 'Summary'],
  ['checks', 'Checks'],
  ['score', 'Score'],
  ['shieldid', 'ShieldID'],
  ['approvals', 'Approvals'],
  ['idverification', 'ID'],
  ['monitoring', 'Monitoring'],
  ['notes', 'Notes'],
  ['profile', 'Profile'],
  ['security', 'Security'],
  ['privacy', 'Privacy'],
  ['legacy', 'Legacy'],
  ['account', 'Account'],
  ['terms', 'Terms'],
  ['metadata', 'Metadata'],
  ['audit', 'Audit'],
] as const;
const erasedSections = sections.filter(([id]) => isErasedSection(id));

/** The record of one person for staff (doc3 §2, user detail). */
export default function User() {
  const record = useLoaderData<typeof loader>();
  const { profile, now } = record;
  const { timeZone } = useRoot();
  const context = { timeZone, now };
  const name = [profile.firstname, profile.middlename, profile.lastname, profile.namesuffix]
    .filter(Boolean)
    .join(' ');
  const { erased_dts: erased } = profile;
  return (
    <Page
      title={
        profile.legalname && profile.legalname !== name ? `${name} (legal name ${profile.legalname})` : name
      }
      portrait={
        <Avatar
          firstname={profile.firstname}
          lastname={profile.lastname}
          photo={profile.profileimageurl}
          size={56}
          brand
        />
      }
      crumbs={<WorkCrumbs trail={[['Tools', '/admin/tools']]}>User</WorkCrumbs>}
      lead={
        <span className="small anywhere">
          {[showEmailAddress(profile.emailaddress), formatPhone(profile.mobile), profile.businessname]
            .filter(Boolean)
            .join(', ')}
        </span>
      }
      actions={erased ? null : <SessionButton />}
    >
      <RecordTabs userid={profile.userid} current="Personal Profile" />
      <RecordBar record={record} sections={erased ? erasedSections : sections} context={context} />
      {erased ? <ErasedRecord context={context} erased={erased} /> : <Sections context={context} />}
    </Page>
  );
}

/** The sections of a record that can be changed. */
function Sections({ context }: { context: GridContext }) {
  const {
    profile,
    applications,
    checks,
    transfers,
    scores,
    shield_ids,
    expiration_bounds,
    monitoring_ids,
    score_changes,
    monitoring_actions,
    verifications,
    notes,
    audit,
  } = useRecord();
  const result = useActionData<typeof action>();
  const [user, privacy] = [useFetcher<typeof action>(), useFetcher<typeof action>()];
  const { timeZone } = context;
  return (
    <>
      <SuppressionBanner result={result} />
      <RecordSummary context={context} />
      <ChecksTable checks={applications} page={checks} transfers={transfers} context={context} />
      <ScoresTable scores={scores} context={context}>
        {scores.some(({ active }) => active) ? (
          <ExpirationForm bounds={expiration_bounds} result={result} />
        ) : null}
      </ScoresTable>
      <ShieldIdsSection shieldIds={shield_ids} context={context} result={result} />
      <ApprovalsSection changes={score_changes} context={context} />
      <VerificationsSection verifications={verifications} userid={profile.userid} timeZone={timeZone} />
      <MonitoringSection
        ids={monitoring_ids}
        actions={monitoring_actions}
        context={context}
        result={result}
      />
      <NotesSection notes={notes} timeZone={timeZone} result={result} />
      <div className="folds">
        <ProfileSection fetcher={user} result={result} />
        {profile.locked_name_dob ? <IdentitySection profile={profile} result={result} /> : null}
        <SecuritySection result={result} />
        <PrivacySection fetcher={privacy} result={result} />
        <LegacySection />
        <AccountSection />
        <AcceptedTermsSection />
        <MetadataSection />
        <AuditTrail userid={profile.userid} entries={audit.entries} next={audit.next} timeZone={timeZone} />
      </div>
      <SaveBar
        forms={[
          { id: 'user', label: 'Profile', fetcher: user },
          { id: 'switches', label: 'Privacy', fetcher: privacy },
        ]}
      />
    </>
  );
}
