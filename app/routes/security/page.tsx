import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changePasswordForm, rowIdForm } from '#modules/identity/forms.ts';
import {
  endOneSession,
  endOtherSessions,
  forgetOneBrowser,
  getRecoveryCodes,
  listPasskeys,
  listSessions,
  listVerificationMethods,
  updatePassword,
} from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { callerOf, leave, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { MethodsCard } from './methods-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { securityIntents } from './security-intents.ts';
import { BrowsersCard, SessionsCard } from './sessions-card.tsx';

export const meta = titled('Passwords & Security');

export async function loader(args: LoaderFunctionArgs) {
  const { verificationmethods } = await perform(args, listVerificationMethods, {});
  const { passkeys } = await perform(args, listPasskeys, {});
  const { left } = await perform(args, getRecoveryCodes, {});
  const { sessions, browsers } = await perform(args, listSessions, {});
  const caller = await callerOf(args);
  return {
    methods: verificationmethods,
    passkeys,
    left,
    sessions,
    browsers,
    on: caller?.twoStepMethod !== 'DISABLED',
    staff: caller?.role === 'ADMIN',
  };
}

export const action = intents(securityIntents, {
  password: (args) =>
    submit(args, {
      form: changePasswordForm,
      operation: updatePassword,
      input: ({ newpassword, currentpassword }) => ({ newpassword, currentpassword }),
      done: () => {
        flash(args.context.visit, identityTexts['password.updated']);
        return redirect('/user/profile/security');
      },
    }),
  end: (args) =>
    submit(args, {
      form: rowIdForm,
      operation: endOneSession,
      done: () => back(args, 'Logged out there'),
      otherwise: (refusal) => refused(args, refusal),
    }),
  others: (args) =>
    submit(args, {
      form: buttonForm,
      operation: endOtherSessions,
      input: (value) => value,
      done: () => back(args, 'Logged out everywhere else'),
      otherwise: (refusal) => refused(args, refusal),
    }),
  forget: (args) =>
    submit(args, {
      form: rowIdForm,
      operation: forgetOneBrowser,
      done: () => back(args, 'Browser forgotten'),
      otherwise: (refusal) => refused(args, refusal),
    }),
});

/** Reloads the page with a message. */
function back({ context }: ActionFunctionArgs, words: string) {
  flash(context.visit, words);
  return redirect('/user/profile/security');
}

/** The same with the reason why the button of a row did nothing, because a row has no space for it. */
function refused(args: ActionFunctionArgs, { text }: Refusal) {
  return leave(args, text, '/user/profile/security');
}

/** How the person logs in (doc2 §2.3). */
export default function Security() {
  const { methods, passkeys, left, sessions, browsers, on, staff } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Passwords & Security" />
      <MethodsCard methods={methods} on={on} staff={staff} />
      <PasskeysCard passkeys={passkeys} timeZone={timeZone} />
      <RecoveryCodesCard left={left} />
      <PasswordCard result={result} />
      <SessionsCard sessions={sessions} timeZone={timeZone} />
      <BrowsersCard browsers={browsers} timeZone={timeZone} />
    </Page>
  );
}
