import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getLeaving, leaveNetwork } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Leave Network');

export const loader = (args: LoaderFunctionArgs) =>
  perform(args, getLeaving, { connectionid: args.params.connectionid ?? '' });

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: leaveNetwork,
    input: () => ({ connectionid: args.params.connectionid ?? '' }),
    done: () => {
      flash(args.context.visit, 'You left the network');
      return redirect('/user/network?tab=others');
    },
  });
}

export default function Leave() {
  const { name, reason } = useLoaderData<typeof loader>();
  return (
    <Sure
      id="leave"
      obstacle={reason === null ? null : { reason, title: 'Leave Network' }}
      result={useActionData<typeof action>()}
    >
      You’ll leave the network of <b>{name}</b> for good. They’ll have to invite you again to see your score.
    </Sure>
  );
}
