import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { cancelInvite } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow } from './row.server.ts';

export const meta = titled('Cancel Invite');

export const loader = (args: LoaderFunctionArgs) => loadRow(args, cancelInvite, 'cancelinvite');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: cancelInvite,
    input: () => ({ inviteid: args.params.connectionid ?? '' }),
    done: () => {
      flash(args.context.visit, 'Invitation canceled');
      return redirect(`/user/network${new URL(args.request.url).search}`);
    },
  });
}

export default function Cancel() {
  const { name, accepted, reason } = useLoaderData<typeof loader>();
  return (
    <Sure
      id="cancel"
      obstacle={reason === null ? null : { reason, title: 'Cancel Invite' }}
      result={useActionData<typeof action>()}
    >
      {accepted ? (
        <>
          <b>{name}</b> accepted, so they’ll be removed from your network now. You can invite them again.
        </>
      ) : (
        <>
          The invitation for <b>{name}</b> will be withdrawn, and its link will stop working. You can invite
          them again.
        </>
      )}
    </Sure>
  );
}
