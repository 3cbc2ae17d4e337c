import { useState } from 'react';
import {
  AutoSaveStatus,
  Card,
  Checkbox,
  ChoiceCard,
  ChoiceGroup,
  CodeBoxes,
  DateField,
  FileInput,
  Form,
  PasswordField,
  PhoneField,
  RadioChoice,
  Repeat,
  Select,
  SignaturePad,
  SsnField,
  StrengthMeter,
  SubmitButton,
  Switch,
  TextArea,
  TextInput,
} from '#app/components/index.ts';

/** A refused form, as an action answers it. */
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
  error: { code: ['Error: the provided code does not match'] },
};

export function ErrorSpecimens() {
  return (
    <Card title="Fields with errors">
      <Form id="refused" result={refused} focusSummary={false}>
        <div className="pair">
          <TextInput name="firstname" label="First name" autoComplete="given-name" />
          <TextInput name="businessname" label="Business name" optional autoComplete="organization" />
        </div>
        <PhoneField name="mobile" label="Mobile" hint="For codes and reminders. However you type it." />
        <PasswordField
          name="password"
          label="Password"
          use="new-password"
          meter={(text) => (
            <StrengthMeter value={Math.min(text.length * 2, 40)} words="A longer one is better." />
          )}
        />
        <PasswordField name="confirmpassword" label="Confirm password" use="new-password" />
        <ChoiceGroup name="packageid" label="Background check">
          <ChoiceCard name="packageid" value="1" label="National" price="$79" note="Valid for 1 year." />
        </ChoiceGroup>
        <Checkbox name="agree" label="I agree to the terms" />
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
          <TextInput name="city" label="City" icon="search" />
          <TextInput name="verified" label="Read only" value="Dana Ruth" readOnly />
        </div>
        <div className="pair">
          <Select
            name="state"
            label="State"
            placeholder="Choose"
            options={[{ value: 'TX', label: 'Texas' }]}
          />
          <TextInput name="none" label="Disabled" value="None" disabled />
        </div>
        <div className="pair">
          <DateField name="dateofbirth" label="Date of birth" autoComplete="bday" />
          <SsnField name="ssn" label="Social Security number" />
        </div>
        <TextArea name="wrong" label="What is wrong in the report?" hint="At least 8 characters." />
        <FileInput name="package" label="Signed package" accept=".pdf" hint="A PDF, up to 20 MB." />
        <ChoiceGroup name="kind" label="Accept as" hint="You can change it later.">
          <RadioChoice name="kind" value="individual" label="As myself" note="Share my score" />
          <RadioChoice name="kind" value="company" label="As a company" disabled />
        </ChoiceGroup>
        <Checkbox name="renewal" label="Renewal reminders" note="45, 30 and 7 days before" />
        <Checkbox name="marketing" label="Marketing mails" />
        <Switch name="sharing" label="Share with my network" note="Companies you accepted see your score" />
        <Switch name="auto" label="Accept invitations automatically" />
        <div className="actions">
          <AutoSaveStatus state="saving" />
          <AutoSaveStatus state="saved" at="9:58 AM" />
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
          <CodeBoxes name="code" label="Six characters" prefill="7K2" onComplete={setComplete} />
          <CodeBoxes name="phone" label="Last 4 digits of the phone" length={4} numeric />
          <p className="hint">{complete ? 'Complete' : 'Not complete'}</p>
        </Form>
      </Card>
      <Card title="Code boxes, refused">
        <Form id="refused-code" result={refusedCode} focusSummary={false}>
          <CodeBoxes
            name="code"
            label="Verification code"
            hint="Digits and letters. Capitals or not, both work. Pasting fills all six boxes."
          />
          <Checkbox
            name="rememberbrowser"
            label="Remember this browser for 30 days"
            note="Only on a device that is yours."
          />
        </Form>
      </Card>
    </div>
  );
}

/** The one form of the page that is really sent: rows added and taken away by the server. */
export function RowSpecimens({ result }: { result: unknown }) {
  return (
    <Card title="Rows of one kind">
      <Form id="rows" result={result} defaults={{ aliases: [{ firstname: 'Dana', lastname: 'Ruth' }] }}>
        <Repeat name="aliases" label="Other names" add="Add a name" row={(at) => `name ${at + 1}`} max={4}>
          {(prefix) => (
            <div className="pair">
              <TextInput name={`${prefix}firstname`} label="First name" />
              <TextInput name={`${prefix}lastname`} label="Last name" />
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
        <SignaturePad date="11/20/2026">
          <Checkbox name="save_signature" label="Save it for later steps" />
        </SignaturePad>
      </Form>
    </Card>
  );
}
