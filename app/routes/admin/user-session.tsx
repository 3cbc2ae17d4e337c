import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { userSessionFields } from '#modules/admin/fields.ts';
import { userSessionForm } from '#modules/admin/forms.ts';
import { startUserSession } from '#modules/admin/index.ts';
import { staffSessionLongest } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Session as user');

const fields = bind(userSessionFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.userSessionForm));

export function action(args: ActionFunctionArgs) {
  const userid = args.params.userid ?? '';
  return submit(args, {
    form: userSessionForm,
    operation: startUserSession,
    input: (value) => ({ ...value, userid }),
    done: ({ redirect_to_branded_domain }) => redirect(redirect_to_branded_domain ?? '/user'),
  });
}

/** Asks for the reason to act as the person, and lists what the session allows (D16). */
export default function UserSession() {
  const { profile } = useRecord();
  const name = `${profile.firstname} ${profile.lastname}`;
  return (
    <RouteDialog title={`Start a session as ${name}?`}>
      <Form id="session" result={useActionData<typeof action>()} check={check} className="dialog-form" reload>
        <DialogBody>
          <p className="muted">
            The session ends after {formatDuration(staffSessionLongest)}, or when your own session ends.
            Everything you do is recorded under both names. You can’t change how {name} logs in, make
            payments, sign documents, accept invitations or scores, or open reports.
          </p>
          <TextArea field={fields.reason} hint={`We’ll email this reason to ${name}.`} rows={3} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Starting">Start session</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
