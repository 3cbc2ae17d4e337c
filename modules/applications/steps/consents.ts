import { createHash } from 'node:crypto';
import { z } from 'zod';
import { newId, sealedColumn, type Work } from '#modules/platform/index.ts';
import { SigningRecord } from '../entities/application.ts';
import { Refusal } from '../refusals.ts';
import { applicationsTexts } from '../texts.ts';
import { isSaved, saveSignature, withSavedSignature } from './saved-signature.ts';
import { isNameOf, readSignatureImage, readSignatureVectors } from './signature.ts';
import { type ConsentKind, consentKinds, documentOfStep, type Step } from './steps.ts';

/** The documents of an application, and the records of who agreed to which version, how and when (D42). */

/** One version of a document, as the database gives it in JSON. */
export const consentDocument = z.object({
  id: z.uuid(),
  kind: z.enum(consentKinds),
  state: z.string(),
  craid: z.string(),
  version: z.number(),
  title: z.string(),
  body: z.string(),
  acknowledgement_text: z.string().nullable(),
  requires_signature: z.boolean(),
  content_hash: z.string(),
  in_force_from: z.coerce.date(),
});
export type ConsentDocumentRow = z.output<typeof consentDocument>;

/** The version that a step asks to agree to; undefined if the step has no document. */
export function documentFor(
  consents: readonly ConsentDocumentRow[],
  step: Pick<Step, 'key'>,
): ConsentDocumentRow | undefined {
  const name = documentOfStep(step.key);
  return consents.find(({ kind, state }) => kind === name?.kind && state === name.state);
}

/** The text that a version's hash is computed from: exactly what the person reads and confirms. */
function documentText(document: Pick<ConsentDocumentRow, 'title' | 'body' | 'acknowledgement_text'>): string {
  return [document.title, document.body, document.acknowledgement_text ?? ''].join('\n');
}

/** Hex SHA-256 of `documentText`. */
export function documentHash(document: Parameters<typeof documentText>[0]): string {
  return createHash('sha256').update(documentText(document)).digest('hex');
}

export interface Agreement {
  step_consent_id: string;
  consent_acknowledged: boolean;
  signature_encoded?: string | undefined;
  signature_vectors?: string | undefined;
  typed_name?: string | undefined;
  /** The person used their saved signature for this document. */
  use_saved_signature?: boolean | undefined;
  /** Saves the drawn signature for later documents. */
  save_signature?: boolean | undefined;
}

/**
 * Records that the person agreed to a document. A second agreement to the same version changes nothing.
 * @param document the version of this application
 * @param given if `use_saved_signature` is set, the saved signature is used, unless one was drawn or typed
 * @param signer who signs; a typed signature must be their name
 * @throws Refusal applications.acknowledgement-needed, applications.signature-needed, applications.signature-name,
 * applications.signature-unreadable
 */
export async function signConsent(
  work: Work<unknown>,
  applicationId: string,
  document: ConsentDocumentRow,
  given: Agreement,
  signer: { accountId: string; firstname: string; lastname: string },
): Promise<void> {
  if (documentHash(document) !== document.content_hash) {
    throw new Error(`The content of consent document ${document.id} does not match its hash`);
  }
  const signed = await work.em.count(SigningRecord, { applicationId, consentDocumentId: document.id });
  if (signed > 0) return;
  const agreement = await withSavedSignature(work, signer.accountId, given);
  requireAll(document, agreement);
  const typed =
    document.requires_signature && !agreement.signature_encoded ? agreement.typed_name : undefined;
  if (typed && !isNameOf(typed, signer)) {
    throw new Refusal('applications.signature-name', { field: 'typed_name' });
  }
  const id = newId();
  const signature = document.requires_signature ? sealSignature(work, id, agreement) : unsigned;
  work.em.create(SigningRecord, {
    id,
    applicationId,
    consentDocumentId: document.id,
    documentHash: document.content_hash,
    ...signature,
    reused: await isSaved(work, signer.accountId, signature.signatureHash),
    signedAt: work.now,
    address: work.visit.address,
    agent: work.visit.agent,
  });
  if (document.requires_signature && agreement.save_signature && agreement.signature_encoded)
    await saveSignature(work, signer.accountId, agreement.signature_encoded, agreement.signature_vectors);
}

