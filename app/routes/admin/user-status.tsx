import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { switchedForm } from '#modules/admin/forms.ts';
import { changeAccountStatus } from '#modules/admin/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Account status');

export function action(args: ActionFunctionArgs) {
  const userid = args.params.userid ?? '';
  return submit(args, {
    form: switchedForm,
    operation: changeAccountStatus,
    input: ({ value }) => ({ userid, active: value }),
    done: (_output, { value }) => {
      flash(args.context.visit, value === 'YES' ? 'Account restored' : 'Account disabled');
      return redirect(`/admin/user/${userid}#account`);
    },
  });
}

/** Asks for confirmation before an account is disabled or restored, and lists the effects (doc3 §4, D73). */
export default function UserStatus() {
  const { profile } = useRecord();
  const result = useActionData<typeof action>();
  const { active } = profile;
  return (
    <RouteDialog title={active ? 'Disable this account?' : 'Restore this account?'}>
      <Form id="status" result={result} summary={false} className="dialog-form">
        <input type="hidden" name="value" value={active ? 'NO' : 'YES'} />
        <DialogBody>
          <RefusalBanner result={result} />
          {active ? <Disabling /> : <Restoring />}
          <p className="muted">We’ll notify them by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind={active ? 'danger' : 'primary'} pending="Saving">
            {active ? 'Disable account' : 'Restore account'}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

function Disabling() {
  const { firstname, lastname, company_name, team_role } = useRecord().profile;
  const name = `${firstname} ${lastname}`;
  return (
    <>
      <p>{name} will no longer be able to log in.</p>
      <ul>
        <li>Every browser is logged out.</li>
        <li>Active ShieldIDs expire today. Restoring the account brings back those that are still valid.</li>
        <li>Open invitations to and from {name} are canceled for good.</li>
        {team_role === 'owner' ? (
          <li>
            {name} owns {company_name}. The company keeps its network and its team, but no one on the team
            will be able to manage the account. Consider transferring ownership first.
          </li>
        ) : null}
      </ul>
    </>
  );
}

function Restoring() {
  const { firstname, lastname, previous_expiration, previous_score } = useRecord().profile;
  return (
    <>
      <p>
        {firstname} {lastname} can log in again with the same password.
      </p>
      <p>
        {previous_expiration && previous_score
          ? `The score ${previous_score} will be restored, unless its expiration date, ${formatDate(previous_expiration)}, has passed.`
          : 'There is no valid score to restore.'}
      </p>
    </>
  );
}
