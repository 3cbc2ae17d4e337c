import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listApiKeys, revokeApiKey } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { proofForm } from '#modules/identity/forms.ts';
import { getProofNeeded } from '#modules/identity/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Refusal } from '#modules/platform/index.ts';
import { submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { errorPage, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { ProofField } from '../security/proof-field.tsx';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Revoke an API key');

export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, revokeApiKey);
  const { keys } = await perform(args, listApiKeys, {});
  const key = keys.find(({ id }) => id === args.params.apikeyid);
  if (!key) throw errorPage(new Refusal('not-found'));
  return { key, ...(await perform(args, getProofNeeded, {})) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofForm,
    operation: revokeApiKey,
    input: ({ currentpassword }) => ({ apikeyid: args.params.apikeyid ?? '', currentpassword }),
    refused: { 'enterprise.api-key-not-active': () => '/user/developers' },
    done: () => {
      flash(args.context.visit, enterpriseTexts['api-keys.revoked']);
      return redirect('/user/developers');
    },
  });
}

export default function RevokeKey() {
  const { key, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  return (
    <RouteDialog title={`Revoke “${key.name}”?`}>
      <Form id="revoke-key" result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">
            Calls with it are refused from now on, and it can’t be turned on again.{' '}
            {key.last_used_at
              ? `It was last used ${formatDateTime(key.last_used_at, timeZone)} from ${key.last_used_address}.`
              : 'It was never used.'}
          </p>
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Revoking">
            Revoke key
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
