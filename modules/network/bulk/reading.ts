import { z } from 'zod';
import { listPeople } from '#modules/identity/index.ts';
import { operation, pageSizes, pageWithin, type Work } from '#modules/platform/index.ts';
import { BULK_FILES_KEPT, BULK_PREVIEW_COLUMNS, BULK_PREVIEW_ROWS } from '../limits.ts';
import { type BulkActor, bulkSender, companyOf, getBulk, ofCompany, type StoredBulk } from './access.ts';
import { checkedUntil } from './checking.ts';
import { guessColumns } from './columns.ts';
import { listCosts } from './coupons.ts';
import type { BulkCounts } from './entities.ts';
import { readStoredHead } from './head.ts';
import {
  bulkOutcomes,
  bulkStates,
  columnKinds,
  columnLabels,
  type OutcomeGroup,
  outcomeGroups,
  outcomeLabels,
  pauseReasons,
} from './kinds.ts';
import { readDailyLimit, sendableUntil } from './limits.ts';

const countAnswer = z.object({
  outcome: z.enum(bulkOutcomes),
  group: z.enum(['sent', 'skipped', 'bad']),
  label: z.string(),
  count: z.number().int(),
});

const summary = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_bytes: z.number().int(),
  /** Without the header. */
  rows: z.number().int(),
  state: z.enum(bulkStates),
  made_at: z.date(),
  made_by: z.string(),
  started_at: z.date().nullable(),
  started_by: z.string().nullable(),
  ended_at: z.date().nullable(),
  /** Rows handled so far, without the header, and the invitations among them. */
  handled: z.number().int(),
  sent: z.number().int(),
  /** Invitations that were to be sent, as the dry run counted them; null before the start. */
  queued: z.number().int().nullable(),
});

type Group = Record<OutcomeGroup, number>;

export function groupCounts(counts: BulkCounts | null): Group {
  const groups: Group = { sent: 0, skipped: 0, bad: 0 };
  for (const outcome of bulkOutcomes) groups[outcomeGroups[outcome]] += counts?.[outcome] ?? 0;
  return groups;
}

const listCounts = (counts: BulkCounts | null) =>
  counts === null
    ? null
    : bulkOutcomes.map((outcome) => ({
        outcome,
        group: outcomeGroups[outcome],
        label: outcomeLabels[outcome],
        count: counts[outcome] ?? 0,
      }));

async function summarize(work: Pick<Work, 'db'>, rows: readonly StoredBulk[]) {
  const ids = new Set(
    rows.flatMap(({ made_by_account_id: made, started_by_account_id: started }) =>
      started ? [made, started] : [made],
    ),
  );
  const people = new Map(
    (await listPeople(work, [...ids])).map((person) => [
      person.accountId,
      `${person.firstname} ${person.lastname}`.trim(),
    ]),
  );
  const nameOf = (id: string) => people.get(id) ?? '';
  return rows.map((row) => ({
    id: row.id,
    file_name: row.file_name,
    file_bytes: row.file_bytes,
    rows: row.row_count - (row.has_header ? 1 : 0),
    state: row.state,
    made_at: row.made_at,
    made_by: nameOf(row.made_by_account_id),
    started_at: row.started_at,
    started_by: row.started_by_account_id === null ? null : nameOf(row.started_by_account_id),
    ended_at: row.ended_at,
    handled: Math.max(0, row.position - (row.has_header ? 1 : 0)),
    sent: groupCounts(row.sent_counts).sent,
    queued: row.started_at === null ? null : groupCounts(row.check_counts).sent,
  }));
}

