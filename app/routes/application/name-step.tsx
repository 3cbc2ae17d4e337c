import { Link } from '@remix-run/react';
import { firstNameFields, nameFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Badge, checkedBy, Form, Repeat, TextInput } from '../../components/index.ts';
import { DraftActions, type Drafting } from './draft-actions.tsx';
import type { ProfileData, StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';
import { valuesOf } from './step-values.ts';

const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.firstNameForm));
const checkKept = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.nameForm));

const keptFields = bind(nameFields);
const newFields = bind(firstNameFields);

interface NameStepProps {
  page: StepData;
  profile: ProfileData;
  draft: Drafting;
  result: unknown;
}

/** Never kept in a draft (D44). */
const secrets = [keptFields.ssn.name, keptFields.confirmssn.name];

/** Name, other names, and Social Security number and date of birth, which are each entered twice (doc2 §5). */
export function NameStep({ page, profile, draft, result }: NameStepProps) {
  const { locked_name_dob: locked, ssn } = profile;
  const kept = ssn !== null;
  const fields = kept ? keptFields : newFields;
  return (
    <Form
      id="name"
      intent={stepIntents.name}
      result={result}
      className="stack stack-24"
      check={kept ? checkKept : check}
      defaults={valuesOf('name', page)}
    >
      {locked ? (
        <p>
          <Badge icon="lock">Locked</Badge> Your name and date of birth have been verified, so they can’t be
          changed here. If they changed, <Link to="/support">contact support</Link> before you submit.
          {profile.legal_name ? ` Your check is made for your legal name, ${profile.legal_name.name}.` : null}
        </p>
      ) : null}
      <fieldset className="stack">
        <legend className="sr">Your name</legend>
        <p className="muted">As it appears on your driver’s license or passport.</p>
        <div className="pair">
          <TextInput field={fields.firstname} readOnly={locked} />
          <TextInput field={fields.middlename} readOnly={locked} />
        </div>
        <div className="pair">
          <TextInput field={fields.lastname} readOnly={locked} />
          <TextInput field={fields.namesuffix} readOnly={locked} />
        </div>
      </fieldset>
      <Repeat
        field={fields.aliases}
        hint="Names you have used before, such as a maiden name. Records may be filed under them."
        add="Add another name"
        row={(at) => `Other name ${at + 1}`}
      >
        {(alias) => (
          <div className="pair">
            <TextInput field={alias.firstname} />
            <TextInput field={alias.middlename} />
            <TextInput field={alias.lastname} />
          </div>
        )}
      </Repeat>
      <fieldset className="stack">
        <legend className="sr">Social Security number</legend>
        <p className="hint">
          {kept
            ? `We have ${ssn}. Leave both fields empty to keep it.`
            : 'Encrypted, sent only to the agency, and never shown in full again. It is saved when you continue.'}
        </p>
        <div className="pair">
          <TextInput field={fields.ssn} />
          <TextInput field={fields.confirmssn} />
        </div>
      </fieldset>
      <fieldset className="stack">
        <legend className="sr">Date of birth</legend>
        <div className="pair">
          <TextInput field={fields.dateofbirth} readOnly={locked} />
          <TextInput field={fields.confirmdateofbirth} readOnly={locked} />
        </div>
      </fieldset>
      <DraftActions {...draft} without={secrets} />
    </Form>
  );
}
