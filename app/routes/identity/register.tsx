import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { registerForm } from '#modules/identity/forms.ts';
import { register } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { submit } from '../../action.server.ts';
import {
  checkedBy,
  Form,
  PasswordField,
  PhoneField,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { callerOf } from '../../door.server.ts';
import { meter } from './strength.tsx';

export const meta = () => [{ title: 'Join - ShieldHub' }];

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.registerForm),
  identityTexts['register.missing-fields'],
);

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) throw redirect(caller.termsAccepted ? '/user' : '/register/terms');
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    schema: registerForm,
    operation: register,
    done: () => redirect('/register/terms'),
  });
}

export default function Register() {
  return (
    <>
      <div className="stack stack-8">
        <h1>Join</h1>
        <p className="muted">
          You have an account? <Link to="/login">Log in</Link>
        </p>
      </div>
      <Form id="register" result={useActionData<typeof action>()} check={check}>
        <div className="pair">
          <TextInput name="firstname" label="First name" autoComplete="given-name" maxLength={60} />
          <TextInput name="lastname" label="Last name" autoComplete="family-name" maxLength={60} />
        </div>
        <TextInput
          name="businessname"
          label="Business name"
          optional
          autoComplete="organization"
          maxLength={120}
        />
        <TextInput
          name="emailaddress"
          label="E-mail"
          hint="We send a code to it, to see that it is yours."
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <PhoneField name="mobile" label="Mobile" />
        <PasswordField
          name="password"
          label="Password"
          use="new-password"
          hint={`At least ${identityLimits['password.characters'][0]} characters. Several unusual words are strong and easy to keep.`}
          meter={meter}
        />
        <PasswordField name="confirmpassword" label="Confirm password" use="new-password" />
        <SubmitButton size="large" wide pending="Making your account">
          Continue
        </SubmitButton>
      </Form>
      <p className="small faint">Next you read the terms and decide whether to accept them.</p>
    </>
  );
}
