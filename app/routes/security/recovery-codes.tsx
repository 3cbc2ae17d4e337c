import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { proofForm } from '#modules/identity/forms.ts';
import { getProofNeeded, getRecoveryCodes, makeRecoveryCodes } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
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
import { ProofField } from './proof-field.tsx';
import { ShownCodes } from './shown-codes.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return {
    ...(await perform(args, getProofNeeded, {})),
    ...(await perform(args, getRecoveryCodes, {})),
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofForm,
    operation: makeRecoveryCodes,
    input: (value) => value,
    done: ({ codes }) => data({ codes }),
  });
}

/** Creates new recovery codes and shows them once. */
export default function RecoveryCodes() {
  const { left, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'codes' in result) return <ShownCodes codes={result.codes} />;
  return (
    <RouteDialog title={left === null ? 'Create recovery codes?' : 'Create new recovery codes?'}>
      <Form id="codes" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            You get {identityLimits['recovery.codes-count']} codes, which are shown only once.{' '}
            {left === null ? null : 'Your earlier codes stop working.'}
          </p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Create codes</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
