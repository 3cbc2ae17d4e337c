import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requestRemoval } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow } from './row.server.ts';

export const meta = titled('Remove from Network');

export const loader = (args: LoaderFunctionArgs) => loadRow(args, requestRemoval, 'remove');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: requestRemoval,
    input: () => ({ connectionid: args.params.connectionid ?? '' }),
    done: () => {
      flash(args.context.visit, networkTexts['network.removal-submitted']);
      return redirect(`/user/network${new URL(args.request.url).search}`);
    },
  });
}

export default function Remove() {
  const { name, reason } = useLoaderData<typeof loader>();
  return (
    <Sure
      id="remove"
      obstacle={reason === null ? null : { reason, title: 'Remove from Network' }}
      result={useActionData<typeof action>()}
    >
      <b>{name}</b> will be removed from your network now, and you’ll no longer see their score. The record of
      past views is kept.
    </Sure>
  );
}
