import { createHash } from 'node:crypto';
import { z } from 'zod';
import { operation, type Portal, person, sealedColumn, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { readSignatureImage, readSignatureVectors } from './signature.ts';

/**
 * The drawn signature that a person has saved. It is placed on a document only when the person asks for it there,
 * because signing is a separate act for each document.
 */

const key = ['account_id'] as const;
const savedAt = {
  image: sealedColumn({ table: 'saved_signature', column: 'signature_image', key }),
  vectors: sealedColumn({ table: 'saved_signature', column: 'signature_vectors', key }),
};

function find(work: Pick<Work, 'db'>, accountId: string) {
  return work.db
    .selectFrom('saved_signature')
    .select(['signature_hash', 'signature_image', 'signature_vectors'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function hasSavedSignature(work: Pick<Work, 'db'>, accountId: string): Promise<boolean> {
  return (await find(work, accountId)) !== undefined;
}

/** @param sealed the column `signature_image` @returns a PNG of 762 by 200 pixels */
export function openSavedImage({ keys }: Pick<Portal, 'keys'>, accountId: string, sealed: string): Buffer {
  return keys.decryptBytes(sealed, savedAt.image(accountId));
}

async function readSaved(work: Pick<Work, 'db' | 'portal'>, accountId: string) {
  const found = await find(work, accountId);
  if (!found) throw new Refusal('applications.no-saved-signature', { field: 'signature_encoded' });
  const { keys } = work.portal;
  const image = openSavedImage(work.portal, accountId, found.signature_image);
  return {
    signature_encoded: `data:image/png;base64,${image.toString('base64')}`,
    signature_vectors:
      found.signature_vectors && keys.decrypt(found.signature_vectors, savedAt.vectors(accountId)),
  };
}

export const restoreSavedSignature = operation({
  name: 'applications.restore-saved-signature',
  summary: "The caller's saved signature: the picture as a data address, and its strokes as JSON.",
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({}),
  output: z.object({ signature_encoded: z.string(), signature_vectors: z.string().nullable() }),
  async run(work) {
    const { accountId } = work.caller;
    const saved = await readSaved(work, accountId);
    await work.audit({ action: applicationsAudit.signatureRestored, about: accountId });
    return saved;
  },
});

interface Signed {
  use_saved_signature?: boolean | undefined;
  signature_encoded?: string | undefined;
  signature_vectors?: string | undefined;
  typed_name?: string | undefined;
}

/**
 * Puts the saved signature into an agreement that asks for it and has none of its own.
 * @throws Refusal applications.no-saved-signature
 */
export async function withSavedSignature<Agreement extends Signed>(
  work: Pick<Work, 'db' | 'portal'>,
  accountId: string,
  agreement: Agreement,
): Promise<Agreement> {
  if (!agreement.use_saved_signature || agreement.signature_encoded || agreement.typed_name?.trim()) {
    return agreement;
  }
  const { signature_encoded, signature_vectors } = await readSaved(work, accountId);
  return { ...agreement, signature_encoded, signature_vectors: signature_vectors ?? undefined };
}

/** Whether a signature is the saved one, according to its hash. */
export async function isSaved(
  work: Pick<Work, 'db'>,
  accountId: string,
  hash: string | null,
): Promise<boolean> {
  return hash !== null && (await find(work, accountId))?.signature_hash === hash;
}

/**
 * Saves a drawn signature in place of the previous one.
 * @throws Refusal applications.signature-unreadable
 */
export async function saveSignature(
  work: Work<unknown>,
  accountId: string,
  encoded: string,
  strokes: string | undefined,
): Promise<void> {
  const { keys } = work.portal;
  const image = readSignatureImage(encoded);
  const row = {
    signature_hash: createHash('sha256').update(image).digest('hex'),
    signature_image: keys.encryptBytes(image, savedAt.image(accountId)),
    signature_vectors: strokes
      ? keys.encrypt(readSignatureVectors(strokes), savedAt.vectors(accountId))
      : null,
    saved_at: work.now,
  };
  await work.db
    .insertInto('saved_signature')
    .values({ account_id: accountId, ...row })
    .onConflict((same) => same.column('account_id').doUpdateSet(row))
    .execute();
  await work.audit({ action: applicationsAudit.signatureSaved, about: accountId });
}
