import { z } from 'zod';
import {
  applicationStatuses,
  findApplicationOfPurchase,
  getPackage,
  statusLabel,
} from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  type Caller,
  column,
  defineGrid,
  derived,
  formatDate,
  gridColumn,
  operation,
  person,
  type RowOf,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { packageAnswer, presentPackage } from './answers.ts';
import { findCouponOf, findOfferedCode } from './coupons.ts';
import { getOwnPurchase } from './purchases.ts';
import { Refusal } from './refusals.ts';

const paidAt = sql`coalesce(p.paid_at, p.created_at)`;

const columns = {
  id: gridColumn(column.uuid, 'p.id'),
  purchaseid: gridColumn(column.uuid, 'p.id'),
  dts: gridColumn(column.instant, paidAt),
  transaction_type: gridColumn(column.oneOf(['mypurchase', 'coupon']), sql`'mypurchase'::text`),
  renewal: gridColumn(column.boolean, 'p.renewal'),
  package_descrip: gridColumn(column.text, 'p.package_descrip'),
  coupon_descrip: gridColumn(column.text.nullable(), sql`null::text`),
  /** Of the purchase itself. */
  status: gridColumn(column.oneOf(['open', 'paid', 'closed']), 'p.status'),
  /** Of the application that it paid for. */
  composite_status_code: gridColumn(column.oneOf(applicationStatuses).nullable(), 'application.status'),
  applicationid: gridColumn(column.uuid.nullable(), 'application.id'),
  /** Cents (D6). */
  amount: gridColumn(column.integer, 'p.amount_cents'),
  /** Cents that went back of it. */
  refunded_amount: gridColumn(
    column.integer,
    sql`coalesce((
      select -sum(entry.amount_cents) from ledger_entry entry join ledger_entry charge on charge.id = entry.charge_id
      where entry.purchase_id = p.id and entry.leg = 'buyer' and entry.kind in ('refund', 'refund-failed')
        and charge.kind = 'charge'
    ), 0)::int`,
  ),
  stripe_transaction_id: gridColumn(column.text.nullable(), 'p.transaction_id'),
  created: gridColumn(column.instant, paidAt, { sort: { name: 'date', by: paidAt, type: 'timestamptz' } }),
};
type PurchaseRow = RowOf<typeof columns>;

/** What a person has bought, newest first. */
export const purchaseGrid = defineGrid({
  name: 'purchases',
  table: sql`purchase p`,
  id: 'p.id',
  joins: sql`left join application on application.purchase_id = p.id`,
  columns,
  derived: {
    composite_status: derived(
      z.string().nullable(),
      ({ composite_status_code: code }: PurchaseRow) => code && statusLabel(code),
    ),
    /** MM/dd/yyyy in the person's time zone (D83). */
    created_formatted: derived(z.string(), ({ created }: PurchaseRow, { timeZone }: { timeZone: string }) =>
      formatDate(created, timeZone),
    ),
  },
  order: ['date', 'desc'],
});

/** The IANA name of the caller's time zone, else of the zone of the host's company (D83). */
export async function timeZoneOf(work: Work<Caller>): Promise<string> {
  return work.caller.timeZone ?? (await brandForHost(work.portal, work.visit.host)).timeZone;
}

export const listPurchases = operation({
  name: 'purchasing.list-purchases',
  summary: "The caller's purchases, newest first.",
  access: person,
  kind: 'read',
  input: purchaseGrid.input.extend({ rows: purchaseGrid.input.shape.rows.unwrap().default(100) }),
  output: purchaseGrid.output.omit({ rows: true }).extend({ purchases: z.array(purchaseGrid.row) }),
  async run(work, input) {
    const own = sql<boolean>`p.account_id = ${work.caller.accountId} and p.status = 'paid'`;
    const timeZone = await timeZoneOf(work);
    const { rows, ...page } = await purchaseGrid.read(work, input, { where: own }, { timeZone });
    return { purchases: rows, ...page };
  },
});

/** One purchase with its package, its application and the next step. */
export const getPurchase = operation({
  name: 'purchasing.get-purchase',
  summary: "One of the caller's purchases, with its package and application.",
  access: person,
  kind: 'read',
  input: z.object({ purchaseid: z.uuid() }),
  output: z.object({
    purchasedetails: purchaseGrid.row,
    packagedetails: packageAnswer,
    /** Cents: the whole price, whoever pays it. */
    price: z.number().int(),
    /** The coupon that was applied, and the cents that it takes off the price. */
    coupon: z.object({ description: z.string(), discount: z.number().int() }).nullable(),
    /** The code of a coupon that the caller could apply to the open purchase. */
    offered_code: z.string().nullable(),
    application: z
      .object({ applicationid: z.uuid(), composite_status: z.string(), composite_status_code: z.string() })
      .nullable(),
    /** The next step: `completepurchase` until it is paid, then `application`. */
    workflowstep: z.string(),
  }),
  async run(work, { purchaseid }) {
    const purchase = await getOwnPurchase(work, work.caller.accountId, purchaseid);
    const bought = await getPackage(work, purchase.package_id, { withdrawn: true });
    const application = await findApplicationOfPurchase(work, purchaseid);
    const row = await purchaseGrid.readRow(work, sql<boolean>`p.id = ${purchaseid}`);
    if (!row) throw new Refusal('not-found', { detail: `purchase ${purchaseid}` });
    const timeZone = await timeZoneOf(work);
    return {
      purchasedetails: purchaseGrid.present(row, { timeZone }),
      packagedetails: presentPackage(bought, purchase.price_cents ?? purchase.amount_cents),
      price: purchase.price_cents ?? purchase.amount_cents,
      coupon: await findCouponOf(work, purchase),
      offered_code: purchase.status === 'open' ? await findOfferedCode(work, work.caller, purchase) : null,
      application: application
        ? {
            applicationid: application.id,
            composite_status: statusLabel(application.status),
            composite_status_code: application.status,
          }
        : null,
      workflowstep: application ? 'application' : 'completepurchase',
    };
  },
});
