import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';
import { memberName, teamAddress } from './team-words.ts';

export const meta = titled('Transfer Ownership');

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, switchEnterpriseOwner);
  const { row } = await loadRow(args, 'switchowner');
  return { name: memberName(row) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: switchEnterpriseOwner,
    input: () => ({ newuserid: args.params.memberid ?? '' }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, enterpriseTexts['console.owner-switched']);
      return redirect(teamAddress);
    },
  });
}

/** Asks for confirmation before another member becomes the owner (doc2 §4.9). */
export default function Owner() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Make ${name} the owner?`} closeTo={teamAddress}>
      <Form id="team-owner" result={useActionData<typeof action>()} summary={false} className="dialog-form">
        <DialogBody>
          <p className="muted">
            You become an admin and can’t issue coupons until the new owner allows it. {name} can then change
            the company’s settings, payment method and team. Only the new owner can transfer ownership back.
            You’re both emailed.
          </p>
        </DialogBody>
        <DialogFoot closeTo={teamAddress}>
          <SubmitButton kind="danger" pending="Transferring">
            Make owner
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
