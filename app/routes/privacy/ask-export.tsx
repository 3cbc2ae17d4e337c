import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { proofForm } from '#modules/identity/forms.ts';
import { askExport, getProofNeeded } from '#modules/identity/index.ts';
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

/** Asks for a copy of the person's data (D23). */
export default function AskExport() {
  const { password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Get a copy of your data">
      <Form id="export" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            We put everything that we hold about you into one zip file: your profile, your applications and
            reports, your payments, your network. We email you when it is ready. You download it here, signed
            in, within 3 days.
          </p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Asking">Ask for a copy</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
