import { useEffect, useState } from 'react';
import { jurisdictionsFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, CheckOption, ChoiceGroup, checkedBy, Form } from '../../components/index.ts';
import { DraftActions, type Drafting } from './draft-actions.tsx';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';
import { valuesOf } from './step-values.ts';

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.jurisdictionsForm),
);

const fields = bind(jurisdictionsFields);

interface JurisdictionsStepProps {
  page: StepData;
  draft: Drafting;
  result: unknown;
}

/**
 * Asks which of the states with additional requirements apply. Without script, both 'None of the above' and a state can
 * be checked, and the answer says so. With script, each disables the other (doc2 §5).
 */
export function JurisdictionsStep({ page, draft, result }: JurisdictionsStepProps) {
  const values = valuesOf('jurisdictions', page);
  const [none, setNone] = useState(values.none === true || values.none === 'on');
  const [scripted, setScripted] = useState(false);
  useEffect(() => {
    setScripted(true);
    // The checkbox may have been changed before the script ran.
    setNone(document.querySelector(`#jurisdictions [name="${fields.none.name}"]:checked`) !== null);
  }, []);
  return (
    <Form
      id="jurisdictions"
      intent={stepIntents.jurisdictions}
      result={result}
      className="stack stack-24"
      check={check}
      defaults={values}
    >
      <ChoiceGroup
        field={fields.selected_jurisdictions}
        hint="These states have their own rules for background checks. Choose all that apply."
      >
        <div className="cols">
          {page.jurisdiction_list.map(({ abbr, description }) => (
            <CheckOption
              key={abbr}
              field={fields.selected_jurisdictions}
              value={abbr}
              label={description}
              disabled={scripted && none}
            />
          ))}
        </div>
      </ChoiceGroup>
      <Checkbox field={fields.none} onChange={(event) => setNone(event.currentTarget.checked)} />
      <DraftActions {...draft} />
    </Form>
  );
}
