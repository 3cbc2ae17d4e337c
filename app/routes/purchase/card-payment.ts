import type { ActionFunctionArgs } from '@remix-run/node';
import { payHere } from '#modules/purchasing/index.ts';
import { attempt, errorPage } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/** Called by the payment page's script before the provider's card form charges the card. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const purchaseid = String(form.get('purchaseid'));
  const opened = await open(args, purchaseid, form.get('accept_terms') === 'on');
  return Response.json(opened, { headers: { 'Cache-Control': 'no-store' } });
}

async function open(args: ActionFunctionArgs, purchaseid: string, accept_terms: boolean) {
  const opened = await attempt(args, payHere, { purchaseid, accept_terms });
  if (opened.ok) return opened.output;
  // The purchase was replaced in another window; the receipt page redirects to the right one.
  if (opened.code === 'purchasing.closed') return { client_secret: null };
  throw errorPage(opened.refusal);
}
