import { z } from 'zod';
import {
  HOUR,
  keepSealedFile,
  newId,
  operation,
  type ReceivedFile,
  readFile,
  receivedFile,
  sealedFiles,
  type TableEncoding,
  type TableFacts,
  type TableProblem,
  type TemporaryFile,
  tableEncodings,
  toJson,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { BULK_MEGABYTES, BULK_ROWS } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { type BulkActor, bulkSender, companyOf, ofCompany } from './access.ts';
import { guessColumns, guessHeader, type Head } from './columns.ts';
import type { BulkSource } from './entities.ts';
import { sealHead } from './head.ts';
import type { ColumnKind } from './kinds.ts';
import { readRows } from './stored-rows.ts';
import { problemWords, tooManyRows } from './words.ts';

/** A file of people comes in: it is read, checked, and stored with the rows that were read from it. */

sealedFiles({ table: 'bulk_invitation', column: 'rows_key' });

/** Rows that are kept for the preview and for guessing, and characters of each of their cells. */
const HEAD_ROWS = 50;
const HEAD_CELL = 200;

/** Files, and calls with rows. */
export const uploadThrottle = {
  by: 'account',
  limit: 30,
  per: HOUR,
  together: 'network.upload-bulk',
} as const;

/** @throws Refusal network.bulk-too-large, network.bulk-unreadable and others that say what is wrong with the file */
export const uploadBulk = operation({
  name: 'network.upload-bulk',
  summary: 'Takes a CSV or xlsx file with people to invite.',
  access: bulkSender,
  kind: 'staged',
  input: z.object({
    ...ofCompany,
    file: receivedFile,
    /** Reads a CSV file in this encoding, if the one that was found is wrong. */
    encoding: z.enum(tableEncodings).optional(),
  }),
  output: z.object({ bulkid: z.uuid() }),
  throttle: uploadThrottle,
  async run(work, { file: received, encoding, ...about }) {
    const companyId = await companyOf(work, about);
    return { bulkid: await receiveFile(work, companyId, received, encoding) };
  },
});

async function receiveFile(
  work: Work<BulkActor>,
  companyId: string,
  { name, file }: ReceivedFile,
  encoding?: TableEncoding,
): Promise<string> {
  if (file.bytes > BULK_MEGABYTES * 1_048_576) throw refused('network.bulk-too-large');
  const read = await readFile(
    work.caller.accountId,
    { name: 'table', ...(encoding ? { encoding } : {}) },
    file,
  );
  if (read.outcome !== 'read') throw refused(unaccepted[read.outcome]);
  await using rows = read.made;
  if ('problem' in read.found) throw problemRefusal(read.found.problem);
  const { facts } = read.found;
  if (rows === null || facts.rows === 0) throw refused('network.bulk-no-records');
  const head = await readHead(rows);
  const hasHeader = guessHeader(head);
  checkRows(facts.rows - (hasHeader ? 1 : 0));
  const columns = await guessColumns(work, companyId, { head, columns: facts.columns, hasHeader });
  return await keepBulk(work, companyId, {
    name: fileNameOf(name),
    bytes: file.bytes,
    rows,
    facts,
    head,
    hasHeader,
    columnKinds: columns.map(({ kind }) => kind),
  });
}

const refused = (code: ConstructorParameters<typeof Refusal>[0], message?: string) =>
  new Refusal(code, { field: 'file', ...(message ? { message } : {}) });

const unaccepted = {
  unreadable: 'network.bulk-unreadable',
  encrypted: 'network.bulk-encrypted',
  'too-complex': 'network.bulk-too-complex',
  empty: 'network.bulk-no-records',
  heic: 'network.bulk-unreadable',
} as const;

export function problemRefusal(problem: TableProblem): Refusal {
  if (problem.why === 'old-excel') return refused('network.bulk-old-excel');
  return refused('network.bulk-unreadable', problemWords(problem));
}

/** @throws Refusal network.bulk-no-records, network.bulk-unreadable */
export function checkRows(rows: number): void {
  if (rows === 0) throw refused('network.bulk-no-records');
  const most = BULK_ROWS;
  if (rows > most) throw refused('network.bulk-unreadable', tooManyRows(rows));
}

/** Characters of the name that are kept. */
const LONGEST_NAME = 120;

/** Without folders and without characters that have a meaning in a header. */
function fileNameOf(name: string): string {
  const kept = name
    .replace(/^.*[/\\]/, '')
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '')
    .trim();
  return kept.slice(-LONGEST_NAME) || 'file';
}

export async function readHead(rows: TemporaryFile): Promise<Head> {
  const head: [number, ...string[]][] = [];
  for await (const { number, cells } of readRows(rows, 0, (place) => place < HEAD_ROWS)) {
    head.push([number, ...cells.map((cell) => [...cell.slice(0, HEAD_CELL)].join(''))]);
    if (head.length === HEAD_ROWS) break;
  }
  return head;
}

interface NewBulk {
  name: string;
  bytes: number;
  rows: TemporaryFile;
  facts: Omit<TableFacts, 'source'> & { source: BulkSource };
  head: Head;
  hasHeader: boolean;
  /** Of each column. */
  columnKinds: readonly ColumnKind[];
}

/**
 * Stores the rows, and the bulk invitation that refers to them.
 * @param then continues with it in the same transaction; if it refuses, nothing is kept
 * @returns its id
 */
export async function keepBulk(
  work: Work<BulkActor>,
  companyId: string,
  bulk: NewBulk,
  then?: (inside: Work<BulkActor>, id: string) => Promise<void>,
): Promise<string> {
  const { name, bytes, rows, facts, head, hasHeader, columnKinds } = bulk;
  const id = newId();
  const key = `bulk/${id}.sealed`;
  await keepSealedFile(work.portal, key, rows);
  let isReferred = false;
  try {
    await work.apart(async (inside) => {
      await inside.db
        .insertInto('bulk_invitation')
        .values({
          id,
          company_id: companyId,
          made_by_account_id: inside.caller.accountId,
          made_at: inside.now,
          file_name: name,
          file_bytes: bytes,
          rows_key: key,
          head_sealed: sealHead(inside.portal, id, head),
          row_count: facts.rows,
          column_count: facts.columns,
          source: toJson(facts.source),
          garbled: facts.garbled,
          has_header: hasHeader,
          column_kinds: [...columnKinds],
        })
        .execute();
      await inside.audit({
        action: networkAudit.bulkUploaded,
        object: { type: 'bulk_invitation', id },
        detail: { company: companyId, rows: facts.rows - (hasHeader ? 1 : 0) },
      });
      await then?.(inside, id);
      isReferred = true;
    });
  } catch (error) {
    // If only the commit failed, the row may have been written after all.
    if (!isReferred) await work.portal.storage.delete(key);
    throw error;
  }
  return id;
}
