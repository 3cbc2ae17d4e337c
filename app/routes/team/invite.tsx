import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { teamInviteFields } from '#modules/enterprise/fields.ts';
import { teamInviteForm } from '#modules/enterprise/forms.ts';
import { inviteMember, listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Checkbox,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { leave, perform, requireAllowed } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { InviteeInput, useInvitee } from './invitee-input.tsx';
import { RoleChoice } from './role-choice.tsx';
import { endings } from './team.server.ts';
import { teamAddress } from './team-words.ts';

const fields = bind(teamInviteFields);

export const meta = titled('Invite a team member');

const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.teamInviteForm));

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, inviteMember);
  const { team_management_enabled } = await perform(args, listEnterpriseTeam, {});
  if (!team_management_enabled) throw leave(args, enterpriseTexts['team.management-off'], teamAddress());
  return null;
}

export function action(args: ActionFunctionArgs) {
  const { done } = endings(
    args,
    enterpriseTexts['console.team-invite-sent'],
    enterpriseTimings['team.invite-sent-shown'],
  );
  return submit(args, {
    form: teamInviteForm,
    operation: inviteMember,
    input: ({ emailaddress, role }) => ({ emailaddress, role }),
    refused: { 'enterprise.team-management-off': () => teamAddress() },
    done,
  });
}

/** Invites an email address to the team. A person without an account registers through the link (D60). */
export default function InviteMember() {
  const { obstacle, setTyped } = useInvitee('/user/checkenterpriseteaminvite', {}, check);
  return (
    <RouteDialog title="Invite a team member">
      <Form
        id="team-invite"
        result={useActionData<typeof action>()}
        check={check}
        defaults={{ role: 'viewer' }}
        className="dialog-form"
      >
        <DialogBody>
          <InviteeInput obstacle={obstacle} onTyped={setTyped} />
          <RoleChoice />
          <Checkbox field={fields.disclosure} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send Invite</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
