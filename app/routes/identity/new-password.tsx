import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { newPasswordForm } from '#modules/identity/forms.ts';
import { forgotNewPassword, getRecovery } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { submit } from '../../action.server.ts';
import { checkedBy, Form, PasswordField, SoloCard, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { meter } from './strength.tsx';

export const meta = () => [{ title: 'Update Password - ShieldHub' }];

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.newPasswordForm),
  identityTexts['recovery.password-fields'],
);

export async function loader(args: LoaderFunctionArgs) {
  const { granted } = await perform(args, getRecovery, {});
  if (!granted) throw redirect('/forgotpassword');
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    schema: newPasswordForm,
    operation: forgotNewPassword,
    input: ({ password }) => ({ password }),
    done: () => redirect('/logout?newpassword'),
  });
}

export default function NewPassword() {
  return (
    <SoloCard
      title="Update Password"
      lead="Choose a strong password that you have never used on this account."
    >
      <Form id="newpassword" result={useActionData<typeof action>()} check={check}>
        <PasswordField name="password" label="PASSWORD" use="new-password" meter={meter} />
        <PasswordField name="confirmpassword" label="CONFIRM PASSWORD" use="new-password" />
        <SubmitButton size="large" wide pending="Saving">
          Update Password
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
