import { type ChangeEvent, useEffect, useState } from 'react';
import { mailPreferenceFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, ChoiceGroup, RadioChoice } from '../../components/index.ts';

const fields = bind(mailPreferenceFields);

const switches = [
  fields.email_preference_marketing,
  fields.email_preference_invites,
  fields.email_preference_renewal,
];

/**
 * The three checkboxes and two radios about mails (doc1 §2). If all mails are disabled, there is nothing left to
 * choose: with script the boxes are unchecked and disabled, without script the server ignores them (doc1 §4).
 * @param allDisabled the stored value
 */
export function PreferenceChoices({ allDisabled = false }: { allDisabled?: boolean }) {
  const [off, setOff] = useState(false);
  useEffect(() => setOff(allDisabled), [allDisabled]);
  const choose = ({ currentTarget: { value, form } }: ChangeEvent<HTMLInputElement>) => {
    setOff(value === 'NO');
    if (value !== 'NO') return;
    for (const { name } of switches) {
      const box = form?.elements.namedItem(name);
      if (box instanceof HTMLInputElement) box.checked = false;
    }
  };
  return (
    <>
      {switches.map((field) => (
        <Checkbox key={field.name} field={field} disabled={off} />
      ))}
      <ChoiceGroup field={fields.criticalemails}>
        <RadioChoice
          field={fields.criticalemails}
          value="NO"
          label="Disable all emails"
          onChange={choose}
          note="This includes security and utility emails that you may need to log in."
        />
        <RadioChoice
          field={fields.criticalemails}
          value="YES"
          label="Enable minimal required emails"
          onChange={choose}
        />
      </ChoiceGroup>
    </>
  );
}
