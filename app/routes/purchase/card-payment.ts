import type { ActionFunctionArgs } from '@remix-run/node';
import { getPurchase, payHere } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/** What the payment page's script asks before the provider's card form takes the money. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const purchaseid = String(form.get('purchaseid'));
  const opened = await open(args, purchaseid, form.get('accept_terms') as 'YES');
  return Response.json(opened, { headers: { 'Cache-Control': 'no-store' } });
}

async function open(args: ActionFunctionArgs, purchaseid: string, accept_terms: 'YES') {
  try {
    return await perform(args, payHere, { purchaseid, accept_terms });
  } catch (refused) {
    if (!(refused instanceof Response) || refused.status !== 409) throw refused;
    const { purchasedetails } = await perform(args, getPurchase, { purchaseid });
    if (purchasedetails.status === 'open') throw refused;
    // Paid or replaced in another window: the receipt's page knows where that leads.
    return { state: purchasedetails.status, client_secret: null };
  }
}
