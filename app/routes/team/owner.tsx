import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { teamOwnerForm } from '#modules/enterprise/forms.ts';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { getPaymentMethod } from '#modules/purchasing/index.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { CompanyCard } from './company-card.tsx';
import { endings, loadRow } from './team.server.ts';
import { memberName } from './team-words.ts';

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
    ...endings(args, enterpriseTexts['console.owner-switched']),
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
            the company’s settings, payment method, and team. Only the new owner can transfer ownership back.{' '}
            {name} is logged out and has to log in again. We’ll email you both.
          </p>
          <CompanyCard card={card} next={name} />
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
