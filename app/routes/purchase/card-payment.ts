import type { ActionFunctionArgs } from '@remix-run/node';
import type { InputOf } from '#modules/platform/index.ts';
import { payHere } from '#modules/purchasing/index.ts';
import { attempt, errorPage } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';

/** Called by the payment page's script before the provider's card form charges the card. */
export async function action(args: ActionFunctionArgs) {
  const { formData: form } = await readForm(args);
  const shown = form.get('shown_amount');
  const opened = await open(args, {
    purchaseid: String(form.get('purchaseid')),
    accept_terms: form.get('accept_terms') === 'on',
    ...(shown === null ? {} : { shown_amount: Number(shown) }),
  });
  return Response.json(opened, { headers: { 'Cache-Control': 'no-store' } });
}

async function open(args: ActionFunctionArgs, input: InputOf<typeof payHere>) {
  const opened = await attempt(args, payHere, input);
  if (opened.ok) return opened.output;
  // The purchase was replaced in another window; the receipt page redirects to the right one.
  if (opened.code === 'purchasing.closed') return { client_secret: null };
  // The page shows another amount than the current one of the purchase. Its address is returned directly, because a
  // redirect in between would use up the message.
  if (opened.code === 'purchasing.coupon-invalid' || opened.code === 'purchasing.amount-changed') {
    flash(args.context.visit, opened.refusal.text, 'bad');
    return {
      client_secret: null,
      url: `/user/purchase/completepurchase?purchaseid=${encodeURIComponent(input.purchaseid)}`,
    };
  }
  throw errorPage(opened.refusal);
}
