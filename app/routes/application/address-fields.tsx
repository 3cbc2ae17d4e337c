import type { addressFields } from '#modules/applications/fields.ts';
import type { BoundFields } from '#modules/platform/fields/field.ts';
import { AddressInput, ChoiceGroup, RadioChoice, StateSelect, TextInput } from '../../components/index.ts';

type Address = Pick<
  BoundFields<typeof addressFields>,
  'address1' | 'address2' | 'city' | 'state' | 'postalcode' | 'address_choice'
>;

/** An exact address that the typed one may mean. */
export interface Candidate {
  id: string;
  text: string;
}

interface AddressFieldsProps {
  fields: Address;
  /** The exact addresses to choose from, in addition to the address as typed. */
  candidates: readonly Candidate[];
}

/**
 * The fields for one address. Suggestions appear during typing. If the typed address is not an exact one, the person
 * chooses from exact ones (D82).
 */
export function AddressFields({ fields, candidates }: AddressFieldsProps) {
  return (
    <div className="stack">
      <AddressInput fields={fields} />
      <TextInput field={fields.address2} />
      <div className="pair">
        <TextInput field={fields.city} />
        <StateSelect field={fields.state} />
        <TextInput field={fields.postalcode} />
      </div>
      {candidates.length > 0 ? (
        <ChoiceGroup field={fields.address_choice}>
          {candidates.map(({ id, text }) => (
            <RadioChoice key={id} field={fields.address_choice} value={id} label={text} />
          ))}
          <RadioChoice field={fields.address_choice} value="typed" label="Keep what I entered" />
        </ChoiceGroup>
      ) : null}
    </div>
  );
}
