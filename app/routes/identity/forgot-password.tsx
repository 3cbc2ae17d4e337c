import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { forgotPasswordFields } from '#modules/identity/fields.ts';
import { forgotPasswordForm } from '#modules/identity/forms.ts';
import { forgotPassword } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { AddressInput } from './address-hint.tsx';

const forgot = bind(forgotPasswordFields);

export const meta = titled('Forgot password');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: forgotPasswordForm,
    operation: forgotPassword,
    done: () => redirect('/forgotpassword/verification'),
  });
}

export default function ForgotPassword() {
  return (
    <SoloCard
      title="Forgot your password?"
      lead="Enter your email address. If it has an account, we’ll email it a code and a link."
    >
      <Form id="forgot" result={useActionData<typeof action>()}>
        <AddressInput field={forgot.emailaddress} enterKeyHint="send" />
        <SubmitButton size="large" wide pending="Sending">
          Continue
        </SubmitButton>
      </Form>
      <p className="small">
        <Link to="/login">Back to Login</Link>
      </p>
    </SoloCard>
  );
}
