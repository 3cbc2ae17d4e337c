import { createHash } from 'node:crypto';
import { type Portal, readSealed } from '#modules/platform/index.ts';
import { documentHash, type SigningRecordRow, signatureAt } from '../steps/consents.ts';
import { type CertificatePart, certificateOf, certificateTitle, writtenFact } from './certificate.ts';
import { writable } from './letters.ts';
import { readWords, withoutSpaces } from './reading.ts';
import { type ApplicationRecord, readRecord } from './record.ts';

/** Checks a submitted application against what was signed (D42). */

export interface Verified {
  what: string;
  /** The SHA-256 that is recorded, in hex. */
  recorded: string;
  /** What was found instead; null if it matches. */
  differs: string | null;
}

/**
 * Computes the hashes of an application's file, consent texts, signatures and paper package again, and compares them
 * with the database and the file's signing certificate.
 * @returns a row for each; null for an application that was not submitted, or has no file yet
 * @throws Refusal not-found
 */
export async function verifyApplication(portal: Portal, applicationId: string): Promise<Verified[] | null> {
  const record = await portal.work('applications.read-for-verification', (work) =>
    readRecord(work, applicationId),
  );
  if (!record?.fileKey || !record.fileHash) return null;
  const file = await readStored(portal, record.fileKey);
  const { paper } = record;
  return [
    compare('File', record.fileHash, hashOf(file)),
    ...(paper
      ? [compare('Paper application', paper.file_hash, hashOf(await readStored(portal, paper.file_key)))]
      : []),
    ...record.records.flatMap((signed) => checkSigned(portal, signed)),
    ...(await checkCertificate(record, file)),
  ];
}

/** A file that is gone or cannot be decrypted is reported as a finding. */
async function readStored(portal: Portal, key: string): Promise<Buffer | Error> {
  return readSealed(portal, key).catch((error: unknown) => {
    if (error instanceof Error) return error;
    throw error;
  });
}

const hashOf = (body: Buffer | string | Error) =>
  body instanceof Error ? body.message : createHash('sha256').update(body).digest('hex');

function compare(what: string, recorded: string, found: string): Verified {
  return { what, recorded, differs: found === recorded ? null : found };
}

function checkSigned({ keys }: Pick<Portal, 'keys'>, signed: SigningRecordRow): Verified[] {
  const name = `${signed.title}, version ${signed.version}`;
  const text = compare(`Text: ${name}`, signed.document_hash, documentHash(signed));
  const stored = compare(`Hash of the text: ${name}`, signed.document_hash, signed.content_hash);
  const { id, signature_hash: recorded, signature_image: image, typed_name: typed } = signed;
  const sealed = image ?? typed;
  if (!recorded || !sealed) return [text, stored];
  const found = opened(() =>
    image ? keys.decryptBytes(image, signatureAt.image(id)) : keys.decrypt(sealed, signatureAt.typedName(id)),
  );
  return [text, stored, compare(`Signature: ${name}`, recorded, hashOf(found))];
}

function opened(open: () => Buffer | string): Buffer | string | Error {
  try {
    return open();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Whether the certificate in the file says the same as the record, in the same order. */
async function checkCertificate(record: ApplicationRecord, file: Buffer | Error): Promise<Verified[]> {
  const parts = certificateOf(record);
  const words = file instanceof Error ? null : await wordsOfCertificate(file);
  if (!words) {
    const [hash = ''] = parts.flatMap(({ hashes }) => hashes.map(([, value]) => value));
    return [{ what: 'Certificate', recorded: hash, differs: 'the file has no signing certificate' }];
  }
  let from = 0;
  const rows: Verified[] = [];
  for (const part of parts) {
    const missing: string[] = [];
    for (const [name, value] of [...part.facts, ...part.hashes]) {
      const end = endOf(words, from, await spellingsOf(value));
      if (end === -1) missing.push(name);
      else from = end;
    }
    rows.push(rowOf(part, missing));
  }
  return rows;
}

/** How a value is written now, and how it is written in files that were made before. */
async function spellingsOf(value: string | Date): Promise<string[]> {
  const written = writtenFact(value);
  const former =
    value instanceof Date
      ? `${value.toISOString().slice(0, 19).replace('T', ' ')} UTC`
      : inFewLetters(written);
  return [await writable(written), former].map(withoutSpaces);
}

/** @returns where the first of the spellings that follows `from` ends; -1 if none does */
function endOf(words: string, from: number, spellings: readonly string[]): number {
  for (const said of spellings) {
    const at = words.indexOf(said, from);
    if (at !== -1) return at + said.length;
  }
  return -1;
}

/** A text as in files that were made without a font for other letters: they lost their accents or became `?`. */
function inFewLetters(text: string): string {
  let out = '';
  for (const sign of text) {
    if (/[\s\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/.test(sign)) out += sign;
    else out += sign.normalize('NFKD').replace(/[^\x20-\x7e]/g, '') || '?';
  }
  return out;
}

function rowOf({ title, hashes }: CertificatePart, missing: readonly string[]): Verified {
  return {
    what: `Certificate: ${title}`,
    recorded: hashes[0]?.[1] ?? '',
    differs: missing.length > 0 ? `says something else: ${missing.join(', ')}` : null,
  };
}

/** Null for a file without one, and for a file that is not a PDF. */
async function wordsOfCertificate(file: Buffer): Promise<string | null> {
  const pages = await readWords(file).catch(() => []);
  const first = pages.findLastIndex((words) => words.startsWith(withoutSpaces(certificateTitle)));
  return first === -1 ? null : pages.slice(first).join('');
}
