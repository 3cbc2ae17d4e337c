import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';
import { teamAddress } from './team-words.ts';

export const meta = titled('Withdraw a team invitation');

export async function loader(args: LoaderFunctionArgs) {
  const { row } = await loadRow(args, 'withdrawinvite');
  return { emailaddress: row.emailaddress };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: saveEnterpriseTeam,
    input: () => ({
      members: [{ invitationid: args.params.invitationid ?? '', delete_flag: 'YES' as const }],
    }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, 'Invitation withdrawn');
      return redirect(teamAddress);
    },
  });
}

export default function Withdraw() {
  const { emailaddress } = useLoaderData<typeof loader>();
  return (
    <Sure id="team-withdraw" result={useActionData<typeof action>()}>
      The invitation for <b className="anywhere">{showEmailAddress(emailaddress)}</b> will be withdrawn, and
      its link will stop working. You can invite them again.
    </Sure>
  );
}
