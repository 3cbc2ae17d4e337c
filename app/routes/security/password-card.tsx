import { changePasswordFields } from '#modules/identity/fields.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, checkedBy, Form, PasswordField, SubmitButton } from '../../components/index.ts';
import { meter } from '../identity/strength.tsx';
import { securityIntents } from './security-intents.ts';

const password = bind(changePasswordFields);

const check = checkedBy(
  () => import('#modules/identity/forms.ts').then((forms) => forms.changePasswordForm),
  identityTexts['recovery.password-fields'],
);

/** Changes the password (doc2 §2.3). */
export function PasswordCard({ result }: { result: unknown }) {
  return (
    <Card title="Password">
      <Form id="password" intent={securityIntents.password} result={result} check={check}>
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