/** Everything that the pages of one file show: its columns, the first rows, the dry run, the progress, the result. */
export const getBulkInvitation = operation({
  name: 'network.get-bulk',
  summary: 'A file of people to invite, and how far it is.',
  access: bulkSender,
  kind: 'read',
  input: z.object({ ...ofCompany, bulkid: z.uuid() }),
  output: z.object({
    bulk: summary.extend({
      /** `utf-8`, `windows-1252` and so on for a CSV file, and its separator; the sheet of an xlsx file. */
      encoding: z.string().nullable(),
      separator: z.string().nullable(),
      sheet: z.string().nullable(),
      /** Rows with letters that look as if they were read in the wrong encoding. */
      garbled: z.number().int(),
      includes_header: z.boolean(),
      pause_reason: z.enum(pauseReasons).nullable(),
      resume_at: z.date().nullable(),
      /** Until when the rows are kept; null once they are deleted. */
      kept_until: z.date().nullable(),
      /** When the rows were last checked, also if the dry run is no longer used. */
      checked_at: z.date().nullable(),
    }),
    columns: z.array(
      z.object({
        header: z.string(),
        samples: z.array(z.string()),
        kind: z.enum(columnKinds),
        label: z.string(),
        /** Why it was guessed; null if it was not, or if somebody chose another. */
        guessed: z.enum(['remembered', 'name', 'values']).nullable(),
        /** No value among the first rows. */
        empty: z.boolean(),
      }),
    ),
    preview: z.array(
      z.object({
        number: z.number().int(),
        cells: z.array(z.string()),
        /** Why the row can't be invited, as the dry run says; null if it can, or if there is no dry run. */
        reason: z.string().nullable(),
      }),
    ),
    /** The dry run; null if there is none, or if it is older than an hour. */
    check: z
      .object({ counts: z.array(countAnswer), until: z.date(), coupon_most: z.number().int().nullable() })
      .nullable(),
    /** What became of the rows that were handled; null before the start. */
    result: z.array(countAnswer).nullable(),
    purchase_coupon: z.uuid().nullable(),
    /** The coupons that the caller may send, with what one can cost at most, in cents. */
    coupons: z.array(z.object({ id: z.uuid(), description: z.string(), most: z.number().int() })),
    daily: z.object({ limit: z.number().int(), left: z.number().int() }),
    /** How many invitations the daily limit allows before the rows are deleted; null once they are. */
    sendable: z.number().int().nullable(),
  }),
  async run(work, about) {
    const bulk = await getBulk(work, about);
    const [listed] = await summarize(work, [bulk]);
    const until = checkedUntil(work, bulk);
    const counts = until && listCounts(bulk.check_counts);
    const keptUntil = bulk.rows_key === null ? null : new Date(bulk.made_at.getTime() + BULK_FILES_KEPT);
    const daily = await readDailyLimit(work, bulk.company_id);
    return {
      bulk: {
        ...(listed as NonNullable<typeof listed>),
        encoding: 'encoding' in bulk.source ? bulk.source.encoding : null,
        separator: 'separator' in bulk.source ? bulk.source.separator : null,
        sheet: 'sheet' in bulk.source ? bulk.source.sheet : null,
        garbled: bulk.garbled,
        includes_header: bulk.has_header,
        pause_reason: bulk.pause_reason,
        resume_at: bulk.resume_at,
        kept_until: keptUntil,
        checked_at: bulk.checked_at,
      },
      ...(await readColumns(work, bulk)),
      check: until && counts ? { counts, until, coupon_most: bulk.coupon_most } : null,
      result: listCounts(bulk.sent_counts),
      purchase_coupon: bulk.coupon_type_id,
      coupons: await listCosts(work, bulk.company_id),
      daily,
      sendable: keptUntil && sendableUntil(work.now, keptUntil, daily),
    };
  },
});

/** Values of a column that are shown beside its header. */
const SAMPLES = 3;

async function readColumns(work: Pick<Work<BulkActor>, 'db' | 'portal' | 'now'>, bulk: StoredBulk) {
  const head = readStoredHead(work.portal, bulk);
  const { has_header: hasHeader, column_kinds: kinds } = bulk;
  const headers = hasHeader ? (head[0]?.slice(1) ?? []) : [];
  const rows = hasHeader ? head.slice(1) : head;
  const guesses = await guessColumns(work, bulk.company_id, { head, columns: kinds.length, hasHeader });
  const columns = kinds.map((kind, column) => {
    const values = rows.map((row) => String(row[column + 1] ?? '')).filter((value) => value !== '');
    const guess = guesses[column];
    return {
      header: String(headers[column] ?? '') || `Column ${column + 1}`,
      samples: [...new Set(values)].slice(0, SAMPLES),
      kind,
      label: columnLabels[kind],
      guessed: guess?.kind === kind && kind !== 'ignored' ? guess.why : null,
      empty: values.length === 0,
    };
  });
  const checked = checkedUntil(work, bulk) && bulk.check_outcomes;
  const preview = rows.slice(0, BULK_PREVIEW_ROWS).map(([number, ...cells], at) => {
    const outcome = bulkOutcomes[checked?.[at + (hasHeader ? 1 : 0)] ?? bulkOutcomes.length];
    return {
      number,
      cells: cells.slice(0, BULK_PREVIEW_COLUMNS),
      reason: outcome && outcomeGroups[outcome] === 'bad' ? outcomeLabels[outcome] : null,
    };
  });
  return { columns, preview };
}

const [, PAGE = 20] = pageSizes;

export const listBulkInvitations = operation({
  name: 'network.list-bulk',
  summary: "A company's bulk invitations, newest first.",
  access: bulkSender,
  kind: 'read',
  mayLag: true,
  input: z.object({ ...ofCompany, page: z.number().int().min(1).max(100_000).default(1) }),
  output: z.object({
    bulks: z.array(summary),
    total: z.number().int(),
    page: z.number().int(),
    rows_a_page: z.number().int(),
    daily: z.object({ limit: z.number().int(), left: z.number().int() }),
  }),
  async run(work, { page: asked, ...about }) {
    const companyId = await companyOf(work, about);
    const ofThem = work.db.selectFrom('bulk_invitation').where('company_id', '=', companyId);
    const { total } = await ofThem
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = pageWithin(asked, PAGE, total);
    const rows = await ofThem
      .selectAll()
      .orderBy('made_at', 'desc')
      .orderBy('id')
      .offset((page - 1) * PAGE)
      .limit(PAGE)
      .execute();
    const daily = await readDailyLimit(work, companyId);
    return { bulks: await summarize(work, rows), total, page, rows_a_page: PAGE, daily };
  },
});
