import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { mailPreferenceForm } from '#modules/identity/forms.ts';
import { getMailPreferences, updateMailPreferences } from '#modules/identity/index.ts';
import { submit } from '../../action.server.ts';
import { checkedBy, DeadLink, Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { PreferenceChoices } from './preferences-form.tsx';
import { PreferencesSaved } from './preferences-saved.tsx';

const check = checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.mailPreferenceForm));

export const meta = titled('Manage my email preferences');

/** Opening the link changes nothing, because mail scanners also follow links. */
export async function loader(args: LoaderFunctionArgs) {
  const preferencecode = args.params.preferencecode ?? '';
  const found = await attempt(args, getMailPreferences, { preferencecode });
  if (!found.ok) {
    if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
    return data({ masked: null, defaults: {} }, { status: 404 });
  }
  const { partialemailaddress, criticalemails, ...switches } = found.output;
  return data({
    masked: partialemailaddress,
    defaults: { ...switches, criticalemails: criticalemails ? 'YES' : 'NO' },
  });
}

export function action(args: ActionFunctionArgs) {
  const preferencecode = args.params.preferencecode ?? '';
  return submit(args, {
    form: mailPreferenceForm,
    operation: updateMailPreferences,
    input: (value) => ({ ...value, preferencecode }),
    done: () => data({ saved: true }),
  });
}

export default function EmailPreferences() {
  const { masked, defaults } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (masked === null) {
    return (
      <DeadLink lead="Use the link at the bottom of a more recent email, or log in and change your preferences in your profile." />
    );
  }
  if (result && 'saved' in result) return <PreferencesSaved />;
  return (
    <SoloCard title="Manage my email preferences" lead={`Choose which emails we send to ${masked}.`}>
      <p className="small">
        Not your address? <Link to="/emailpreferences">click here</Link>
      </p>
      <Form id="preferences" result={result} defaults={defaults} check={check} untilValid>
        <PreferenceChoices allDisabled={defaults.criticalemails === 'NO'} />
        <SubmitButton size="large" wide pending="Saving">
          Save Preferences
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
