import { z } from 'zod';
import {
  type Caller,
  encodeScan,
  freeText,
  keepSealed,
  MINUTE,
  newId,
  type Portal,
  readSealed,
  sealedFiles,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Dispute, DocumentPurpose, DocumentType } from '../entities/score.ts';
import { documentBytes, messageDocuments } from '../limits.ts';
import { readPdf } from '../paper/pdf.ts';
import { Refusal } from '../refusals.ts';
import { openDocumentName, sealDocumentName } from './sealed.ts';

/** Documents of a dispute: checked by their content, encrypted, and read at an address that is signed for one person. */

sealedFiles({ table: 'dispute_document', column: 'file_key' });

/** More than a case needs, but few enough that nobody can fill the storage. */
const MOST = 30;
const LONGEST_NAME = 120;

/**
 * A file in the input of an operation.
 * @param most bytes
 */
export const uploadedDocument = (most: number) =>
  z.object({
    name: freeText(260).default(''),
    /** Base64. */
    file: z.string().max(Math.ceil((most * 4) / 3) + 4),
  });
type UploadedDocument = z.output<ReturnType<typeof uploadedDocument>>;

/** The input of a message that can have documents attached. */
export const messageFiles = {
  documents: z.array(uploadedDocument(documentBytes)).max(messageDocuments).default([]),
};

export const prepareEvidence = (files: readonly UploadedDocument[]): Promise<PreparedDocument[]> =>
  Promise.all(files.map((file) => prepareDocument('documents', 'evidence', file)));

export interface PreparedDocument {
  id: string;
  key: string;
  purpose: DocumentPurpose;
  name: string;
  type: DocumentType;
  body: Uint8Array;
}

/**
 * Checks a file by its content. A picture is encoded again, which removes the place and time at which it was taken.
 * @param field of the form, for the refusal
 * @throws Refusal applications.document-needed, applications.document-too-large, applications.document-type,
 * applications.document-encrypted
 */
export async function prepareDocument(
  field: string,
  purpose: DocumentPurpose,
  { name, file }: UploadedDocument,
): Promise<PreparedDocument> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length === 0) throw new Refusal('applications.document-needed', { field });
  if (bytes.length > documentBytes) throw new Refusal('applications.document-too-large', { field });
  const { type, body } = await checkContent(field, bytes);
  const id = newId();
  return { id, key: `disputes/${id}.sealed`, purpose, name: plainName(name, type), type, body };
}

async function checkContent(field: string, bytes: Buffer): Promise<{ type: DocumentType; body: Uint8Array }> {
  const picture = await encodeScan(bytes);
  if (picture) return picture;
  const found = await readPdf(bytes);
  if (found === 'unreadable') throw new Refusal('applications.document-type', { field });
  if (found === 'encrypted') throw new Refusal('applications.document-encrypted', { field });
  return { type: 'application/pdf', body: bytes };
}

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/**
 * The chosen file name, without folders and without characters that have a meaning in a header, with the extension of
 * its actual content.
 */
function plainName(name: string, type: DocumentType): string {
  const stem = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME);
  return `${stem || 'document'}.${endings[type]}`;
}

type Keep = (
  dispute: Dispute,
  about: { author: 'person' | 'staff'; messageId: string | null },
) => Promise<void>;

/**
 * Stores the files, then runs the transaction in which rows refer to them. If that fails, the files are deleted again.
 * @param refer calls `keep` with the dispute, locked and flushed
 * @throws Refusal applications.too-many-documents, or what `refer` throws
 */
export async function storeDocuments(
  work: Work<Caller>,
  documents: readonly PreparedDocument[],
  refer: (inside: Work<Caller>, keep: Keep) => Promise<void>,
): Promise<void> {
  let isReferred = false;
  try {
    for (const { key, body } of documents) await keepSealed(work.portal, key, body);
    await work.apart(async (inside) => {
      await refer(inside, (dispute, about) => keepDocuments(inside, dispute, documents, about));
      isReferred = true;
    });
  } catch (error) {
    // If only the commit failed, the rows may have been written after all.
    if (!isReferred) for (const { key } of documents) await work.portal.storage.delete(key);
    throw error;
  }
}

async function keepDocuments(
  work: Work<Caller>,
  { id: disputeId, accountId }: Dispute,
  documents: readonly PreparedDocument[],
  { author, messageId }: Parameters<Keep>[1],
): Promise<void> {
  if (documents.length === 0) return;
  const { portal, now } = work;
  await work.em.flush();
  const { count } = await work.db
    .selectFrom('dispute_document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  if (Number(count) + documents.length > MOST) throw new Refusal('applications.too-many-documents');
  await work.db
    .insertInto('dispute_document')
    .values(
      documents.map(({ id, key, purpose, name, type, body }) => ({
        id,
        dispute_id: disputeId,
        account_id: accountId,
        message_id: messageId,
        purpose,
        author,
        author_account_id: work.caller.accountId,
        name: sealDocumentName(portal, id, name),
        content_type: type,
        file_key: key,
        file_bytes: body.length,
        added_at: now,
      })),
    )
    .execute();
}

/** The documents of a dispute with their contents, for the agency. */
export async function readDocumentBodies(portal: Portal, disputeId: string) {
  const rows = await portal.db
    .selectFrom('dispute_document')
    .select(['id', 'content_type', 'file_key'])
    .where('dispute_id', '=', disputeId)
    .where('author', '=', 'person')
    .orderBy('added_at')
    .execute();
  return Promise.all(
    rows.map(async ({ id, content_type, file_key }) => ({
      documentId: id,
      contentType: content_type,
      body: await readSealed(portal, file_key),
    })),
  );
}

const PURPOSE = 'dispute-document';
const LIFE = 5 * MINUTE;

/**
 * The address of a document, valid for the caller and for five minutes; each request is audited.
 * @param own only a document in one of the caller's own disputes
 * @throws Refusal not-found
 */
export async function linkDocument(
  work: Work<Caller>,
  { disputeId, documentId, own }: { disputeId: string; documentId: string; own: boolean },
): Promise<string> {
  const { accountId } = work.caller;
  const row = await work.db
    .selectFrom('dispute_document')
    .select(['id', 'account_id'])
    .where('id', '=', documentId)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();
  if (!row || (own && row.account_id !== accountId)) {
    throw new Refusal('not-found', { detail: `document ${documentId}` });
  }
  await work.audit({
    action: applicationsAudit.documentOpened,
    about: row.account_id,
    object: { type: 'dispute_document', id: row.id },
  });
  const expiresAt = new Date(work.now.getTime() + LIFE);
  const token = work.portal.keys.sign(PURPOSE, `${row.id} ${accountId}`, expiresAt);
  return `/user/disputefile/${token}`;
}

/**
 * The document behind a signed address, only for the person whom it was signed for.
 * @throws Refusal not-found
 */
export async function readDocument(
  work: Pick<Work<Caller>, 'db' | 'portal' | 'now' | 'caller'>,
  token: string,
) {
  const [id = '', reader] = (work.portal.keys.unsign(PURPOSE, token, work.now) ?? '').split(' ');
  if (reader !== work.caller.accountId) throw new Refusal('not-found', { detail: 'document address' });
  const row = await work.db
    .selectFrom('dispute_document')
    .select(['id', 'name', 'content_type', 'file_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: 'document' });
  return {
    bytes: new Uint8Array(await readSealed(work.portal, row.file_key)),
    type: row.content_type,
    filename: openDocumentName(work.portal, row.id, row.name),
  };
}
