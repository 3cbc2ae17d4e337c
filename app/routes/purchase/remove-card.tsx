import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { getPaymentMethod, removePaymentMethod } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Remove Card');

export async function loader(args: LoaderFunctionArgs) {
  const { paymentmethod } = await perform(args, getPaymentMethod, {});
  if (!paymentmethod) throw redirect('/user/profile/accounting');
  return paymentmethod;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: removePaymentMethod,
    done: () => {
      flash(args.context.visit, purchasingTexts['card.removed']);
      return redirect('/user/profile/accounting');
    },
  });
}

export default function RemoveCard() {
  const { cardtype, last4 } = useLoaderData<typeof loader>();
  return (
    <Sure id="remove-card" result={useActionData<typeof action>()}>
      {cardtype} ending in {last4} will be removed. Coupons that your team issued can’t be redeemed until you
      add another card.
    </Sure>
  );
}
