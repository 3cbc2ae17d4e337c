import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { webhookFields } from '#modules/enterprise/fields.ts';
import { webhookForm } from '#modules/enterprise/forms.ts';
import { addWebhook } from '#modules/enterprise/index.ts';
import { getProofNeeded } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { ProofField, withProof } from '../security/proof-field.tsx';
import { EventChoices } from './event-choices.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { answerWords } from './webhook-words.ts';

const fields = bind(webhookFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.webhookForm));

export const meta = titled('Add endpoint');

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, addWebhook);
  return perform(args, getProofNeeded, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: webhookForm,
    operation: addWebhook,
    done: ({ secret, ping }) =>
      data({ secret, ping: { words: answerWords(ping), ok: ping.failure === null } }),
  });
}

/** Adds an endpoint, tests it at once, and shows its secret: the answer to the form is the only page that has it. */
export default function NewWebhook() {
  const { password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'secret' in result) return <ShownSecret secret={result.secret} ping={result.ping} />;
  return (
    <RouteDialog title="Add endpoint">
      <Form
        id="new-webhook"
        result={result}
        check={password_needed ? withProof(check) : check}
        className="dialog-form"
      >
        <DialogBody>
          <RefusalBanner result={result} />
          <TextInput field={fields.address} hint="An https address on the public internet." />
          <EventChoices />
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Testing it">Add and test</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
