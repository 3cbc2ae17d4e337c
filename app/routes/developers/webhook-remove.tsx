import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { removeWebhook } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
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
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { ProofField } from '../security/proof-field.tsx';
import { readWebhook } from './own-webhook.server.ts';

export const meta = titled('Remove endpoint');

export const loader = (args: LoaderFunctionArgs) => readWebhook(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofForm,
    operation: removeWebhook,
    input: (given) => ({ ...given, webhookid: args.params.webhookid ?? '' }),
    done: () => {
      flash(args.context.visit, enterpriseTexts['webhooks.removed']);
      return redirect('/user/developers/webhooks');
    },
  });
}

export default function RemoveWebhook() {
  const { webhook, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Remove endpoint?">
      <Form id="remove-webhook" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="webhook-address">{webhook.address}</p>
          <p className="muted">It gets no more events, and its list of deliveries is deleted.</p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Removing">
            Remove endpoint
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
