import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmMailChoice, getMailChoice } from '#modules/identity/index.ts';
import { mailChoiceKept } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DeadLink, Facts, Form, RefusalBanner, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { PreferencesSaved } from './preferences-saved.tsx';

export const meta = titled('Confirm my email preferences');

/** Opening the link changes nothing, because mail scanners also follow links. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await attempt(args, getMailChoice, { token: args.params.token ?? '' });
  if (found.ok) return data({ choice: found.output });
  if (!leadsNowhere(found.code)) throw errorPage(found.refusal);
  return data({ choice: null }, { status: 404 });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: confirmMailChoice,
    input: () => ({ token: args.params.token ?? '' }),
    done: () => data({ saved: true }),
  });
}

const wanted = (on: boolean) => (on ? 'Yes' : 'No');

/** The preferences that somebody chose for an address, to be confirmed by its owner (D21). */
export default function ConfirmPreferences() {
  const { choice } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'saved' in result) return <PreferencesSaved />;
  if (choice === null) {
    return (
      <DeadLink
        lead={`The link works once, for ${formatDuration(mailChoiceKept)}. Please choose your preferences again.`}
      />
    );
  }
  return (
    <SoloCard
      title="Confirm my email preferences"
      lead={`These are the emails that ${choice.partialemailaddress} will get.`}
    >
      <RefusalBanner result={result} />
      <Facts
        facts={[
          ['Marketing emails', wanted(choice.email_preference_marketing)],
          ['Network invites', wanted(choice.email_preference_invites)],
          ['ShieldID renewal reminders', wanted(choice.email_preference_renewal)],
          ['Other emails about your account', wanted(choice.criticalemails)],
        ]}
      />
      <Form id="confirm" result={result} summary={false}>
        <SubmitButton size="large" wide pending="Saving">
          Confirm
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