/** Everything that is missing is reported together. */
function requireAll(document: ConsentDocumentRow, agreement: Agreement): void {
  const unacknowledged = document.acknowledgement_text !== null && !agreement.consent_acknowledged;
  const unsignedYet =
    document.requires_signature && !agreement.signature_encoded && !agreement.typed_name?.trim();
  if (unacknowledged && unsignedYet) {
    throw new Refusal('applications.acknowledgement-needed', {
      field: 'consent_acknowledged',
      issues: {
        consent_acknowledged: [applicationsTexts['application.acknowledgement-needed']],
        signature_encoded: [applicationsTexts['application.signature-needed']],
      },
    });
  }
  if (unacknowledged)
    throw new Refusal('applications.acknowledgement-needed', { field: 'consent_acknowledged' });
  if (unsignedYet) throw new Refusal('applications.signature-needed', { field: 'signature_encoded' });
}

const unsigned = {
  signatureKind: 'none',
  signatureHash: null,
  signatureImage: null,
  signatureVectors: null,
  typedName: null,
} as const;

/** The encryption context to which the parts of a signature are bound. */
export const signatureAt = {
  image: sealedColumn({ table: 'signing_record', column: 'signature_image' }),
  vectors: sealedColumn({ table: 'signing_record', column: 'signature_vectors' }),
  typedName: sealedColumn({ table: 'signing_record', column: 'typed_name' }),
};

function sealSignature(work: Work<unknown>, recordId: string, agreement: Agreement) {
  const { keys } = work.portal;
  const typed = agreement.typed_name;
  if (agreement.signature_encoded) {
    const image = readSignatureImage(agreement.signature_encoded);
    const vectors = agreement.signature_vectors ? readSignatureVectors(agreement.signature_vectors) : null;
    return {
      signatureKind: 'drawn' as const,
      signatureHash: createHash('sha256').update(image).digest('hex'),
      signatureImage: keys.encryptBytes(image, signatureAt.image(recordId)),
      signatureVectors: vectors && keys.encrypt(vectors, signatureAt.vectors(recordId)),
      typedName: null,
    };
  }
  if (!typed) throw new Refusal('applications.signature-needed', { field: 'signature_encoded' });
  return {
    signatureKind: 'typed' as const,
    signatureHash: createHash('sha256').update(typed).digest('hex'),
    signatureImage: null,
    signatureVectors: null,
    typedName: keys.encrypt(typed, signatureAt.typedName(recordId)),
  };
}

/** One agreement, for the application's file. */
export interface SigningRecordRow {
  id: string;
  kind: ConsentKind;
  title: string;
  body: string;
  acknowledgement_text: string | null;
  version: number;
  /** The hashes of the version that was shown: as it was signed, and as it is stored. */
  document_hash: string;
  content_hash: string;
  signature_kind: 'none' | 'drawn' | 'typed';
  signature_hash: string | null;
  /** The person used their saved signature. */
  reused: boolean;
  signature_image: string | null;
  typed_name: string | null;
  signed_at: Date;
  address: string;
  agent: string;
}

/** An application's agreements in chronological order. */
export function listSigningRecords(
  work: Pick<Work, 'db'>,
  applicationId: string,
): Promise<SigningRecordRow[]> {
  return work.db
    .selectFrom('signing_record as record')
    .innerJoin('consent_document as document', 'document.id', 'record.consent_document_id')
    .select([
      'record.id',
      'document.kind',
      'document.title',
      'document.body',
      'document.acknowledgement_text',
      'document.version',
      'document.content_hash',
      'record.document_hash',
      'record.signature_kind',
      'record.signature_hash',
      'record.reused',
      'record.signature_image',
      'record.typed_name',
      'record.signed_at',
      'record.address',
      'record.agent',
    ])
    .where('record.application_id', '=', applicationId)
    .orderBy('record.signed_at')
    .orderBy('record.id')
    .execute();
}
