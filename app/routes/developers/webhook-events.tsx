import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { webhookEventsForm } from '#modules/enterprise/forms.ts';
import { changeWebhook } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
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
import { EventChoices } from './event-choices.tsx';
import { readWebhook } from './own-webhook.server.ts';

export const meta = titled('Edit events');

export const loader = (args: LoaderFunctionArgs) => readWebhook(args);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: webhookEventsForm,
    operation: changeWebhook,
    input: (given) => ({ ...given, webhookid: args.params.webhookid ?? '' }),
    done: () => {
      flash(args.context.visit, enterpriseTexts['webhooks.changed']);
      return redirect('/user/developers/webhooks');
    },
  });
}

export default function WebhookEvents() {
  const { webhook, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Edit events">
      <Form id="webhook-events" result={result} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="webhook-address">{webhook.address}</p>
          <EventChoices chosen={result ? [] : webhook.events} />
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
