import type { BulkOutcome, ColumnKind } from '#modules/network/bulk/kinds.ts';
import { checkBulk, getBulkInvitation, mapBulk, uploadBulk } from '#modules/network/index.ts';
import type { VisitedPortal, Visitor } from '#test/visitor.ts';
import { fileOf } from './documents.ts';

/** Files of people to invite. */

/** @returns the id of what was uploaded */
export async function upload(visitor: Visitor, content: string | Buffer, name = 'crew.csv'): Promise<string> {
  const file = await fileOf(Buffer.from(content));
  const { bulkid } = await visitor.perform(uploadBulk, { file: { name, file } });
  return bulkid;
}

export const readBulk = (visitor: Visitor, bulkid: string) => visitor.perform(getBulkInvitation, { bulkid });

/** Uploads a file whose columns are guessed, and runs it dry. @returns its id and how many rows have each outcome */
export async function check(visitor: Visitor, content: string | Buffer, kinds?: readonly ColumnKind[]) {
  const bulkid = await upload(visitor, content);
  if (kinds) await visitor.perform(mapBulk, { bulkid, includes_header: true, columns: [...kinds] });
  await visitor.perform(checkBulk, { bulkid });
  return { bulkid, counts: await countsOf(visitor, bulkid) };
}

async function countsOf(visitor: Visitor, bulkid: string) {
  const { check } = await readBulk(visitor, bulkid);
  return onlyCounted(check?.counts ?? []);
}

export const onlyCounted = (counts: readonly { outcome: BulkOutcome; count: number }[]) =>
  Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ outcome, count }) => [outcome, count]));

/** Sends at most so many more invitations of a company today. */
export async function leaveToday(
  { pool, clock }: VisitedPortal,
  companyId: string,
  left: number,
): Promise<void> {
  await pool.query(
    `insert into bulk_day (company_id, day, rows) values ($1, $2, $3)
     on conflict (company_id, day) do update set rows = excluded.rows`,
    [companyId, clock.now().toISOString().slice(0, 10), 1000 - left],
  );
}
