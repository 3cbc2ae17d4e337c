import { proofFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { PasswordField } from '../../components/index.ts';

const proof = bind(proofFields);

/** Asks for the current password where the second step is too long ago to stand for it (D14). */
export function ProofField({ needed }: { needed: boolean }) {
  if (!needed) return null;
  return <PasswordField field={proof.currentpassword} optional={false} />;
}
