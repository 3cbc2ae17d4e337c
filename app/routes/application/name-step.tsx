import { listLimits } from '#modules/applications/forms.ts';
import { formatDate } from '#modules/platform/browser.ts';
import {
  Badge,
  checkedBy,
  DateField,
  Form,
  Repeat,
  SsnField,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { BackButton } from './back-link.tsx';
import type { ProfileData, StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.firstNameDetails),
);
const checkKept = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.nameDetails),
);

interface NameStepProps {
  profile: ProfileData;
  /** What was typed here before and not finished. */
  draft: StepData['draft'];
  result: unknown;
}

/** Name, other names, Social Security number and date of birth, each of the two entered twice (doc2 §5). */
export function NameStep({ profile, draft, result }: NameStepProps) {
  const { locked_name_dob: locked, ssn } = profile;
  const birth = profile.dateofbirth ? formatDate(profile.dateofbirth) : '';
  const kept = ssn !== null;
  return (
    <Form
      id="name"
      intent={stepIntents.name}
      result={result}
      className="stack stack-24"
      check={kept ? checkKept : check}
      defaults={{ ...profile, ssn: undefined, dateofbirth: birth, confirmdateofbirth: birth, ...draft }}
    >
      {locked ? (
        <p>
          <Badge tone="ok" icon="check">
            Verified by ID
          </Badge>{' '}
          Your name and date of birth are as your ID shows them.
        </p>
      ) : null}
      <fieldset className="stack">
        <legend className="sr">Your name</legend>
        <p className="muted">As it stands on your driver license or passport.</p>
        <div className="pair">
          <TextInput name="firstname" label="First name" autoComplete="given-name" readOnly={locked} />
          <TextInput
            name="middlename"
            label="Middle name"
            optional
            autoComplete="additional-name"
            readOnly={locked}
          />
        </div>
        <div className="pair">
          <TextInput name="lastname" label="Last name" autoComplete="family-name" readOnly={locked} />
          <TextInput
            name="namesuffix"
            label="Suffix"
            optional
            autoComplete="honorific-suffix"
            readOnly={locked}
          />
        </div>
      </fieldset>
      <Repeat
        name="aliases"
        label="Other names"
        hint="Names you have used before, such as a maiden name. Records may stand under them."
        add="Add another name"
        row={(at) => `Other name ${at + 1}`}
        max={listLimits.aliases}
      >
        {(prefix) => (
          <div className="pair">
            <TextInput name={`${prefix}firstname`} label="First name" />
            <TextInput name={`${prefix}middlename`} label="Middle name" optional />
            <TextInput name={`${prefix}lastname`} label="Last name" />
          </div>
        )}
      </Repeat>
      <fieldset className="stack">
        <legend className="sr">Social Security number</legend>
        <p className="hint">
          {kept
            ? `We have ${ssn}. Leave both fields empty to keep it.`
            : 'Kept encrypted, sent to the agency alone, never shown in full again.'}
        </p>
        <div className="pair">
          <SsnField name="ssn" label="Social Security number" required={!kept} />
          <SsnField name="confirmssn" label="Social Security number again" required={!kept} />
        </div>
      </fieldset>
      <fieldset className="stack">
        <legend className="sr">Date of birth</legend>
        <div className="pair">
          <DateField name="dateofbirth" label="Date of birth" autoComplete="bday" readOnly={locked} />
          <DateField
            name="confirmdateofbirth"
            label="Date of birth again"
            autoComplete="off"
            readOnly={locked}
          />
        </div>
      </fieldset>
      <div className="actions">
        <SubmitButton size="large" pending="Saving">
          Continue
        </SubmitButton>
        <BackButton intent={stepIntents.keepName} />
      </div>
    </Form>
  );
}
