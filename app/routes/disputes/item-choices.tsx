import { Link } from '@remix-run/react';
import { disputeFields } from '#modules/applications/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { CheckOption } from '../../components/index.ts';

const fields = bind(disputeFields);

/** The choice of the results of a report that are disputed; if none is chosen, the whole report is. */
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

/** A link for a result that is not a mistake but comes from somebody who used the person's identity. */
export function IdentityTheftLink({ applicationid }: { applicationid: string }) {
  return (
    <p className="muted">
      Did someone use your identity?{' '}
      <Link to={`/user/disputes/identity-theft?applicationid=${applicationid}`}>Report identity theft</Link>{' '}
      to have the results blocked.
    </p>
  );
}
