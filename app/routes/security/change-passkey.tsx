import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { passkeyNameFields } from '#modules/identity/fields.ts';
import { passkeyNameForm, proofForm } from '#modules/identity/forms.ts';
import { getProofNeeded, listPasskeys, removePasskey, renamePasskey } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { Form as AnyForm } from '#modules/platform/fields/form.ts';
import { Refusal } from '#modules/platform/index.ts';
import { readAbout, submit } from '../../action.server.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { errorPage, perform, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { ProofField } from './proof-field.tsx';

const fields = bind(passkeyNameFields);

/**
 * `rename` or `remove`, and the passkey's id.
 * @throws Response for any other address, or if the caller may not
 */
async function changeOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  await requireAllowed(args, removePasskey);
  const { passkeychange: change, passkeyid: id = '' } = args.params;
  if (change !== 'rename' && change !== 'remove') throw errorPage(new Refusal('not-found'));
  return { change, id } as const;
}

const formOf = ({ params }: ActionFunctionArgs): AnyForm =>
  params.passkeychange === 'rename' ? passkeyNameForm : proofForm;

export async function loader(args: LoaderFunctionArgs) {
  const { change, id } = await changeOf(args);
  const { passkeys } = await perform(args, listPasskeys, {});
  const passkey = passkeys.find((known) => known.id === id);
  if (!passkey) throw errorPage(new Refusal('not-found'));
  return { change, name: passkey.name, ...(await perform(args, getProofNeeded, {})) };
}

export async function action(sent: ActionFunctionArgs) {
  const [args, { change, id }] = await readAbout(sent, formOf(sent), changeOf);
  const done = (words: string) => () => {
    flash(args.context.visit, words);
    return redirect('/user/profile/security');
  };
  if (change === 'rename') {
    return submit(args, {
      form: passkeyNameForm,
      operation: renamePasskey,
      input: (value) => ({ ...value, id }),
      done: done('Passkey renamed'),
    });
  }
  return submit(args, {
    form: proofForm,
    operation: removePasskey,
    input: (value) => ({ ...value, id }),
    done: done('Passkey removed'),
  });
}

export default function ChangePasskey() {
  const { change, name, password_needed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const remove = change === 'remove';
  return (
    <RouteDialog title={remove ? 'Remove this passkey?' : 'Rename this passkey'}>
      <Form id="change-passkey" result={result} summary={false} defaults={{ name }} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          {remove ? (
            <>
              <p className="muted">
                <b>{name}</b> will no longer log you in. Delete it from your device too.
              </p>
              <ProofField needed={password_needed} />
            </>
          ) : (
            <TextInput field={fields.name} />
          )}
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind={remove ? 'danger' : 'primary'}>{remove ? 'Remove' : 'Save'}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
