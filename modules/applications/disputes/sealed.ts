import { z } from 'zod';
import { type Portal, sealedColumn } from '#modules/platform/index.ts';

/** What is written in a dispute, encrypted with the key ring. */

type Vault = Pick<Portal, 'keys'>;

const errorTextAt = sealedColumn({ table: 'dispute', column: 'errortext' });
const itemsAt = sealedColumn({ table: 'dispute', column: 'items' });
const statementAt = sealedColumn({ table: 'dispute', column: 'statement' });
const explanationAt = sealedColumn({ table: 'dispute', column: 'explanation' });
const liftReasonAt = sealedColumn({ table: 'dispute', column: 'lift_reason' });
const documentNameAt = sealedColumn({ table: 'dispute_document', column: 'name' });
const bodyAt = sealedColumn({ table: 'dispute_message', column: 'body' });

export const sealErrorText = ({ keys }: Vault, id: string, text: string) =>
  keys.encrypt(text, errorTextAt(id));
export const sealItems = ({ keys }: Vault, id: string, items: readonly string[]) =>
  keys.encrypt(JSON.stringify(items), itemsAt(id));
export const sealStatement = ({ keys }: Vault, id: string, text: string) =>
  keys.encrypt(text, statementAt(id));
export const sealExplanation = ({ keys }: Vault, id: string, text: string) =>
  keys.encrypt(text, explanationAt(id));
export const sealLiftReason = ({ keys }: Vault, id: string, text: string) =>
  keys.encrypt(text, liftReasonAt(id));
export const sealDocumentName = ({ keys }: Vault, id: string, name: string) =>
  keys.encrypt(name, documentNameAt(id));
/** The name of a document's file. @param sealed its column `name` */
export const openDocumentName = ({ keys }: Vault, id: string, sealed: string) =>
  keys.decrypt(sealed, documentNameAt(id));
export const sealMessage = ({ keys }: Vault, id: string, text: string) => keys.encrypt(text, bodyAt(id));

/** A message's text. @param sealed its column `body` */
export const openMessage = ({ keys }: Vault, id: string, sealed: string) => keys.decrypt(sealed, bodyAt(id));

/** What the person reported. @param sealed the dispute's column `errortext` */
function openErrorText({ keys }: Vault, disputeId: string, sealed: string): string {
  return keys.decrypt(sealed, errorTextAt(disputeId));
}

/** The texts of a dispute. @param row its columns */
export function openTexts(
  vault: Vault,
  row: {
    id: string;
    errortext: string;
    items: string | null;
    statement: string | null;
    explanation: string | null;
    lift_reason?: string | null;
  },
) {
  const { keys } = vault;
  return {
    errortext: openErrorText(vault, row.id, row.errortext),
    items: row.items ? z.array(z.string()).parse(JSON.parse(keys.decrypt(row.items, itemsAt(row.id)))) : [],
    statement: row.statement && keys.decrypt(row.statement, statementAt(row.id)),
    explanation: row.explanation && keys.decrypt(row.explanation, explanationAt(row.id)),
    lift_reason: row.lift_reason ? keys.decrypt(row.lift_reason, liftReasonAt(row.id)) : null,
  };
}
