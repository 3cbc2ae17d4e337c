import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { termsFields } from '#modules/identity/fields.ts';
import { termsForm } from '#modules/identity/forms.ts';
import { acceptTerms, getRegistration } from '#modules/identity/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Checkbox, Document, Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';

const terms = bind(termsFields);

export const meta = titled('Terms');
export const handle: SoloHandle = { logout: true };

/** The page that follows the terms. */
const after = (emailverified: boolean) => (emailverified ? '/user' : '/register/verification');

export async function loader(args: LoaderFunctionArgs) {
  const registration = await perform(args, getRegistration, {});
  if (registration.termsaccepted) throw redirect(after(registration.emailverified));
  return registration;
}

/** Acceptance is refused if the terms have been replaced; the answer then contains the current ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus <= 400;

export async function action(args: ActionFunctionArgs) {
  const caller = await callerOf(args);
  return submit(args, {
    form: termsForm,
    operation: acceptTerms,
    input: (value) => value,
    done: () => redirect(after(caller?.emailVerified ?? false)),
  });
}

export default function RegisterTerms() {
  const { terms_html, terms_version, emailverified } = useLoaderData<typeof loader>();
  return (
    <SoloCard
      title={emailverified ? 'The terms have changed' : 'Read the terms'}
      lead="Please read the terms. Accept to continue, or log out."
    >
      <Document title="Terms and conditions" meta={[`Version ${terms_version}`]} html={terms_html} />
      <Form id="terms" result={useActionData<typeof action>()}>
        <input type="hidden" name={terms.terms_version.name} value={terms_version} />
        <Checkbox field={terms.accept_terms} />
        <Checkbox field={terms.email_copy} />
        <SubmitButton size="large" wide pending="Saving">
          Continue
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
