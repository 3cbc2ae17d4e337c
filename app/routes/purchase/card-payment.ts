import type { ActionFunctionArgs } from '@remix-run/node';
import { payHere } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/** What the payment page's script asks before the provider's card form takes the money. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const opened = await perform(args, payHere, {
    purchaseid: String(form.get('purchaseid')),
    accept_terms: form.get('accept_terms') as 'YES',
  });
  return Response.json(opened, { headers: { 'Cache-Control': 'no-store' } });
}
