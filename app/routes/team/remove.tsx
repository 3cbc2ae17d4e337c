import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveCompanyTeam } from '#modules/admin/index.ts';
import { teamSeenForm } from '#modules/enterprise/forms.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { endings, loadRow, staffCompanyOf } from './team.server.ts';
import { memberName } from './team-words.ts';

export const meta = titled('Remove a team member');

export async function loader(args: LoaderFunctionArgs) {
  const { row, seen } = await loadRow(args, 'remove');
  return { name: memberName(row), seen };
}

export async function action(args: ActionFunctionArgs) {
  const companyid = await staffCompanyOf(args);
  const sending = { form: teamSeenForm, ...endings(args, 'Member removed') };
  const members = [{ memberid: args.params.memberid ?? '', delete_flag: 'YES' as const }];
  return companyid
    ? submit(args, {
        ...sending,
        operation: saveCompanyTeam,
        input: ({ seen }) => ({ companyid, seen, members }),
      })
    : submit(args, { ...sending, operation: saveEnterpriseTeam, input: ({ seen }) => ({ seen, members }) });
}

export default function Remove() {
  const { name, seen } = useLoaderData<typeof loader>();
  return (
    <Sure id="team-remove" result={useActionData<typeof action>()} values={{ seen }}>
      <b>{name}</b> will no longer be on the team or see the company’s network. It takes effect immediately,
      and we’ll email them. Their own account stays as it is.
    </Sure>
  );
}
