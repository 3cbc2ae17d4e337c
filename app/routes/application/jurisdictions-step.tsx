import { useState } from 'react';
import { jurisdictionsFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, ChoiceGroup, checkedBy, Form, SubmitButton } from '../../components/index.ts';
import { BackLink } from './back-link.tsx';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.jurisdictionsForm),
);

const fields = bind(jurisdictionsFields);

interface JurisdictionsStepProps {
  page: Pick<StepData, 'jurisdiction_list' | 'no_jurisdictions'>;
  back: string | null;
  result: unknown;
}

/** Which of the states with additional requirements apply. 'None of the above' disables the others (doc2 §5). */
export function JurisdictionsStep({ page, back, result }: JurisdictionsStepProps) {
  const [none, setNone] = useState(page.no_jurisdictions);
  return (
    <Form
      id="jurisdictions"
      intent={stepIntents.jurisdictions}
      result={result}
      className="stack stack-24"
      check={check}
    >
      <ChoiceGroup
        field={fields.selected_jurisdictions}
        hint="These places have rules of their own for background checks. Choose all that apply."
      >
        <div className="cols">
          {page.jurisdiction_list.map(({ abbr, description, selected }) => (
            <label className="check" key={abbr}>
              <input
                type="checkbox"
                name={fields.selected_jurisdictions.name}
                value={abbr}
                defaultChecked={selected}
                disabled={none}
              />
              <span>{description}</span>
            </label>
          ))}
        </div>
      </ChoiceGroup>
      <Checkbox
        field={fields.none}
        defaultChecked={page.no_jurisdictions}
        onChange={(event) => setNone(event.currentTarget.checked)}
      />
      <div className="actions">
        <SubmitButton size="large" pending="Saving">
          Continue
        </SubmitButton>
        <BackLink to={back} />
      </div>
    </Form>
  );
}
