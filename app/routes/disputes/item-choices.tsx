import { disputeFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { CheckOption } from '../../components/index.ts';

const fields = bind(disputeFields);

/** Which results of a report are disputed; none means the whole report. */
export function ItemChoices({ searches }: { searches: readonly string[] }) {
  return (
    <fieldset className="choices">
      <legend className="label">{fields.items.field.label}</legend>
      <p className="hint">Leave all boxes empty if the whole report is wrong.</p>
      {searches.map((search) => (
        <CheckOption key={search} field={fields.items} value={search} label={search} />
      ))}
    </fieldset>
  );
}
