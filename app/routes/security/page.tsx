import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changePasswordForm } from '#modules/identity/forms.ts';
import { getRecoveryCodes, listVerificationMethods, updatePassword } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { intents, submit } from '../../action.server.ts';
import { Page } from '../../components/index.ts';
import { callerOf, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { ProfileTabs } from '../user/profile-tabs.tsx';
import { MethodsCard } from './methods-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { securityIntents } from './security-intents.ts';

export const meta = titled('Passwords & Security');

export async function loader(args: LoaderFunctionArgs) {
  const { verificationmethods } = await perform(args, listVerificationMethods, {});
  const { left } = await perform(args, getRecoveryCodes, {});
  const caller = await callerOf(args);
  return {
    methods: verificationmethods,
    left,
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
});

/** How the person signs in (doc2 §2.3). */
export default function Security() {
  const { methods, left, on, staff } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page title="My Profile" narrow>
      <ProfileTabs current="Passwords & Security" />
      <MethodsCard methods={methods} on={on} staff={staff} />
      <RecoveryCodesCard left={left} />
      <PasswordCard result={result} />
    </Page>
  );
}
