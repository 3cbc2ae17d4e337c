import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { newPasswordFields } from '#modules/identity/fields.ts';
import { newPasswordForm } from '#modules/identity/forms.ts';
import { forgotNewPassword, getRecovery } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { checkedBy, Form, PasswordField, SoloCard, SubmitButton } from '../../components/index.ts';
import { leave, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { meter } from './strength.tsx';

const chosen = bind(newPasswordFields);

export const meta = titled('Update Password');

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.newPasswordForm),
  identityTexts['recovery.password-fields'],
);

export async function loader(args: LoaderFunctionArgs) {
  const { granted } = await perform(args, getRecovery, {});
  if (!granted) throw leave(args, identityTexts['recovery.not-granted'], '/forgotpassword');
  return null;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: newPasswordForm,
    operation: forgotNewPassword,
    input: ({ password }) => ({ password }),
    // Whoever waited too long is told so there, and where to begin again.
    refused: { 'identity.recovery-failed': () => '/forgotpassword/newpassword' },
    done: () => redirect('/logout?newpassword'),
  });
}

export default function NewPassword() {
  return (
    <SoloCard
      title="Update Password"
      lead="Choose a strong password that you haven’t used for this account before."
    >
      <Form id="newpassword" result={useActionData<typeof action>()} check={check}>
        <PasswordField field={chosen.password} meter={meter} />
        <PasswordField field={chosen.confirmpassword} />
        <SubmitButton size="large" wide pending="Saving">
          Update Password
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
