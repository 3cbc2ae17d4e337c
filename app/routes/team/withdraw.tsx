import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveCompanyTeam } from '#modules/admin/index.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { Sure } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { endings, loadRow, staffCompanyOf } from './team.server.ts';

export const meta = titled('Withdraw a team invitation');

export async function loader(args: LoaderFunctionArgs) {
  const { row } = await loadRow(args, 'withdrawinvite');
  return { emailaddress: row.emailaddress };
}

export async function action(args: ActionFunctionArgs) {
  const companyid = await staffCompanyOf(args);
  const sending = { form: buttonForm, ...endings(args, 'Invitation withdrawn') };
  const members = [{ invitationid: args.params.invitationid ?? '', delete_flag: 'YES' as const }];
  return companyid
    ? submit(args, { ...sending, operation: saveCompanyTeam, input: () => ({ companyid, members }) })
    : submit(args, { ...sending, operation: saveEnterpriseTeam, input: () => ({ members }) });
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
