import { z } from 'zod';
import { operation, staff, TableRefused, type Work, yesNo } from '#modules/platform/index.ts';
import { type BulkActor, bulkSender, companyOf, lockBulk, ofCompany } from './access.ts';
import { callRows, writeCallRows } from './call-rows.ts';
import { dryRun, inviterOf, keepCheck } from './checking.ts';
import { checkCoupons } from './coupons.ts';
import type { BulkCounts } from './entities.ts';
import { type BulkOutcome, bulkOutcomes, type ColumnKind, columnKinds } from './kinds.ts';
import { checkColumns } from './mapping.ts';
import { groupCounts } from './reading.ts';
import { start } from './starting.ts';
import { checkRows, keepBulk, problemRefusal, readHead, uploadThrottle } from './uploading.ts';

/** The calls that take the rows themselves: they check them, and send them as a file of these rows is sent (doc3 §7). */

/** Bytes of a call, which 1,000 rows with all their columns need. */
export const largestCall = 2_000_000;

/** The documents' names of the counts. Each row is counted under one of them. */
const results = z.object({
  existing_users_innetwork_skipped: z.number().int(),
  existing_users_has_active_invite: z.number().int(),
  existing_users_notinvited_found: z.number().int(),
  existing_users_ignored_previous_invite: z.number().int(),
  new_users_inprogress_application: z.number().int(),
  new_users_by_email_found: z.number().int(),
  emails_on_supression_list: z.number().int(),
  invalid_records: z.number().int(),
  duplicate_records: z.number().int().describe('Rows about a person of an earlier row.'),
  invitessent: z.number().int().describe('Invitations that are queued now. None in a dry run.'),
});
type Results = z.output<typeof results>;

const names: Partial<Record<BulkOutcome, keyof Results>> = {
  'in-network': 'existing_users_innetwork_skipped',
  invited: 'existing_users_has_active_invite',
  existing: 'existing_users_notinvited_found',
  ignored: 'existing_users_ignored_previous_invite',
  'in-progress': 'new_users_inprogress_application',
  new: 'new_users_by_email_found',
  suppressed: 'emails_on_supression_list',
  duplicate: 'duplicate_records',
};

function resultsOf(counts: BulkCounts, queued: number): Results {
  const found = Object.fromEntries(Object.keys(results.shape).map((name) => [name, 0])) as Results;
  for (const outcome of bulkOutcomes) found[names[outcome] ?? 'invalid_records'] += counts[outcome] ?? 0;
  return { ...found, invitessent: queued };
}

const input = z.object({
  dryrun: yesNo,
  /** Rows of cells. */
  invite_data: callRows,
  /** Whether the first row names the columns. */
  invite_data_includes_header: yesNo.default(false),
  /** The field of each column, by the column's place from 0: `{ "0": "emailaddress", "2": "fullname" }`. */
  column_map: z.record(z.string().regex(/^(?:0|[1-9]\d?|1\d\d)$/), z.enum(columnKinds)),
  /** What the coupons can cost at most, in cents, as the dry run says; confirms it. */
  coupon_most: z.number().int().nullish(),
});

/** What was counted and sent. */
export const sentRows = z.object({
  results,
  bulkid: z.uuid().nullable().describe('What is sent, with its progress on the portal. Null if nothing is.'),
});

const output = sentRows.extend({
  /** Cents: what the coupons can cost at most; null without coupons. */
  coupon_most: z.number().int().nullable(),
});

/** @throws Refusal as for a file; network.bulk-confirm-most for coupons whose cost was not confirmed */
export const sendInvites = operation({
  name: 'network.send-invites',
  summary: 'Invites the people of the rows that are sent, or only counts whom it would invite.',
  access: bulkSender,
  kind: 'staged',
  inPersonOnly: true,
  input: input.extend(ofCompany),
  output,
  throttle: uploadThrottle,
  run: (work, { companyid, ...rows }) => sendRows(work, { companyid }, rows),
});

/** The same by staff for a company. */
export const sendEnterpriseInvites = operation({
  name: 'network.send-enterprise-invites',
  summary: 'Invites the people of the rows that are sent for a company, or only counts whom it would invite.',
  access: staff,
  kind: 'staged',
  input: input.extend({ companyid: z.uuid() }),
  output,
  throttle: uploadThrottle,
  run: (work, { companyid, ...rows }) =>
    sendRows(work.as({ ...work.caller, bulkCompanyId: null }), { companyid }, rows),
});

export async function sendRows(
  work: Work<BulkActor>,
  about: { companyid?: string | undefined },
  sent: z.output<typeof input>,
): Promise<z.output<typeof output>> {
  const companyId = await companyOf(work, about);
  const { file, facts, hasHeader } = await writeRows(sent);
  await using rows = file;
  checkRows(facts.rows - (hasHeader ? 1 : 0));
  const column_kinds = kindsOf(sent.column_map, facts.columns);
  checkColumns(column_kinds);
  if (column_kinds.includes('coupon')) await checkCoupons(work, companyId, null);
  const checked = await dryRun(
    work,
    {
      company_id: companyId,
      column_kinds,
      coupon_type_id: null,
      row_count: facts.rows,
      has_header: hasHeader,
    },
    rows,
    await inviterOf(work, companyId, work.caller),
  );
  const { counts, couponMost } = checked;
  if (sent.dryrun || groupCounts(counts).sent === 0) {
    return { results: resultsOf(counts, 0), bulkid: null, coupon_most: couponMost };
  }
  let queued = 0;
  const bulkid = await keepBulk(
    work,
    companyId,
    {
      name: 'API call',
      bytes: rows.bytes,
      rows,
      facts: { ...facts, columns: column_kinds.length, source: {} },
      head: await readHead(rows),
      hasHeader,
      columnKinds: column_kinds,
    },
    async (inside, id) => {
      await keepCheck(inside, { id, company_id: companyId }, checked);
      const bulk = await lockBulk(inside, { bulkid: id, companyid: companyId });
      queued = await start(inside, bulk, sent.coupon_most ?? null);
    },
  );
  return { results: resultsOf(counts, queued), bulkid, coupon_most: couponMost };
}

/** @throws Refusal network.bulk-unreadable */
async function writeRows({
  invite_data: data,
  invite_data_includes_header,
}: Pick<z.output<typeof input>, 'invite_data' | 'invite_data_includes_header'>) {
  // A row without a value is not kept, so a header without one names nothing.
  const hasHeader =
    invite_data_includes_header && (data[0] ?? []).some((cell) => String(cell ?? '').trim() !== '');
  try {
    return { ...(await writeCallRows(data)), hasHeader };
  } catch (error) {
    if (error instanceof TableRefused) throw problemRefusal(error.problem);
    throw error;
  }
}

/** @returns the field of each column, also of columns in which no row has a value */
function kindsOf(map: Readonly<Record<string, ColumnKind>>, columns: number): ColumnKind[] {
  const length = Math.max(columns, ...Object.keys(map).map((column) => Number(column) + 1));
  return Array.from({ length }, (_, column) => map[column] ?? 'ignored');
}
