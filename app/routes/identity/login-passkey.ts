import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { passkeyAnswerForm } from '#modules/identity/forms.ts';
import { signInByPasskey, startPasskeySignIn } from '#modules/identity/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { leave } from '../../door.server.ts';
import { carryNext, destinationOf, keepNext } from './destination.server.ts';
import { passkeyIntents } from './passkey-intents.ts';

/** This route has no page; only the button of the sign-in page posts to it. */
export const loader = (args: LoaderFunctionArgs) => redirect(`/login${keepNext(args)}`);

export const action = intents(passkeyIntents, {
  start: (args) =>
    submit(args, {
      form: buttonForm,
      operation: startPasskeySignIn,
      input: (value) => value,
      done: ({ options }) => data({ options }),
    }),
  finish: (args) =>
    submit(args, {
      form: passkeyAnswerForm,
      operation: signInByPasskey,
      otherwise: ({ text }) => leave(args, text, `/login${keepNext(args)}`),
      done: async ({ redirect_to_branded_domain: elsewhere }) =>
        redirect(elsewhere ? `${elsewhere}${carryNext(args)}` : await destinationOf(args)),
    }),
});
