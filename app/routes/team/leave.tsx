import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { teamSeenForm } from '#modules/enterprise/forms.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { requireCaller } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';

export const meta = titled('Leave the team');

export async function loader(args: LoaderFunctionArgs) {
  const { row, seen } = await loadRow(args, 'leave');
  const { facts } = await requireCaller(args, saveEnterpriseTeam.access);
  return { memberid: row.memberid, company: facts.company_name ?? '', seen };
}

export async function action(args: ActionFunctionArgs) {
  const { row } = await loadRow(args, 'leave');
  return submit(args, {
    form: teamSeenForm,
    operation: saveEnterpriseTeam,
    // Leaving affects no other member, so their changes in the meantime do not matter.
    input: () => ({ members: [{ memberid: row.memberid, delete_flag: 'YES' as const }] }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, 'You left the team');
      return redirect('/user');
    },
  });
}

export default function Leave() {
  const { company, seen } = useLoaderData<typeof loader>();
  return (
    <Sure id="team-leave" result={useActionData<typeof action>()} values={{ seen }}>
      You’ll no longer be on the team of <b>{company}</b> or see its network. It takes effect immediately, and
      we’ll email the owner. To come back, you need a new invitation.
    </Sure>
  );
}
