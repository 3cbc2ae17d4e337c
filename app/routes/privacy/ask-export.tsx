import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { proofForm } from '#modules/identity/forms.ts';
import { askExport, getProofNeeded } from '#modules/identity/index.ts';
import { exportKept } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
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
    operation: askExport,
    done: () => {
      flash(args.context.visit, 'We’ll email you when the copy is ready');
      return redirect('/user/profile/privacy');
    },
  });
}

/** Requests a copy of the person's data (D23). */
export default function AskExport() {
  const { password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Get a copy of your data">
      <Form id="export" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            We’ll put everything we hold about you into one zip file: your profile, applications and reports,
            payments, and network. We’ll email you when it’s ready. You can then download it here for{' '}
            {formatDuration(exportKept)}.
          </p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Requesting">Request a copy</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
