import { proofFields } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { PasswordField } from '../../components/index.ts';

const proof = bind(proofFields);

/** Asks for the current password if the second step was too long ago to prove who it is (D14). */
export function ProofField({ needed }: { needed: boolean }) {
  if (!needed) return null;
  return <PasswordField field={proof.currentpassword} optional={false} />;
}
