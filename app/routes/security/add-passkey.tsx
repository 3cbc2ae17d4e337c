import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { passkeyStartFields } from '#modules/identity/fields.ts';
import { passkeyForm as addForm, passkeyStartForm } from '#modules/identity/forms.ts';
import { addPasskey, getProofNeeded, startPasskey } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, submit } from '../../action.server.ts';
import {
  Banner,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { passkeyIntents } from '../identity/passkey-intents.ts';
import { makePasskey, passkeyForm, usePasskey } from '../identity/use-passkey.ts';
import { ProofField } from './proof-field.tsx';

const fields = bind(passkeyStartFields);

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, startPasskey);
  return perform(args, getProofNeeded, {});
}

export const action = intents(passkeyIntents, {
  start: (args) =>
    submit(args, {
      form: passkeyStartForm,
      operation: startPasskey,
      input: ({ currentpassword }) => ({ currentpassword }),
      done: ({ options }) => data({ options }),
    }),
  finish: (args) =>
    submit(args, {
      form: addForm,
      operation: addPasskey,
      done: () => {
        flash(args.context.visit, 'Passkey added');
        return redirect('/user/profile/security');
      },
    }),
});

/** Creates a passkey for this host: the browser asks the device for it. */
export default function AddPasskey() {
  const { password_needed } = useLoaderData<typeof loader>();
  const finished = useActionData<typeof action>();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { start, busy, result, problem } = usePasskey('/user/profile/security/passkeys/add', makePasskey);
  // The second post loads the page again, which then shows its refusal and what was typed.
  const answer = busy ? undefined : (result ?? finished);
  return (
    <RouteDialog title="Add a passkey">
      <Form
        id={passkeyForm}
        result={result ?? finished}
        summary={false}
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const typed = new FormData(event.currentTarget);
          const text = ({ name }: { name: string }) => String(typed.get(name) ?? '');
          start({
            [fields.name.name]: text(fields.name),
            [fields.currentpassword.name]: text(fields.currentpassword),
          });
        }}
      >
        <DialogBody>
          <div className="without-script">
            <Banner tone="warn">Passkeys need JavaScript. Turn it on to add one.</Banner>
          </div>
          <div className="with-script stack">
            <RefusalBanner result={answer} text={problem} />
            <TextInput field={fields.name} hint="Helps you tell your passkeys apart, such as “My phone”." />
            <ProofField needed={password_needed} />
          </div>
        </DialogBody>
        <DialogFoot cancel="Cancel">
          <SubmitButton
            className="with-script"
            pending="Waiting for your device"
            busy={busy}
            disabled={!ready}
          >
            Continue
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
