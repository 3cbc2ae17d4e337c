import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { saveCompanyTeam } from '#modules/admin/index.ts';
import { teamRoleFields } from '#modules/enterprise/fields.ts';
import { teamRoleForm } from '#modules/enterprise/forms.ts';
import { saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readAbout, submit } from '../../action.server.ts';
import {
  Checkbox,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { RoleChoice } from './role-choice.tsx';
import { endings, loadRow, staffCompanyOf } from './team.server.ts';
import { memberName } from './team-words.ts';

const fields = bind(teamRoleFields);

export const meta = titled('Change role');

export const shouldRevalidate = keepsWhatIsTyped();

const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.teamRoleForm));

export async function loader(args: LoaderFunctionArgs) {
  const { row, seen, coupons } = await loadRow(args, 'editrole');
  return { row, seen, coupons };
}

export async function action(sent: ActionFunctionArgs) {
  const [args, companyid] = await readAbout(sent, teamRoleForm, staffCompanyOf);
  const sending = { form: teamRoleForm, ...endings(args, 'Team saved') };
  const wanted = ({ role, issue_coupons, seen }: z.output<typeof teamRoleForm.schema>) => ({
    seen,
    members: [
      {
        memberid: args.params.memberid ?? '',
        role,
        issue_coupons: issue_coupons ? ('YES' as const) : ('NO' as const),
      },
    ],
  });
  return companyid
    ? submit(args, {
        ...sending,
        operation: saveCompanyTeam,
        input: (value) => ({ companyid, ...wanted(value) }),
      })
    : submit(args, { ...sending, operation: saveEnterpriseTeam, input: wanted });
}

/** The role of a member and whether they may issue coupons, set by the owner or by staff (doc2 §6, D60). */
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
          <RoleChoice />
          <Checkbox
            field={fields.issue_coupons}
            note={
              coupons
                ? 'Admins only. The company’s card is charged when someone redeems a coupon.'
                : 'Admins only. It has no effect while the company’s payments are off.'
            }
          />
          <p className="small muted">
            It takes effect immediately. If the role changes, {memberName(row)} is logged out everywhere, has
            to log in again, and gets an email.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
