import { useState } from 'react';
import {
  AutoSaveStatus,
  Card,
  Checkbox,
  ChoiceCard,
  ChoiceGroup,
  CodeBoxes,
  Form,
  PasswordField,
  RadioChoice,
  Repeat,
  SignaturePad,
  StateSelect,
  StrengthMeter,
  SubmitButton,
  Switch,
  TextArea,
  TextInput,
} from '#app/components/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { specimenRowFields, specimens } from './specimen-fields.ts';
import { specimenIntents } from './specimen-intents.ts';

const rowFields = bind(specimenRowFields);

/** A refused form, in the form of an action's answer. */
const refused = {
  status: 'error',
  initialValue: { form: 'refused', firstname: 'Luis', mobile: '512-555-01', agree: undefined },
  error: {
    '': ['Error: Please fill in the highlighted required fields.'],
    mobile: ['Enter all 10 digits of your mobile number'],
    confirmpassword: ['Passwords do not match'],
    agree: ['Accept the terms to go on'],
    packageid: ['Choose a background check'],
  },
};

const refusedCode = {
  status: 'error',
  initialValue: { form: 'refused-code' },
  error: { refusedCode: ['Error: the provided code does not match'] },
};

export function ErrorSpecimens() {
  return (
    <Card title="Fields with errors">
      <Form id="refused" result={refused} focusSummary={false}>
        <div className="pair">
          <TextInput field={specimens.firstname} />
          <TextInput field={specimens.businessname} />
        </div>
        <TextInput field={specimens.mobile} hint="For codes and reminders, in any format." />
        <PasswordField
          field={specimens.password}
          meter={(text) => (
            <StrengthMeter value={Math.min(text.length * 2, 40)} words="A longer one is better." />
          )}
        />
        <PasswordField field={specimens.confirmpassword} />
        <ChoiceGroup field={specimens.packageid} label="Background check">
          <ChoiceCard
            field={specimens.packageid}
            value="1"
            label="National"
            price="$79"
            note="Valid for 1 year."
          />
        </ChoiceGroup>
        <Checkbox field={specimens.agree} />
      </Form>
    </Card>
  );
}

export function FieldSpecimens() {
  return (
    <Card title="Fields, other states">
      <Form
        id="fields"
        defaults={{
          city: 'Austin',
          wrong: 'The Lane County case is not mine: the middle name is different.',
          state: 'TX',
          renewal: true,
          sharing: 'YES',
          kind: 'individual',
        }}
      >
        <div className="pair">
          <TextInput field={specimens.city} icon="search" />
          <TextInput field={specimens.verified} value="Dana Ruth" readOnly />
        </div>
        <div className="pair">
          <StateSelect field={specimens.state} />
          <TextInput field={specimens.none} value="None" disabled />
        </div>
        <div className="pair">
          <TextInput field={specimens.dateofbirth} />
          <TextInput field={specimens.ssn} />
        </div>
        <TextArea field={specimens.wrong} hint="At least 8 characters." />
        <TextInput field={specimens.amount} />
        <ChoiceGroup field={specimens.kind} hint="You can change it later.">
          <RadioChoice field={specimens.kind} value="individual" label="As myself" note="Share my score" />
          <RadioChoice field={specimens.kind} value="company" label="As a company" disabled />
        </ChoiceGroup>
        <Checkbox field={specimens.renewal} note="45, 30 and 7 days before" />
        <Checkbox field={specimens.marketing} />
        <Switch field={specimens.sharing} note="Companies you accepted see your score" />
        <Switch field={specimens.auto} />
        <div className="actions">
          <AutoSaveStatus state="saving" />
          <AutoSaveStatus state="saved" when="at 9:58 AM" />
          <AutoSaveStatus state="failed" />
        </div>
      </Form>
    </Card>
  );
}

export function CodeSpecimens() {
  const [complete, setComplete] = useState(false);
  return (
    <div className="cols">
      <Card title="Code boxes">
        <Form id="code">
          <CodeBoxes field={specimens.code} prefill="7K2" onComplete={setComplete} />
          <CodeBoxes field={specimens.phone} length={4} numeric />
          <p className="hint">{complete ? 'Complete' : 'Not complete'}</p>
        </Form>
      </Card>
      <Card title="Code boxes, refused">
        <Form id="refused-code" result={refusedCode} focusSummary={false}>
          <CodeBoxes field={specimens.refusedCode} hint="Not case-sensitive. You can paste the code." />
          <Checkbox field={specimens.rememberbrowser} note="Only on your own device." />
        </Form>
      </Card>
    </div>
  );
}

/** A form that is really sent, to add and remove rows on the server. */
export function RowSpecimens({ result }: { result: unknown }) {
  return (
    <Card title="Rows of one kind">
      <Form
        id="rows"
        intent={specimenIntents.rows}
        result={result}
        defaults={{ aliases: [{ firstname: 'Dana', lastname: 'Ruth' }] }}
      >
        <Repeat field={rowFields.aliases} add="Add a name" row={(at) => `name ${at + 1}`}>
          {(row) => (
            <div className="pair">
              <TextInput field={row.firstname} />
              <TextInput field={row.lastname} />
            </div>
          )}
        </Repeat>
        <div className="actions">
          <SubmitButton pending="Saving">Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

export function SignatureSpecimens() {
  return (
    <Card title="Signature">
      <Form id="sign" className="stack calm">
        <SignaturePad fields={specimens} date="11/20/2026" />
      </Form>
    </Card>
  );
}
