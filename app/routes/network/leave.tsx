import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { leaveNetwork } from '#modules/network/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Leave Network');

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
  return (
    <Sure id="leave" result={useActionData<typeof action>()}>
      You’ll leave this network for good. They’ll have to invite you again to see your score.
    </Sure>
  );
}
