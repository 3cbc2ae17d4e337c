import { states } from '#modules/identity/forms.ts';
import { formatDate, formatPhone } from '#modules/platform/browser.ts';
import {
  Badge,
  Card,
  checkedBy,
  DateField,
  Email,
  Facts,
  Form,
  PhoneField,
  Select,
  ShieldId,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { profileIntents } from './profile-intents.ts';

interface Profile {
  firstname: string;
  middlename: string;
  lastname: string;
  namesuffix: string;
  businessname: string;
  emailaddress: string;
  mobile: string;
  businessphone: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
  dateofbirth: string | null;
  ssn: string | null;
  locked_name_dob: boolean;
  certification_number: string | null;
  current_expiration: string | null;
  currenticstatus: string | null;
}

const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.profileForm));
const provenCheck = checkedBy(() =>
  import('#modules/identity/forms.ts').then((forms) => forms.provenProfileForm),
);

const stateOptions = Object.entries(states).map(([value, label]) => ({ value, label }));

/** Who the person is and how to reach them (doc2 §2.2). */
export function ProfileCard({ profile, result }: { profile: Profile; result: unknown }) {
  const defaults = {
    ...profile,
    mobile: formatPhone(profile.mobile),
    businessphone: formatPhone(profile.businessphone),
    dateofbirth: profile.dateofbirth ? formatDate(profile.dateofbirth) : '',
  };
  return (
    <Card title="Personal Profile">
      <Form
        id="profile"
        intent={profileIntents.profile}
        result={result}
        defaults={defaults}
        check={profile.locked_name_dob ? provenCheck : check}
      >
        {profile.locked_name_dob ? <Locked profile={profile} /> : <Name />}
        <div className="pair">
          {profile.locked_name_dob ? null : (
            <DateField name="dateofbirth" label="Date of birth" optional autoComplete="bday" />
          )}
          <TextInput
            name="businessname"
            label="Business name"
            optional
            autoComplete="organization"
            maxLength={120}
          />
        </div>
        <div className="pair">
          <PhoneField name="mobile" label="Mobile" optional />
          <PhoneField name="businessphone" label="Business phone" optional autoComplete="off" />
        </div>
        <div className="pair">
          <TextInput
            name="address1"
            label="Home address"
            optional
            autoComplete="address-line1"
            maxLength={120}
          />
          <TextInput
            name="address2"
            label="Home address, line 2"
            optional
            autoComplete="address-line2"
            maxLength={120}
          />
        </div>
        <div className="pair">
          <TextInput name="city" label="City" optional autoComplete="address-level2" maxLength={80} />
          <Select
            name="state"
            label="State"
            optional
            autoComplete="address-level1"
            options={stateOptions}
            placeholder="Choose a state"
          />
          <TextInput
            name="postalcode"
            label="Postal code"
            optional
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={5}
          />
        </div>
        <Facts
          facts={[
            ['E-mail', <Email key="email" value={profile.emailaddress} />],
            ['SSN', profile.ssn ?? <span className="faint">Not given</span>],
            ...standing(profile),
          ]}
        />
        <div className="actions">
          <SubmitButton pending="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function Name() {
  return (
    <>
      <div className="pair">
        <TextInput name="firstname" label="First name" autoComplete="given-name" maxLength={60} />
        <TextInput
          name="middlename"
          label="Middle name"
          optional
          autoComplete="additional-name"
          maxLength={60}
        />
      </div>
      <div className="pair">
        <TextInput name="lastname" label="Last name" autoComplete="family-name" maxLength={60} />
        <TextInput name="namesuffix" label="Suffix" optional autoComplete="honorific-suffix" maxLength={10} />
      </div>
    </>
  );
}

/** What an ID document has proven is shown and not asked (doc2 §2.2). */
function Locked({ profile }: { profile: Profile }) {
  const { firstname, middlename, lastname, namesuffix, dateofbirth } = profile;
  const name = [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
  const proven = (
    <Badge tone="ok" icon="check">
      Verified by ID
    </Badge>
  );
  return (
    <Facts
      facts={[
        [
          'Name',
          <>
            {name} {proven}
          </>,
        ],
        [
          'Date of birth',
          <>
            {dateofbirth ? formatDate(dateofbirth) : 'Not given'} {proven}
          </>,
        ],
      ]}
    />
  );
}

function standing(profile: Profile) {
  if (!profile.certification_number) return [];
  return [
    ['ShieldID', <ShieldId key="id" value={profile.certification_number} />],
    ['Score', profile.currenticstatus ?? 'NA'],
    ['Expires', profile.current_expiration ? formatDate(profile.current_expiration) : 'None'],
  ] as const;
}
