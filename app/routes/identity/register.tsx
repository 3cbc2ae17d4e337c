import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { registerFields } from '#modules/identity/fields.ts';
import { registerForm } from '#modules/identity/forms.ts';
import { register } from '#modules/identity/index.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Checkbox,
  checkedBy,
  Form,
  PageTitle,
  PasswordField,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { callerOf } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { followedInvitation } from '../network/followed-invitation.server.ts';
import { InvitedBanner } from '../network/invited-banner.tsx';
import { AddressInput } from './address-hint.tsx';
import { destinationOf, keepNext } from './destination.server.ts';
import { meter } from './strength.tsx';

const join = bind(registerFields);

export const meta = titled('Join');

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.registerForm),
  identityTexts['register.missing-fields'],
);

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  if (caller?.twoStepDone) {
    throw redirect(caller.termsAccepted ? await destinationOf(args) : `/register/terms${keepNext(args)}`);
  }
  return followedInvitation(args);
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: registerForm,
    operation: register,
    input: ({ confirmpassword: _same, accept_terms: _agreed, ...account }) => account,
    done: () => redirect('/register/terms'),
  });
}

export default function Register() {
  const invited = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack stack-8">
        <PageTitle>Join</PageTitle>
        <p className="muted">
          Already have an account? <Link to="/login">Log in</Link>
        </p>
      </div>
      <InvitedBanner {...invited} to="join" />
      <Form
        id="register"
        result={useActionData<typeof action>()}
        check={check}
        defaults={{ emailaddress: invited.emailaddress ?? '' }}
      >
        <div className="pair">
          <TextInput field={join.firstname} />
          <TextInput field={join.lastname} />
        </div>
        <TextInput field={join.businessname} />
        <AddressInput field={join.emailaddress} hint="We’ll email a code to confirm it’s yours." />
        <TextInput field={join.mobile} />
        <PasswordField
          field={join.password}
          hint={`At least ${identityLimits['password.characters'][0]} characters. A few uncommon words are strong and easy to remember.`}
          meter={meter}
        />
        <PasswordField field={join.confirmpassword} />
        <Checkbox
          field={join.accept_terms}
          label={
            <>
              I agree to the{' '}
              <a href="/terms" target="_blank" rel="noreferrer">
                terms
              </a>
            </>
          }
        />
        <SubmitButton size="large" wide pending="Creating your account">
          Continue
        </SubmitButton>
      </Form>
      <p className="small faint">Next, you’ll review the terms.</p>
    </>
  );
}
