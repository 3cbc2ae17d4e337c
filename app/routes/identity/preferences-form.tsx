import { mailPreferenceFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Checkbox, ChoiceGroup, RadioChoice } from '../../components/index.ts';

const fields = bind(mailPreferenceFields);

/** The three checkboxes and two radios about mails (doc1 §2). */
export function PreferenceChoices() {
  return (
    <>
      <Checkbox field={fields.email_preference_marketing} />
      <Checkbox field={fields.email_preference_invites} />
      <Checkbox field={fields.email_preference_renewal} />
      <ChoiceGroup field={fields.criticalemails}>
        <RadioChoice
          field={fields.criticalemails}
          value="NO"
          label="Disable all emails"
          note="This includes security and utility emails that you may need to log in."
        />
        <RadioChoice field={fields.criticalemails} value="YES" label="Enable minimal required emails" />
      </ChoiceGroup>
    </>
  );
}
