import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { webhookRowForm } from '#modules/enterprise/forms.ts';
import {
  getKeyOwner,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  replayFailedWebhooks,
  replayWebhookDelivery,
} from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { intents, submit } from '../../action.server.ts';
import { attempt, errorPage, isAllowed, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import { DevelopersPage } from './developers-page.tsx';
import { OwnerOnly } from './owner-only.tsx';
import { webhookIntents } from './webhook-intents.ts';
import { answerWords } from './webhook-words.ts';
import { WebhooksCard } from './webhooks-card.tsx';

const path = '/user/developers/webhooks';

export const meta = titled('Developers');

export async function loader(args: LoaderFunctionArgs) {
  if (!(await isAllowed(args, listWebhooks))) return perform(args, getKeyOwner, {});
  const query = new URL(args.request.url).searchParams;
  const asked = query.get('before') ?? '';
  const failed = query.get('show') === 'failed';
  const before = /^[0-9a-f-]{36}$/.test(asked) ? asked : undefined;
  return {
    ...(await perform(args, listWebhooks, {})),
    ...(await perform(args, listWebhookDeliveries, { failed, before })),
    onlyFailed: failed,
    isFirst: before === undefined,
  };
}

export const action = intents(webhookIntents, {
  ping: (args) =>
    submit(args, {
      form: webhookRowForm,
      operation: pingWebhook,
      input: ({ id }) => ({ webhookid: id }),
      done: (answer) => {
        const words = answerWords(answer);
        if (answer.failure === null) flash(args.context.visit, `Test event accepted: ${words}`);
        else flash(args.context.visit, `Test event failed: ${words}`, 'bad');
        return redirect(path);
      },
    }),
  replay: (args) =>
    submit(args, {
      form: webhookRowForm,
      operation: replayWebhookDelivery,
      input: ({ id }) => ({ deliveryid: id }),
      done: () => {
        flash(args.context.visit, enterpriseTexts['webhooks.replayed']);
        return redirect(path);
      },
      otherwise: (refusal) => {
        flash(args.context.visit, refusal.text, 'bad');
        return redirect(path);
      },
    }),
  replayAll: async (args) => {
    const sent = await attempt(args, replayFailedWebhooks, {});
    const { visit } = args.context;
    if (sent.ok) flash(visit, `Sending ${formatCount(sent.output.deliveries, 'event')} again.`);
    else if (sent.code === 'enterprise.webhook-off') flash(visit, sent.refusal.text, 'bad');
    else throw errorPage(sent.refusal);
    return redirect(path);
  },
});

/** The webhooks of a company and what was sent to them (D136). Only the owner sees them. */
export default function Webhooks() {
  const data = useLoaderData<typeof loader>();
  if ('owner' in data) return <OwnerOnly owner={data.owner} />;
  const { webhooks, onlyFailed, isFirst, ...deliveries } = data;
  return (
    <DevelopersPage tab="Webhooks">
      <div className="stack stack-24">
        <WebhooksCard webhooks={webhooks} />
        {webhooks.length > 0 ? (
          <DeliveriesCard {...deliveries} onlyFailed={onlyFailed} isFirst={isFirst} />
        ) : null}
      </div>
    </DevelopersPage>
  );
}
