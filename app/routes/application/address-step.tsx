import { addressHistoryYears, listLimits, usStates } from '#modules/applications/forms.ts';
import {
  Checkbox,
  checkedBy,
  Form,
  Repeat,
  Select,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { BackButton } from './back-link.tsx';
import type { ProfileData, StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.addressDetails));
const states = usStates.map(([value, label]) => ({ value, label }));

interface AddressStepProps {
  profile: ProfileData;
  /** What was typed here before and not finished. */
  draft: StepData['draft'];
  result: unknown;
}

/** Where the person lives, and where else within the last seven years (doc2 §5). */
export function AddressStep({ profile, draft, result }: AddressStepProps) {
  return (
    <Form
      id="address"
      intent={stepIntents.address}
      result={result}
      className="stack stack-24"
      check={check}
      defaults={{ ...profile, ...draft }}
    >
      <fieldset className="choices stack">
        <legend className="label">Where you live now</legend>
        <AddressFields prefix="" home />
      </fieldset>
      <Repeat
        name="previous_addresses"
        label={`Other addresses in the last ${addressHistoryYears} years`}
        hint="Records are kept where people lived. Without these the agency may look in the wrong place."
        add="Add another address"
        row={(at) => `Previous address ${at + 1}`}
        max={listLimits.previousAddresses}
      >
        {(prefix) => <AddressFields prefix={prefix} />}
      </Repeat>
      <Checkbox
        name="na_previous_addresses"
        label={`I have no other addresses in the last ${addressHistoryYears} years`}
      />
      <div className="actions">
        <SubmitButton size="large" pending="Saving">
          Continue
        </SubmitButton>
        <BackButton intent={stepIntents.keepAddress} />
      </div>
    </Form>
  );
}

function AddressFields({ prefix, home }: { prefix: string; home?: boolean }) {
  const complete = (name: string) => (home ? name : 'off');
  return (
    <div className="stack">
      <TextInput name={`${prefix}address1`} label="Street address" autoComplete={complete('address-line1')} />
      <TextInput
        name={`${prefix}address2`}
        label="Apartment, unit"
        optional
        autoComplete={complete('address-line2')}
      />
      <div className="pair">
        <TextInput name={`${prefix}city`} label="City" autoComplete={complete('address-level2')} />
        <Select
          name={`${prefix}state`}
          label="State"
          options={states}
          placeholder="Choose a state"
          autoComplete={complete('address-level1')}
        />
        <TextInput
          name={`${prefix}postalcode`}
          label="ZIP code"
          inputMode="numeric"
          maxLength={5}
          autoComplete={complete('postal-code')}
        />
      </div>
    </div>
  );
}
