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
} from '../../components/index.ts';
import { profileIntents } from './profile-intents.ts';

const person = bind(profileFields);

type Profile = Record<Exclude<keyof typeof profileFields, 'dateofbirth'>, string> & {
  emailaddress: string;
  dateofbirth: string | null;
  ssn: string | null;
  locked_name_dob: boolean;
  certification_number: string | null;
  current_expiration: string | null;
  currenticstatus: string | null;
};

const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.profileForm));
const provenCheck = checkedBy(() =>
  import('#modules/identity/forms.ts').then((forms) => forms.provenProfileForm),
);

interface ProfileFormProps {
  profile: Profile;
  result: unknown;
  children: ReactNode;
}

/** The form around the profile and the switches, with the page's one Save. */
export function ProfileForm({ profile, result, children }: ProfileFormProps) {
  const defaults = {
    ...profile,
    mobile: formatPhone(profile.mobile),
    businessphone: formatPhone(profile.businessphone),
    dateofbirth: profile.dateofbirth ? formatDate(profile.dateofbirth) : '',
  };
  return (
    <Form
      id="profile"
      intent={profileIntents.profile}
      result={result}
      defaults={defaults}
      className="stack stack-24"
      check={profile.locked_name_dob ? provenCheck : check}
    >
      {children}
      <div className="actions">
        <SubmitButton pending="Saving">Save</SubmitButton>
      </div>
    </Form>
  );
}

/** Who the person is and how to reach them (doc2 §2.2). */
export function ProfileCard({ profile, expired }: { profile: Profile; expired: boolean }) {
  return (
    <Card id="profile" title="Personal Profile">
      {profile.locked_name_dob ? <Locked profile={profile} /> : <Name />}
      <div className="pair">
        {profile.locked_name_dob ? null : <TextInput field={person.dateofbirth} />}
        <TextInput field={person.businessname} />
      </div>
      <div className="pair">
        <TextInput field={person.mobile} />
        <TextInput field={person.businessphone} />
      </div>
      <div className="pair">
        <TextInput field={person.address1} />
        <TextInput field={person.address2} />
      </div>
      <div className="pair">
        <TextInput field={person.city} />
        <StateSelect field={person.state} />
        <TextInput field={person.postalcode} />
      </div>
      <Facts
        facts={[
          ['Email', <Email key="email" value={profile.emailaddress} />],
          ['SSN', profile.ssn ?? <span className="faint">Not provided</span>],
          ...shieldIdFacts(profile, expired),
        ]}
      />
    </Card>
  );
}

function Name() {
  return (
    <>
      <div className="pair">
        <TextInput field={person.firstname} />
        <TextInput field={person.middlename} />
      </div>
      <div className="pair">
        <TextInput field={person.lastname} />
        <TextInput field={person.namesuffix} />
      </div>
    </>
  );
}

/** Name and date of birth cannot be edited once a check was accepted (doc2 §2.2, D98). */
function Locked({ profile }: { profile: Profile }) {
  const { firstname, middlename, lastname, namesuffix, dateofbirth } = profile;
  const name = [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
  const locked = <Badge icon="lock">Locked</Badge>;
  return (
    <>
      <Facts
        facts={[
          [
            'Name',
            <>
              {name} {locked}
            </>,
          ],
          [
            'Date of birth',
            <>
              {dateofbirth ? formatDate(dateofbirth) : 'Not provided'} {locked}
            </>,
          ],
        ]}
      />
      <p className="hint">
        You accepted a background check, so your name and date of birth cannot be changed here. To change
        them, <Link to="/support">contact support</Link>.
      </p>
    </>
  );
}

function shieldIdFacts(profile: Profile, expired: boolean) {
  if (!profile.certification_number) return [];
  return [
    ['ShieldID', <ShieldId key="id" value={profile.certification_number} />],
    [
      'Score',
      <GradeBadge key="grade" grade={findGrade(profile.currenticstatus ?? '') ?? 'NA'} expired={expired} />,
    ],
    [
      expired ? 'Expired' : 'Expires',
      profile.current_expiration ? formatDate(profile.current_expiration) : 'None',
    ],
  ] as const;
}
