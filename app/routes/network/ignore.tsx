import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getInvitation, ignoreInvite } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { leaveLink } from './link-cookies.server.ts';

export const meta = titled('Ignore this invitation?');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getInvitation, { inviteid: args.params.inviteid ?? '' });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: ignoreInvite,
    input: () => ({ inviteid: args.params.inviteid ?? '' }),
    done: () => {
      leaveLink(args.context.visit);
      flash(args.context.visit, 'Invitation ignored');
      return redirect('/user');
    },
  });
}

/** The person cannot undo ignoring an invitation (doc1 §4). */
export default function Ignore() {
  const { invitation } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const network = invitation.businessname || `${invitation.firstname} ${invitation.lastname}`;
  return (
    <RouteDialog title="Ignore this invitation?">
      <Form id="ignore" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            The invitation from <b>{network}</b> will be removed from your list.{' '}
            {invitation.connectiontype === 'INDIVIDUAL'
              ? 'You can’t undo this, and we won’t email you invitations from them again. To accept later, ask them for the link.'
              : 'You can’t undo this, but they can invite you again.'}
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger">Ignore invitation</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
