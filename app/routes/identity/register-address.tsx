import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { newAddressFields } from '#modules/identity/fields.ts';
import { newAddressForm } from '#modules/identity/forms.ts';
import { correctRegistrationAddress } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { AddressInput } from './address-hint.tsx';

const corrected = bind(newAddressFields);

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: newAddressForm,
    operation: correctRegistrationAddress,
    done: () => {
      flash(args.context.visit, identityTexts['register.address-corrected']);
      return redirect('/register/verification');
    },
  });
}

/** Changes a mistyped address of an account before it is verified. */
export default function RegisterAddress() {
  return (
    <RouteDialog title="Change your email address">
      <Form id="address" result={useActionData<typeof action>()} className="dialog-form">
        <DialogBody>
          <AddressInput
            field={corrected.emailaddress}
            hint="We’ll email a new code to this address."
            enterKeyHint="send"
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Sending">Send a new code</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
