import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { rotateWebhookSecret } from '#modules/enterprise/index.ts';
import { proofForm } from '#modules/identity/forms.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { titled } from '../../title.ts';
import { ProofField } from '../security/proof-field.tsx';
import { readWebhook } from './own-webhook.server.ts';
import { ShownSecret } from './shown-secret.tsx';

export const meta = titled('Rotate secret');

export const loader = (args: LoaderFunctionArgs) => readWebhook(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofForm,
    operation: rotateWebhookSecret,
    input: (given) => ({ ...given, webhookid: args.params.webhookid ?? '' }),
    done: ({ secret }) => data({ secret }),
  });
}

/** Makes another secret and shows it once. */
export default function WebhookSecret() {
  const { webhook, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'secret' in result) return <ShownSecret secret={result.secret} />;
  return (
    <RouteDialog title="Rotate secret?">
      <Form id="webhook-secret" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="webhook-address">{webhook.address}</p>
          <p className="muted">
            Both secrets sign every event for 24 hours, so you can switch over without losing one.
          </p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Rotating">Rotate</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
