import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { acceptTerms, getTermsDue } from '#modules/enterprise/index.ts';
import { termsForm } from '#modules/identity/forms.ts';
import { getRegistration } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { submit } from '../../action.server.ts';
import { SoloCard } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { refusedForm } from '../../file-form.server.ts';
import { termsTitle } from '../../terms-due.ts';
import { titled } from '../../title.ts';
import type { SoloHandle } from '../shell/solo.tsx';
import { destinationOf, keepNext } from './destination.server.ts';
import { TermsForm } from './terms-form.tsx';

export const meta = titled('Terms');
export const handle: SoloHandle = { logout: true };

/** The page after the terms: the code of a new account, or the page that the person wanted. */
async function after(args: LoaderFunctionArgs | ActionFunctionArgs, emailverified: boolean) {
  return emailverified ? destinationOf(args) : `/register/verification${keepNext(args)}`;
}

export async function loader(args: LoaderFunctionArgs) {
  const { termsaccepted, emailverified } = await perform(args, getRegistration, {});
  if (termsaccepted) throw redirect(await after(args, emailverified));
  return perform(args, getTermsDue, {});
}

/**
 * Loads the page again after status 400 as well: acceptance is refused if the terms have been replaced, and the answer
 * then contains the current ones.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus <= 400;

export async function action(args: ActionFunctionArgs) {
  const caller = await callerOf(args);
  return submit(args, {
    form: termsForm,
    operation: acceptTerms,
    input: (value) => value,
    // Calls answer the text of the documents; the page says what to do.
    instead: {
      'identity.registration-failed': ({ status }) =>
        refusedForm('terms', { text: identityTexts['terms.replaced'], status }),
    },
    done: async () => redirect(await after(args, caller?.emailVerified ?? false)),
  });
}

export default function RegisterTerms() {
  const due = useLoaderData<typeof loader>();
  return (
    <SoloCard title={termsTitle(due)} lead="Please read the terms. Accept to continue, or log out.">
      <TermsForm documents={due.documents} result={useActionData<typeof action>()} />
    </SoloCard>
  );
}
