import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { teamOwnerFields } from '#modules/enterprise/fields.ts';
import { teamOwnerForm } from '#modules/enterprise/forms.ts';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { getPaymentMethod } from '#modules/purchasing/index.ts';
import { submit } from '../../action.server.ts';
import { Checkbox, DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';
import { memberName, teamAddress } from './team-words.ts';

const fields = bind(teamOwnerFields);

export const meta = titled('Transfer Ownership');

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, switchEnterpriseOwner);
  const { row } = await loadRow(args, 'switchowner');
  const { paymentmethod: card } = await perform(args, getPaymentMethod, {});
  return { name: memberName(row), card };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: teamOwnerForm,
    operation: switchEnterpriseOwner,
    input: ({ remove_card }) => ({
      newuserid: args.params.memberid ?? '',
      remove_card: remove_card ? ('YES' as const) : ('NO' as const),
    }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, enterpriseTexts['console.owner-switched']);
      return redirect(teamAddress);
    },
  });
}

/** Asks for confirmation before another member becomes the owner (doc2 §4.9). */
export default function Owner() {
  const { name, card } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Make ${name} the owner?`}>
      <Form id="team-owner" result={useActionData<typeof action>()} summary={false} className="dialog-form">
        <DialogBody>
          <p className="muted">
            You become an admin and can’t issue coupons until the new owner allows it. {name} can then change
            the company’s settings, payment method and team. Only the new owner can transfer ownership back.{' '}
            {name} is logged out and has to log in again. You’re both emailed.
          </p>
          {card ? (
            <>
              <p className="muted">
                {card.cardtype} ending in {card.last4} belongs to the company. Unless you remove it, it stays
                and keeps paying for the company’s coupons, and only {name} can then replace or remove it.
              </p>
              <Checkbox
                field={fields.remove_card}
                note={`Coupons can’t be redeemed until ${name} adds another card.`}
              />
            </>
          ) : (
            <p className="muted">
              The company has no saved card. One that {name} adds then pays for the company’s coupons.
            </p>
          )}
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Transferring">
            Make owner
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
