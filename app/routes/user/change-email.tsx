import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { emailChangeFields } from '#modules/identity/fields.ts';
import { emailChangeForm } from '#modules/identity/forms.ts';
import { getEmailChange, startEmailChange } from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { AddressInput } from '../identity/address-hint.tsx';
import { ProofField } from '../security/proof-field.tsx';

const fields = bind(emailChangeFields);

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getEmailChange, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: emailChangeForm,
    operation: startEmailChange,
    done: () => redirect('/user/profile/emailcode'),
  });
}

/** Starts a change of the address that the person logs in with. */
export default function ChangeEmail() {
  const { emailaddress, password_needed } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Change your email address">
      <Form id="email" result={useActionData<typeof action>()} className="dialog-form">
        <DialogBody>
          <p className="muted">
            You log in with <b className="anywhere">{showEmailAddress(emailaddress)}</b>. We’ll send a code to
            the new address, and nothing changes until you enter it. We’ll then email your current address a
            link that can undo the change for {formatDuration(identityTimings['undo.lifetime'])}.
          </p>
          <AddressInput field={fields.emailaddress} />
          <ProofField needed={password_needed} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send a code</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
