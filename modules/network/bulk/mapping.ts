import { z } from 'zod';
import { operation, sql } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { bulkSender, lockBulk, ofCompany } from './access.ts';
import { rememberColumns } from './columns.ts';
import { checkCoupons } from './coupons.ts';
import { readStoredHead } from './head.ts';
import { type ColumnKind, columnKinds } from './kinds.ts';

/** Says which column is what, and which coupon all invitations carry. It ends the dry run, which was about other columns. */
export const mapBulk = operation({
  name: 'network.map-bulk',
  summary: 'Chooses the columns of a file of people to invite.',
  access: bulkSender,
  kind: 'write',
  input: z.object({
    ...ofCompany,
    bulkid: z.uuid(),
    includes_header: z.boolean(),
    columns: z.array(z.enum(columnKinds)).min(1).max(200),
    /** The type of coupon for all rows that name no other. */
    purchase_coupon: z.union([z.uuid(), z.literal('')]).nullish(),
  }),
  output: z.object({ bulkid: z.uuid() }),
  async run(work, { includes_header, columns, purchase_coupon, ...about }) {
    const bulk = await lockBulk(work, about);
    if (bulk.state !== 'uploaded') throw new Refusal('network.bulk-started');
    if (columns.length !== bulk.column_count) throw new Refusal('network.bulk-columns-changed');
    checkColumns(columns);
    const coupon = purchase_coupon || null;
    if (coupon !== null || columns.includes('coupon')) await checkCoupons(work, bulk.company_id, coupon);
    if (includes_header) {
      const [, ...headers] = readStoredHead(work.portal, bulk)[0] ?? [];
      await rememberColumns(work, bulk.company_id, headers as string[], columns);
    }
    await work.db
      .updateTable('bulk_invitation')
      .set({
        has_header: includes_header,
        column_kinds: sql<ColumnKind[]>`${sql.val(columns)}::text[]`,
        coupon_type_id: coupon,
        checked_at: null,
        check_counts: null,
        check_outcomes: null,
      })
      .where('id', '=', bulk.id)
      .execute();
    await work.audit({
      action: networkAudit.bulkMapped,
      object: { type: 'bulk_invitation', id: bulk.id },
      detail: { company: bulk.company_id },
    });
    return { bulkid: bulk.id };
  },
});

/** @throws Refusal network.bulk-unmapped, network.bulk-column-twice */
export function checkColumns(columns: readonly ColumnKind[]): void {
  if (!columns.includes('shieldid') && !columns.includes('emailaddress')) {
    throw new Refusal('network.bulk-unmapped', { field: 'columns' });
  }
  const used = columns.filter((kind) => kind !== 'ignored');
  if (new Set(used).size < used.length) throw new Refusal('network.bulk-column-twice', { field: 'columns' });
}
