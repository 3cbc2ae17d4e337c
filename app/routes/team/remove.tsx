import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { teamSeenForm } from '#modules/enterprise/forms.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';
import { memberName, teamAddress } from './team-words.ts';

export const meta = titled('Remove a team member');

export async function loader(args: LoaderFunctionArgs) {
  const { row, seen } = await loadRow(args, 'remove');
  return { name: memberName(row), seen };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: teamSeenForm,
    operation: saveEnterpriseTeam,
    input: ({ seen }) => ({
      seen,
      members: [{ memberid: args.params.memberid ?? '', delete_flag: 'YES' as const }],
    }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, 'Member removed');
      return redirect(teamAddress);
    },
  });
}

export default function Remove() {
  const { name, seen } = useLoaderData<typeof loader>();
  return (
    <Sure id="team-remove" result={useActionData<typeof action>()} values={{ seen }}>
      <b>{name}</b> will no longer be on your team or see your company’s network. It takes effect at once, and
      they’re emailed. Their own account stays as it is.
    </Sure>
  );
}
