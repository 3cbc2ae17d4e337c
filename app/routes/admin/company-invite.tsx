import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { companyTeamInviteFields } from '#modules/admin/fields.ts';
import { companyTeamInviteForm } from '#modules/admin/forms.ts';
import { checkCompanyTeamInvite, inviteCompanyMember } from '#modules/admin/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readAllowed, submit } from '../../action.server.ts';
import {
  Banner,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';
import { titled } from '../../title.ts';
import { InviteeInput, useInvitee } from '../team/invitee-input.tsx';
import { RoleChoice } from '../team/role-choice.tsx';
import { endings } from '../team/team.server.ts';
import { companyIdOf } from './company-id.server.ts';

const fields = bind(companyTeamInviteFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.companyTeamInviteForm));

export const meta = titled('Invite a team member');

export async function loader(args: LoaderFunctionArgs) {
  return { companyid: await companyIdOf(args) };
}

/** An address without an account is invited once the page has warned of it, which without script takes a second press. */
export async function action(args: ActionFunctionArgs) {
  const read = { ...args, ...(await readForm(args)) };
  const { value, again } = await readAllowed(read, companyTeamInviteForm, inviteCompanyMember);
  const companyid = await companyIdOf(args);
  if (value && value.warned !== value.emailaddress) {
    const { emailaddress } = value;
    const { warning } = await perform(args, checkCompanyTeamInvite, { companyid, emailaddress });
    if (warning) return again({ unknown: emailaddress });
  }
  const { done } = endings(
    args,
    enterpriseTexts['console.team-invite-sent'],
    enterpriseTimings['team.invite-sent-shown'],
  );
  return submit(read, {
    form: companyTeamInviteForm,
    operation: inviteCompanyMember,
    input: ({ emailaddress, role }) => ({ companyid, emailaddress, role }),
    done,
  });
}

/** The address without an account of which the action warns; null if there is none. */
function unknownIn(result: unknown): string | null {
  return (result as { found?: { unknown?: string } } | undefined)?.found?.unknown ?? null;
}

/** Staff invite an address into the team of a company, on the company's behalf (doc3 §4, §5). */
export default function CompanyInvite() {
  const { companyid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const invitee = useInvitee('/admin/checkenterpriseteaminvite', { companyid }, check);
  const answered = unknownIn(result);
  const isAnswered = invitee.typed === '' || invitee.typed === answered;
  const unknown = invitee.warning ? invitee.typed : isAnswered ? answered : null;
  return (
    <RouteDialog title="Invite a team member">
      <Form
        id="company-invite"
        result={result}
        check={check}
        defaults={{ role: 'viewer' }}
        className="dialog-form"
      >
        <DialogBody>
          <InviteeInput obstacle={invitee.obstacle} onTyped={invitee.setTyped} />
          {unknown === null ? null : (
            <Banner tone="warn" live="status" title={enterpriseTexts['console.no-such-user']}>
              They can still join: the link lets them register first. Send the invite if the address is right.
              <input type="hidden" name={fields.warned.name} value={unknown} />
            </Banner>
          )}
          <RoleChoice />
          <p className="small muted">
            The email says that our support team invites them on the company’s behalf.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send Invite</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
