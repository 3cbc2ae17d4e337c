import type { LoaderFunctionArgs } from '@remix-run/node';
import { listWebhooks } from '#modules/enterprise/index.ts';
import { getProofNeeded } from '#modules/identity/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { errorPage, perform } from '../../door.server.ts';

/** The endpoint that a dialog is about, and whether the dialog asks for the password. */
export async function readWebhook(args: LoaderFunctionArgs) {
  const { webhooks } = await perform(args, listWebhooks, {});
  const webhook = webhooks.find(({ id }) => id === args.params.webhookid);
  if (!webhook) throw errorPage(new Refusal('not-found'));
  return { webhook, ...(await perform(args, getProofNeeded, {})) };
}
