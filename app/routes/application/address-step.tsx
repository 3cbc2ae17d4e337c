import { addressFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, checkedBy, Form, Repeat } from '../../components/index.ts';
import { AddressFields, type Candidate } from './address-fields.tsx';
import { DraftActions, type Drafting } from './draft-actions.tsx';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';
import { valuesOf } from './step-values.ts';

const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.addressForm));

const fields = bind(addressFields);

interface AddressStepProps {
  page: StepData;
  draft: Drafting;
  result: unknown;
}

/** The current address, and previous ones of the last seven years (doc2 §5). */
export function AddressStep({ page, draft, result }: AddressStepProps) {
  const [current = [], ...previous] = candidatesIn(result);
  return (
    <Form
      id="address"
      intent={stepIntents.address}
      result={result}
      className="stack stack-24"
      check={check}
      defaults={valuesOf('address', page)}
    >
      <fieldset className="choices stack">
        <legend className="label">Where you live now</legend>
        <AddressFields fields={fields} candidates={current} />
      </fieldset>
      <Repeat
        field={fields.previous_addresses}
        hint="Records are kept in the places where people have lived. Without these addresses, the agency may search the wrong places."
        add="Add another address"
        row={(at) => `Previous address ${at + 1}`}
      >
        {(row, at) => <AddressFields fields={row} candidates={previous[at] ?? []} />}
      </Repeat>
      <Checkbox field={fields.na_previous_addresses} />
      <DraftActions {...draft} />
    </Form>
  );
}

/** The exact addresses that the action found for the typed ones. */
function candidatesIn(result: unknown): Candidate[][] {
  return (result as { found?: { candidates: Candidate[][] } } | undefined)?.found?.candidates ?? [];
}
