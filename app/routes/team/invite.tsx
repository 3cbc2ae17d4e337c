import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import { teamInviteFields } from '#modules/enterprise/fields.ts';
import { teamInviteForm } from '#modules/enterprise/forms.ts';
import { inviteMember, listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { requestJson } from '../../components/connection/request.ts';
import { useWhileTyping } from '../../components/connection/while-typing.ts';
import {
  Checkbox,
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RadioChoice,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { leave, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { roleLabels, roleNotes, teamAddress } from './team-words.ts';

const fields = bind(teamInviteFields);

export const meta = titled('Invite a team member');

const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.teamInviteForm));

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, inviteMember);
  const { team_management_enabled } = await perform(args, listEnterpriseTeam, {});
  if (!team_management_enabled) throw leave(args, enterpriseTexts['team.management-off'], teamAddress);
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: teamInviteForm,
    operation: inviteMember,
    input: ({ emailaddress, role }) => ({ emailaddress, role }),
    refused: { 'enterprise.team-management-off': () => teamAddress },
    done: () => {
      flash(
        args.context.visit,
        enterpriseTexts['console.team-invite-sent'],
        'ok',
        enterpriseTimings['team.invite-sent-shown'],
      );
      return redirect(teamAddress);
    },
  });
}

/**
 * Why an address cannot be invited; null if it can, if it is not whole yet, and if there is no answer, because the
 * server checks the form again.
 */
async function obstacleTo(emailaddress: string, signal: AbortSignal): Promise<string | null> {
  const typed = new FormData();
  typed.set(fields.emailaddress.name, emailaddress);
  const wrong = (await check())(typed);
  if (fields.emailaddress.name in wrong) return null;
  const answer = await requestJson<{ obstacle: string | null }>('/hub/api/user/checkenterpriseteaminvite', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailaddress }),
    signal,
  });
  return answer?.obstacle ?? null;
}

function InviteeInput() {
  const [typed, setTyped] = useState('');
  const found = useWhileTyping(typed.trim(), obstacleTo);
  return (
    <TextInput
      field={fields.emailaddress}
      className="field-checked"
      hint="We’ll email a link that works only for this address. They don’t need an account yet."
      enterKeyHint="send"
      error={found?.about === typed.trim() ? (found.answer ?? undefined) : undefined}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

/** Invites an email address to the team. A person without an account registers through the link (D60). */
export default function InviteMember() {
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
          <InviteeInput />
          <ChoiceGroup field={fields.role}>
            {(['viewer', 'admin'] as const).map((role) => (
              <RadioChoice
                key={role}
                field={fields.role}
                value={role}
                label={roleLabels[role]}
                note={roleNotes[role]}
              />
            ))}
          </ChoiceGroup>
          <Checkbox field={fields.disclosure} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send Invite</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
