import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { passkeyAnswerForm } from '#modules/identity/forms.ts';
import { passPasskeyStep, startPasskeyStep } from '#modules/identity/index.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, submit } from '../../action.server.ts';
import { leave } from '../../door.server.ts';
import { destinationOf, keepNext } from './destination.server.ts';
import { passkeyIntents } from './passkey-intents.ts';

/** This route has no page; only the button of the second step posts to it. */
export const loader = (args: LoaderFunctionArgs) => redirect(`/verify${keepNext(args)}`);

export const action = intents(passkeyIntents, {
  start: (args) =>
    submit(args, {
      form: buttonForm,
      operation: startPasskeyStep,
      input: (value) => value,
      done: ({ options }) => data({ options }),
    }),
  finish: (args) =>
    submit(args, {
      form: passkeyAnswerForm,
      operation: passPasskeyStep,
      otherwise: ({ text }) => leave(args, text, `/verify${keepNext(args)}`),
      done: async () => redirect(await destinationOf(args)),
    }),
});
