import { type ActionFunctionArgs, data } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { addressPreferenceFields } from '#modules/identity/fields.ts';
import { addressPreferenceForm } from '#modules/identity/forms.ts';
import { updateMailPreferences } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { checkedBy, Form, SoloCard, SubmitButton, TextInput } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { PreferenceChoices } from './preferences-form.tsx';
import { PreferencesSaved } from './preferences-saved.tsx';

const fields = bind(addressPreferenceFields);

const check = checkedBy(() =>
  import('#modules/identity/forms.ts').then((forms) => forms.addressPreferenceForm),
);

export const meta = titled('Manage my email preferences');

/** The answer is the same for every address, so that it reveals nothing about accounts (D21). */
export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: addressPreferenceForm,
    operation: updateMailPreferences,
    input: (value) => value,
    done: () => data({ saved: true }),
  });
}

const defaults = {
  email_preference_marketing: false,
  email_preference_invites: true,
  email_preference_renewal: true,
  criticalemails: 'YES',
};

/** Preferences for an address without signing in. Its owner confirms them with a mailed link (doc1 §2, D21). */
export default function AddressPreferences() {
  const result = useActionData<typeof action>();
  if (result && 'saved' in result) {
    return (
      <PreferencesSaved>
        <p className="muted">
          If this is your address, open the link we emailed to it to confirm your choices.
        </p>
      </PreferencesSaved>
    );
  }
  return (
    <SoloCard title="Manage my email preferences" lead="Choose which emails we send to your address.">
      <Form id="preferences" result={result} defaults={defaults} check={check} untilValid>
        <TextInput field={fields.emailaddress} />
        <PreferenceChoices />
        <SubmitButton size="large" wide pending="Saving">
          Save Preferences
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
