import { z } from 'zod';
import { csvLine, operation, pageSizes, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { bulkSender, getBulk, ofCompany, type StoredBulk } from './access.ts';
import { checkedUntil } from './checking.ts';
import { readStoredHead } from './head.ts';
import { type BulkOutcome, bulkOutcomes, outcomeGroups, outcomeLabels } from './kinds.ts';
import { openRows, readRows } from './stored-rows.ts';

/** The rows of a file with what becomes of each: on pages, and as a file with the reason beside each row. */

const [PAGE = 10] = pageSizes;

/** The outcome of each row: of the sending once it has begun, before of the dry run. */
async function outcomesOf(
  work: Pick<Work, 'db' | 'now'>,
  bulk: StoredBulk,
): Promise<(row: { place: number; number: number }) => BulkOutcome | undefined> {
  if (bulk.state === 'uploaded') {
    const checked = bulk.check_outcomes;
    if (checked === null || checkedUntil(work, bulk) === null) throw new Refusal('network.bulk-check-first');
    return ({ place }) => bulkOutcomes[checked[place] ?? bulkOutcomes.length];
  }
  const sent = await work.db
    .selectFrom('bulk_invitation_row')
    .select(['row_number', 'outcome'])
    .where('bulk_invitation_id', '=', bulk.id)
    .execute();
  const byNumber = new Map(sent.map((row) => [row.row_number, row.outcome]));
  return ({ number }) => byNumber.get(number);
}

/** One page of the rows that have an outcome. */
export const listBulkRows = operation({
  name: 'network.list-bulk-rows',
  summary: 'The rows of a file that a count is about.',
  access: bulkSender,
  kind: 'read',
  mayLag: true,
  input: z.object({
    ...ofCompany,
    bulkid: z.uuid(),
    outcome: z.enum(bulkOutcomes),
    page: z.number().int().min(1).max(100_000).default(1),
  }),
  output: z.object({
    label: z.string(),
    file_name: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.object({ number: z.number().int(), cells: z.array(z.string()) })),
    total: z.number().int(),
    page: z.number().int(),
    rows_a_page: z.number().int(),
  }),
  async run(work, { outcome, page, ...about }) {
    const bulk = await getBulk(work, about);
    const outcomeOf = await outcomesOf(work, bulk);
    const rows: { number: number; cells: string[] }[] = [];
    let total = 0;
    await using file = await openRows(work.portal, bulk);
    for await (const { place, number, cells } of readRows(file, bulk.has_header ? 1 : 0)) {
      if (outcomeOf({ place, number }) !== outcome) continue;
      total += 1;
      if (total > (page - 1) * PAGE && total <= page * PAGE) rows.push({ number, cells });
    }
    return {
      label: outcomeLabels[outcome],
      file_name: bulk.file_name,
      headers: headersOf(work, bulk),
      rows,
      total,
      page,
      rows_a_page: PAGE,
    };
  },
});

function headersOf({ portal }: Pick<Work, 'portal'>, bulk: StoredBulk): string[] {
  const [, ...first] = readStoredHead(portal, bulk)[0] ?? [];
  return bulk.column_kinds.map(
    (_, column) => (bulk.has_header && String(first[column] ?? '')) || `Column ${column + 1}`,
  );
}

/** Rows of a file that are read at a time. */
const BATCH = 5_000;

/** Begins a download of rows: writes it to the audit log. */
export const startBulkDownload = operation({
  name: 'network.start-bulk-download',
  summary: 'Starts a download of the rows of a file.',
  access: bulkSender,
  kind: 'write',
  input: z.object({ ...ofCompany, bulkid: z.uuid() }),
  output: z.object({ file_name: z.string() }),
  async run(work, about) {
    const bulk = await getBulk(work, about);
    await work.audit({
      action: networkAudit.bulkListed,
      object: { type: 'bulk_invitation', id: bulk.id },
      detail: { company: bulk.company_id },
    });
    return { file_name: bulk.file_name.replace(/\.[^.]*$/, '') };
  },
});

/** The next lines of a CSV file with the columns of the upload, what became of each row, and its number. */
export const readBulkDownload = operation({
  name: 'network.read-bulk-download',
  summary: 'The next lines of a download: all rows, or those that could not be invited.',
  access: bulkSender,
  kind: 'read',
  input: z.object({
    ...ofCompany,
    bulkid: z.uuid(),
    which: z.enum(['bad', 'all']),
    after: z.number().int().min(0).default(0),
  }),
  output: z.object({ lines: z.string(), next: z.number().int().nullable() }),
  async run(work, { which, after, ...about }) {
    const bulk = await getBulk(work, about);
    const outcomeOf = await outcomesOf(work, bulk);
    const until = after + BATCH;
    const lines = after === 0 ? [csvLine([...headersOf(work, bulk), 'Reason', 'Row'])] : [];
    await using file = await openRows(work.portal, bulk);
    const first = Math.max(after, bulk.has_header ? 1 : 0);
    for await (const { place, number, cells } of readRows(file, first, (at) => at < until)) {
      const outcome = outcomeOf({ place, number });
      if (which === 'bad' && (outcome === undefined || outcomeGroups[outcome] !== 'bad')) continue;
      const padded = bulk.column_kinds.map((_, column) => cells[column] ?? '');
      lines.push(
        csvLine([...padded, outcome === undefined ? 'Not sent' : outcomeLabels[outcome], String(number)]),
      );
    }
    return { lines: lines.join(''), next: until < bulk.row_count ? until : null };
  },
});
