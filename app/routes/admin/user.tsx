import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { adminNoteForm, identityCorrectionForm } from '#modules/admin/forms.ts';
import { correctIdentity, openUserRecord, saveAdminNote } from '#modules/admin/index.ts';
import { formatDate, formatDateTime, formatPhone } from '#modules/platform/browser.ts';
import { describeAudit } from '#modules/words.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Avatar,
  Badge,
  Card,
  Email,
  Facts,
  GradeBadge,
  Icon,
  Page,
  ShieldId,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { AuditTrail } from './audit-trail.tsx';
import { IdentitySection } from './identity-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { recordIntents } from './record-intents.ts';
import { RecordTabs } from './record-tabs.tsx';
import { ChecksTable, ScoresTable } from './screening-tables.tsx';

export const meta = titled('User detail');

export async function loader(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const before = new URL(args.request.url).searchParams.get('before') ?? undefined;
  const { audit, ...record } = await perform(args, openUserRecord, { userid, before });
  const entries = audit.entries.map(({ action, ...entry }) => ({ ...entry, words: describeAudit(action) }));
  return { ...record, audit: { entries, next: audit.next }, now: args.context.portal.clock.now() };
}

export const action = intents(recordIntents, {
  identity: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: identityCorrectionForm,
      operation: correctIdentity,
      input: (value) => ({ ...value, userid }),
      done: ({ changed }) => {
        flash(args.context.visit, changed.length > 0 ? 'Correction saved' : 'Nothing was different');
        return redirect(`/admin/user/${userid}#profile`);
      },
    });
  },
  note: (args) => {
    const userid = args.params.userid ?? '';
    return submit(args, {
      form: adminNoteForm,
      operation: saveAdminNote,
      input: (value) => ({ ...value, userid }),
      done: () => {
        flash(args.context.visit, 'Note saved');
        return redirect(`/admin/user/${userid}#notes`);
      },
    });
  },
});

const sections = [
  ['profile', 'Profile'],
  ['security', 'Security'],
  ['checks', 'Checks'],
  ['score', 'Score'],
  ['privacy', 'Privacy'],
  ['notes', 'Notes'],
  ['audit', 'Audit'],
] as const;

const yes = (value: boolean) => (value ? 'Yes' : 'No');

/** One person as staff see them (doc3 §2, user detail). */
export default function User() {
  const { profile, applications, scores, notes, audit, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const context = { timeZone, now };
  const name = [profile.firstname, profile.middlename, profile.lastname, profile.namesuffix]
    .filter(Boolean)
    .join(' ');
  return (
    <Page
      title={
        profile.legalname && profile.legalname !== name ? `${name} (legal name ${profile.legalname})` : name
      }
      portrait={<Avatar firstname={profile.firstname} lastname={profile.lastname} size={56} brand />}
      crumbs={
        <nav className="crumb" aria-label="Breadcrumb">
          <Link to="/admin/tools">Tools</Link>
          <Icon name="right" />
          <span>User</span>
        </nav>
      }
      lead={
        <span className="row row-tight small">
          {profile.abcnumber ? <ShieldId value={profile.abcnumber} /> : <span>No ShieldID yet</span>}
          {profile.currenticstatus ? <GradeBadge grade={profile.currenticstatus} /> : null}
          {profile.current_expiration ? <span>expires {formatDate(profile.current_expiration)}</span> : null}
          <Badge tone={profile.active ? 'ok' : 'bad'} icon={profile.active ? 'check' : 'stop'}>
            {profile.active ? 'Account active' : 'Account disabled'}
          </Badge>
        </span>
      }
    >
      <RecordTabs userid={profile.userid} current="Personal Profile" />
      <nav className="subnav" aria-label="Sections">
        {sections.map(([id, label]) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <Card
        id="profile"
        className="sec"
        title="Personal & Business Profile"
        aside={profile.locked_name_dob ? <Badge icon="lock">Locked by an accepted check</Badge> : null}
      >
        <div className="cols">
          <Facts
            facts={[
              ['Name', name],
              ...(profile.legalname ? ([['Legal name', profile.legalname]] as const) : []),
              ['Date of birth', profile.dateofbirth ? formatDate(profile.dateofbirth) : 'Not provided'],
              ['SSN', profile.ssn ?? 'Not provided'],
              ['Business', profile.businessname || 'None'],
            ]}
          />
          <Facts
            facts={[
              ['Email', <Email key="email" value={profile.emailaddress} />],
              ['Mobile', profile.mobile ? formatPhone(profile.mobile) : 'Not provided'],
              ['Business phone', profile.businessphone ? formatPhone(profile.businessphone) : 'Not provided'],
              ['Address', formatAddress(profile) || 'Not provided'],
            ]}
          />
        </div>
      </Card>
      {profile.locked_name_dob ? <IdentitySection profile={profile} result={result} /> : null}
      <Card id="security" className="sec" title="Password and Security">
        <Facts
          facts={[
            ['Two-step', twoStepWords[profile.selected_two_step_method]],
            [
              'Last login',
              profile.last_auth_dts
                ? `${formatDateTime(profile.last_auth_dts, timeZone)} from ${profile.last_auth_ip ?? 'an unknown address'}`
                : 'Never',
            ],
            ['Browser', profile.last_auth_useragent ?? 'Unknown'],
            ['Registered', formatDateTime(profile.register_dts, timeZone)],
            ['Company', profile.company_name ? `${profile.company_name}, ${profile.team_role}` : 'None'],
          ]}
        />
      </Card>
      <ChecksTable checks={applications} context={context} />
      <ScoresTable scores={scores} context={context} />
      <Card id="privacy" className="sec" title="Privacy, Personal Data & Communications">
        <Facts
          facts={[
            ['Shares with the network', yes(profile.network_sharing_master)],
            ['Found by ShieldID search', yes(profile.network_searchresults)],
            ['Accepts invitations automatically', yes(profile.network_autoacceptinvite)],
            ['Invitation emails', yes(profile.email_preference_invites)],
            ['Renewal reminders', yes(profile.email_preference_renewal)],
          ]}
        />
      </Card>
      <NotesSection notes={notes} timeZone={timeZone} result={result} />
      <AuditTrail entries={audit.entries} next={audit.next} timeZone={timeZone} />
    </Page>
  );
}

const twoStepWords = {
  EMAIL: 'By email',
  SMS: 'By text message',
  OTPAPP: 'By authenticator app',
  DISABLED: 'Off',
};

function formatAddress(profile: {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
}) {
  const stateAndZip = [profile.state, profile.postalcode].filter(Boolean).join(' ');
  return [profile.address1, profile.address2, profile.city, stateAndZip].filter(Boolean).join(', ');
}
