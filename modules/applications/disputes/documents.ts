import { z } from 'zod';
import {
  type Caller,
  keepSealedFile,
  MINUTE,
  newId,
  openSealedFile,
  type Portal,
  type ReceivedFile,
  readFile,
  readSealed,
  receivedFile,
  sealedFiles,
  type TemporaryFile,
  unopened,
  type Work,
} from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import type { Dispute, DocumentPurpose, DocumentType } from '../entities/score.ts';
import { documentBytes, messageDocuments } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { openDocumentName, sealDocumentName } from './sealed.ts';

/** Documents of a dispute: checked by their content, encrypted, and read at an address that is signed for one person. */

sealedFiles({ table: 'dispute_document', column: 'file_key' });

/** More than a case needs, but few enough that nobody can fill the storage. */
const MOST = 30;
const LONGEST_NAME = 120;

/** The input of a message that can have documents attached. */
export const messageFiles = {
  documents: z.array(receivedFile).max(messageDocuments).default([]),
};

export interface PreparedDocument {
  id: string;
  key: string;
  purpose: DocumentPurpose;
  name: string;
  type: DocumentType;
  body: TemporaryFile;
}

/** A file, what it is for, and the field of the form that it came in. */
export interface DocumentFile {
  field: string;
  purpose: DocumentPurpose;
  received: ReceivedFile | null;
}

/**
 * Checks files by their content, one after the other. A picture is encoded again, which removes the place and time at
 * which it was taken.
 * @param use gets the documents, which are closed afterwards
 * @throws Refusal applications.document-needed, applications.document-too-large, applications.document-type,
 * applications.document-encrypted, file-too-complex, file-empty, file-heic, files-busy
 */
async function withDocuments<T>(
  { caller }: Pick<Work<Caller>, 'caller'>,
  files: readonly DocumentFile[],
  use: (documents: readonly PreparedDocument[]) => Promise<T>,
): Promise<T> {
  await using made = new AsyncDisposableStack();
  const documents: PreparedDocument[] = [];
  // All sizes are checked before the first file is read.
  const checked = files.map(({ received, ...about }) => ({
    ...about,
    ...requireSize(about.field, received),
  }));
  for (const { field, purpose, name, file } of checked) {
    const read = await readFile(caller.accountId, { name: 'document' }, file);
    if (read.outcome !== 'read') throw new Refusal(unaccepted[read.outcome], { field });
    if (read.made) made.use(read.made);
    const id = newId();
    const { type } = read.found;
    const key = `disputes/${id}.sealed`;
    documents.push({ id, key, purpose, name: documentName(name, type), type, body: read.made ?? file });
  }
  return await use(documents);
}

/** The files of a message. */
export const asEvidence = (files: readonly ReceivedFile[]): DocumentFile[] =>
  files.map((received) => ({ field: 'documents', purpose: 'evidence', received }));

function requireSize(field: string, received: ReceivedFile | null): ReceivedFile {
  if (!received) throw new Refusal('applications.document-needed', { field });
  if (received.file.bytes === 0) throw new Refusal('file-empty', { field });
  if (received.file.bytes > documentBytes) throw new Refusal('applications.document-too-large', { field });
  return received;
}

const unaccepted = {
  ...unopened,
  unreadable: 'applications.document-type',
  encrypted: 'applications.document-encrypted',
} as const;

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/**
 * The chosen file name, without folders and without characters that have a meaning in a header, with the extension of
 * its actual content.
 */
export function documentName(name: string, type: DocumentType): string {
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
 * Checks and stores files, then runs the transaction in which rows refer to them. If that fails, the stored files are
 * deleted again.
 * @param work outside a transaction, because the files are read and stored first
 * @param refer calls `keep` with the dispute, locked and flushed
 * @throws Refusal applications.too-many-documents, what `withDocuments` throws, or what `refer` throws
 */
export function storeDocuments(
  work: Work<Caller>,
  files: readonly DocumentFile[],
  refer: (inside: Work<Caller>, keep: Keep) => Promise<void>,
): Promise<void> {
  return withDocuments(work, files, async (documents) => {
    let isReferred = false;
    try {
      for (const { key, body } of documents) await keepSealedFile(work.portal, key, body);
      await work.apart(async (inside) => {
        await refer(inside, (dispute, about) => keepDocuments(inside, dispute, documents, about));
        isReferred = true;
      });
    } catch (error) {
      // If only the commit failed, the rows may have been written after all.
      if (!isReferred) for (const { key } of documents) await work.portal.storage.delete(key);
      throw error;
    }
  });
}

/** @throws Refusal applications.too-many-documents */
export async function requireRoom({ db }: Pick<Work, 'db'>, disputeId: string, added: number): Promise<void> {
  if (added === 0) return;
  const { count } = await db
    .selectFrom('dispute_document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  if (Number(count) + added > MOST) throw new Refusal('applications.too-many-documents');
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
  await requireRoom(work, disputeId, documents.length);
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
        file_bytes: body.bytes,
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
 * The document behind a signed address, only for the person whom it was signed for. The caller closes the file.
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
    file: await openSealedFile(work.portal, row.file_key),
    type: row.content_type,
    filename: openDocumentName(work.portal, row.id, row.name),
  };
}
