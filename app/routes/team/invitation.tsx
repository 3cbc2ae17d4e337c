import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resendCompanyInvite } from '#modules/admin/index.ts';
import { resendInvite } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Facts, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { endings, loadRow, staffCompanyOf } from './team.server.ts';
import { roleLabels } from './team-words.ts';

export const meta = titled('Pending Invite');

export async function loader(args: LoaderFunctionArgs) {
  const { row } = await loadRow(args, 'resendinvite');
  return { row, now: args.context.portal.clock.now() };
}

export async function action(args: ActionFunctionArgs) {
  const companyid = await staffCompanyOf(args);
  const sent = enterpriseTexts['console.team-invite-sent'];
  const sending = { form: buttonForm, ...endings(args, sent, enterpriseTimings['team.invite-sent-shown']) };
  const invitationid = args.params.invitationid ?? '';
  return companyid
    ? submit(args, { ...sending, operation: resendCompanyInvite, input: () => ({ companyid, invitationid }) })
    : submit(args, { ...sending, operation: resendInvite, input: () => ({ invitationid }) });
}

/** An invitation to the team that was not accepted yet (doc2 §2.16). */
export default function Invitation() {
  const { row, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const { emailaddress, role, invite_dts, invite_expires_dts: expires } = row;
  return (
    <RouteDialog title="Pending Invite">
      <Form id="team-resend" result={useActionData<typeof action>()} summary={false} className="dialog-form">
        <DialogBody>
          <Facts
            facts={[
              [
                'Email',
                <span key="email" className="anywhere">
                  {showEmailAddress(emailaddress)}
                </span>,
              ],
              ['Role', roleLabels[role]],
              ['Sent', invite_dts ? formatDateTime(invite_dts, timeZone) : ''],
              [
                expires && expires > now ? 'Expires' : 'Expired',
                expires ? formatDate(expires, timeZone) : '',
              ],
            ]}
          />
          <p className="small muted">
            If you resend it, they get the same link again, and it expires 30 days from today.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Resend Invite</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
