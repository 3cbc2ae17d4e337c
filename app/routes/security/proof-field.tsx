import { proofFields } from '#modules/identity/fields.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { type FormCheck, PasswordField } from '../../components/index.ts';

const { currentpassword } = bind(proofFields);

/** Asks for the current password if the second step was too long ago to count as proof (D14). */
export function ProofField({ needed }: { needed: boolean }) {
  if (!needed) return null;
  return <PasswordField field={currentpassword} optional={false} />;
}

/** The validation of a form with a `ProofField`: if the password is asked for, it must not be empty. */
export function withProof(load: () => Promise<FormCheck>): () => Promise<FormCheck> {
  return async () => {
    const check = await load();
    return (data) => {
      const errors = check(data);
      if (data.get(currentpassword.name) !== '') return errors;
      return { ...errors, [currentpassword.name]: [identityTexts['password.confirmation-needed']] };
    };
  };
}
