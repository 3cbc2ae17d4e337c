import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { profileFields } from '#modules/identity/fields.ts';
import { findGrade, formatDate, formatPhone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Badge,
  Card,
  checkedBy,
  Email,
  Facts,
  Form,
  GradeBadge,
  ShieldId,
  StateSelect,
  SubmitButton,
  TextInput,
  VerifiedMark,
  verifiedWords,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { profileIntents } from './profile-intents.ts';
import { SavedField, SavingToast } from './saved-field.tsx';

const person = bind(profileFields);

type Profile = Record<Exclude<keyof typeof profileFields, 'dateofbirth'>, string> & {
  emailaddress: string;
  dateofbirth: string | null;
  ssn: string | null;
  locked_name_dob: boolean;
  legal_name: { name: string; source: 'id-verification' | 'staff'; proven_dts: Date } | null;
  certification_number: string | null;
  current_expiration: string | null;
  currenticstatus: string | null;
  has_current_verification: boolean;
  verified_dts: string | Date | null;
};

const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.profileForm));
const provenCheck = checkedBy(() =>
  import('#modules/identity/forms.ts').then((forms) => forms.provenProfileForm),
);

/** The profile in the form in which its fields show it. */
function shownValues(profile: Profile): Record<ProfileName, string> {
  return {
    ...profile,
    mobile: formatPhone(profile.mobile),
    businessphone: formatPhone(profile.businessphone),
    dateofbirth: profile.dateofbirth ? formatDate(profile.dateofbirth) : '',
  };
}

type ProfileName = keyof typeof profileFields;
type TypedName = Exclude<ProfileName, 'state'>;

/** A field of the profile, which is saved when the person leaves it. */
function SavedInput({ name, profile }: { name: TypedName; profile: Profile }) {
  return (
    <SavedField name={name} value={shownValues(profile)[name]}>
      {(parts) => <TextInput field={person[name]} {...parts} />}
    </SavedField>
  );
}

interface ProfileFormProps {
  profile: Profile;
  result: unknown;
  children: ReactNode;
}

/** The form around the profile and the switches, with the single Save button of the page. */
export function ProfileForm({ profile, result, children }: ProfileFormProps) {
  return (
    <Form
      id="profile"
      intent={profileIntents.profile}
      result={result}
      defaults={shownValues(profile)}
      className="stack stack-24"
      check={profile.locked_name_dob ? provenCheck : check}
    >
      <SavingToast>{children}</SavingToast>
      <div className="actions without-script">
        <SubmitButton pending="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

/** Why the score is not shared at the moment. */
interface ScoreMarks {
  expired: boolean;
  held: boolean;
  underReview: boolean;
}

interface ProfileCardProps {
  profile: Profile;
  marks: ScoreMarks;
  /** Whether a ShieldID of a former account can be linked. */
  linking: boolean;
  /** The ShieldLink ID of the person's company, if it connects with others by ShieldLink; otherwise null. */
  shieldLinkId: string | null;
}

/** The person's name and contact data (doc2 §2.2). */
export function ProfileCard({ profile, marks, linking, shieldLinkId }: ProfileCardProps) {
  const { timeZone } = useRoot();
  return (
    <Card id="personal" title="Personal Profile">
      {profile.locked_name_dob ? <Locked profile={profile} /> : <Name profile={profile} />}
      <div className="pair">
        {profile.locked_name_dob ? null : <SavedInput name="dateofbirth" profile={profile} />}
        <SavedInput name="businessname" profile={profile} />
      </div>
      <div className="pair">
        <SavedInput name="mobile" profile={profile} />
        <SavedInput name="businessphone" profile={profile} />
      </div>
      <div className="pair">
        <SavedInput name="address1" profile={profile} />
        <SavedInput name="address2" profile={profile} />
      </div>
      <div className="pair">
        <SavedInput name="city" profile={profile} />
        <SavedField name="state" value={profile.state}>
          {(parts) => <StateSelect field={person.state} {...parts} onChange={parts.onBlur} />}
        </SavedField>
        <SavedInput name="postalcode" profile={profile} />
      </div>
      <Facts
        facts={[
          [
            'Email',
            <>
              <Email value={profile.emailaddress} />{' '}
              <Link to="/user/profile/email" preventScrollReset>
                Change<span className="sr"> your email address</span>
              </Link>
            </>,
          ],
          [
            'ID verification',
            <VerifiedMark
              key="verified"
              verified={profile.has_current_verification}
              at={profile.verified_dts}
              timeZone={timeZone}
            />,
          ],
          ['SSN', profile.ssn ?? <span className="faint">Not provided</span>],
          ...shieldIdFacts(profile, marks),
          ...(shieldLinkId
            ? [['ShieldLink ID', <ShieldId key="shieldlink" value={shieldLinkId} />] as const]
            : []),
          ...(linking ? [['ShieldID', <LinkAccount key="link" />] as const] : []),
        ]}
      />
    </Card>
  );
}

function LinkAccount() {
  return (
    <Link to="/user/profile/link" preventScrollReset>
      Link a ShieldID from a former account
    </Link>
  );
}

function Name({ profile }: { profile: Profile }) {
  return (
    <>
      <div className="pair">
        <SavedInput name="firstname" profile={profile} />
        <SavedInput name="middlename" profile={profile} />
      </div>
      <div className="pair">
        <SavedInput name="lastname" profile={profile} />
        <SavedInput name="namesuffix" profile={profile} />
      </div>
    </>
  );
}

/** Name and date of birth cannot be edited after a check was accepted (doc2 §2.2, D98). */
function Locked({ profile }: { profile: Profile }) {
  const { firstname, middlename, lastname, namesuffix, dateofbirth } = profile;
  const name = [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
  const legal = profile.legal_name && profile.legal_name.name !== name ? profile.legal_name : null;
  const { timeZone } = useRoot();
  const { has_current_verification: verified, verified_dts: at } = profile;
  const locked = <Badge icon="lock">{verified ? verifiedWords({ verified, at }, timeZone) : 'Locked'}</Badge>;
  return (
    <>
      <Facts
        facts={[
          [
            'Name',
            <>
              {name} {legal ? null : locked}
            </>,
          ],
          ...(legal
            ? [
                [
                  'Legal name',
                  <>
                    {legal.name}{' '}
                    {legal.source === 'staff' ? <Badge icon="lock">Corrected by staff</Badge> : locked}
                  </>,
                ] as const,
              ]
            : []),
          [
            'Date of birth',
            <>
              {dateofbirth ? formatDate(dateofbirth) : 'Not provided'} {locked}
            </>,
          ],
        ]}
      />
      <p className="hint">
        Your name and date of birth have been verified, so they can’t be changed here.
        {legal ? ' Your background checks are made for your legal name. ' : ' '}
        To change them, <Link to="/support">contact support</Link>.
      </p>
    </>
  );
}

function shieldIdFacts(profile: Profile, { expired, held, underReview }: ScoreMarks) {
  if (!profile.certification_number) return [];
  return [
    [
      'ShieldID',
      <>
        <ShieldId value={profile.certification_number} />{' '}
        {expired || held || underReview || !profile.current_expiration ? null : (
          <Badge tone="ok" icon="shield-check">
            Valid background check
          </Badge>
        )}
      </>,
    ],
    [
      'Score',
      <GradeBadge
        key="grade"
        grade={findGrade(profile.currenticstatus ?? '') ?? 'NA'}
        expired={expired}
        held={held}
        underReview={underReview}
      />,
    ],
    [
      expired ? 'Expired' : 'Valid through',
      profile.current_expiration ? formatDate(profile.current_expiration) : 'None',
    ],
  ] as const;
}
