import { changePasswordFields } from '#modules/identity/fields.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, checkedBy, Facts, Form, PasswordField, SubmitButton } from '../../components/index.ts';
import { meter } from '../identity/strength.tsx';
import { profileIntents } from './profile-intents.ts';

const password = bind(changePasswordFields);

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.changePasswordForm),
  identityTexts['recovery.password-fields'],
);

const methods: Record<string, string> = {
  EMAIL: 'A code by email',
  SMS: 'A code by text message',
  OTPAPP: 'A code from your authenticator app',
  DISABLED: 'Off',
};

/** Password and two-step method (doc2 §2.3). */
export function PasswordCard({ method, result }: { method: string; result: unknown }) {
  return (
    <Card title="Passwords & Security">
      <Facts facts={[['Two-step verification', methods[method] ?? method]]} />
      <Form id="password" intent={profileIntents.password} result={result} check={check}>
        <PasswordField field={password.currentpassword} optional={false} />
        <div className="pair">
          <PasswordField field={password.newpassword} meter={meter} />
          <PasswordField field={password.confirmpassword} />
        </div>
        <div className="actions">
          <SubmitButton kind="default" pending="Saving">
            Change password
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
