import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { teamRoleFields } from '#modules/enterprise/fields.ts';
import { teamRoleForm } from '#modules/enterprise/forms.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
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
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { loadRow, saveFailed } from './team.server.ts';
import { memberName, roleLabels, roleNotes, teamAddress } from './team-words.ts';

const fields = bind(teamRoleFields);

export const meta = titled('Change role');

const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.teamRoleForm));

export async function loader(args: LoaderFunctionArgs) {
  const { row, seen, coupons } = await loadRow(args, 'editrole');
  return { row, seen, coupons };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: teamRoleForm,
    operation: saveEnterpriseTeam,
    input: ({ role, issue_coupons, seen }) => ({
      seen,
      members: [
        {
          memberid: args.params.memberid ?? '',
          role,
          issue_coupons: issue_coupons ? ('YES' as const) : ('NO' as const),
        },
      ],
    }),
    otherwise: (refusal) => saveFailed(args, refusal),
    done: () => {
      flash(args.context.visit, 'Team saved');
      return redirect(teamAddress);
    },
  });
}

/** The role of a member and whether they may issue coupons, set by the owner (doc2 §6, D60). */
export default function Role() {
  const { row, seen, coupons } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Role of ${memberName(row)}`}>
      <Form
        id="team-role"
        result={useActionData<typeof action>()}
        check={check}
        defaults={{ role: row.role, issue_coupons: row.issue_coupons }}
        className="dialog-form"
      >
        <DialogBody>
          <input type="hidden" name={fields.seen.name} value={seen} />
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
          <Checkbox
            field={fields.issue_coupons}
            note={
              coupons
                ? 'Admins only. Your company’s card is charged when someone redeems a coupon.'
                : 'Admins only. It has no effect while your company’s payments are off.'
            }
          />
          <p className="small muted">
            It takes effect at once. If the role changes, {memberName(row)} is logged out everywhere, has to
            log in again, and gets an email.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
