import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { resetTwoFactor } from '#modules/admin/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
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

export const meta = titled('Reset two-step verification');

export function action(args: ActionFunctionArgs) {
  const userid = args.params.userid ?? '';
  return submit(args, {
    form: buttonForm,
    operation: resetTwoFactor,
    input: () => ({ userid }),
    done: () => {
      flash(args.context.visit, 'Two-step verification reset');
      return redirect(`/admin/user/${userid}#security`);
    },
  });
}

/** Asks for confirmation before the person's methods are removed, which cannot be undone. */
export default function UserTwoStep() {
  const { profile } = useRecord();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Reset two-step verification?">
      <Form id="two-step" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            Codes for {profile.firstname} {profile.lastname} will go to{' '}
            <b className="anywhere">{showEmailAddress(profile.emailaddress)}</b> from now on.
          </p>
          <p className="muted">
            All other methods, recovery codes and remembered browsers are removed, and every browser is logged
            out. We’ll notify them by email. This can’t be undone.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Resetting">
            Reset two-step verification
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
