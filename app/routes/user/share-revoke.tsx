import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { revokeShareLink } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Revoke link');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: revokeShareLink,
    input: () => ({ linkid: args.params.linkid ?? '' }),
    done: () => {
      flash(args.context.visit, networkTexts['share.revoked']);
      return redirect('/user/share');
    },
  });
}

export default function ShareRevoke() {
  return (
    <Sure id="revoke" result={useActionData<typeof action>()}>
      The link and every printed copy of its QR code stop working immediately. You can’t turn it on again, but
      you can make a new one.
    </Sure>
  );
}
