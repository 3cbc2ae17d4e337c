import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { proofForm } from '#modules/identity/forms.ts';
import { askDeletion, getProofNeeded } from '#modules/identity/index.ts';
import { changeOfMind } from '#modules/identity/limits.ts';
import { formatDate, formatDuration } from '#modules/platform/browser.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { ProofField } from '../security/proof-field.tsx';

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getProofNeeded, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofForm,
    operation: askDeletion,
    done: ({ erase_at }) => {
      flash(args.context.visit, `Your account will be deleted on ${formatDate(erase_at)}`);
      return redirect('/user/profile/privacy');
    },
  });
}

/** Requests the deletion of the account, after explaining what happens and what is kept (D23). */
export default function AskDeletion() {
  const { password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Delete your account?">
      <Form id="delete" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <ul className="bullets">
            <li>
              <span>
                <b>For {formatDuration(changeOfMind)}</b>, you can log in and choose to keep your account.
              </span>
            </li>
            <li>
              <span>
                <b>After that</b>, we permanently delete your profile, network, and messages. If a background
                check is in progress, we wait until it’s finished.
              </span>
            </li>
            <li>
              <span>
                <b>The law requires us to keep</b> records of background checks, payments, and which terms you
                accepted.
              </span>
            </li>
          </ul>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Submitting">
            Delete account
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
