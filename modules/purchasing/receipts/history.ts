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
import { ownedCompany } from '../company-card/owner.ts';
import { describeCoupon } from '../coupons/discounts.ts';
import { findCouponOf, findOfferedCode } from '../coupons/issued.ts';
import { findUnusableCoupon, type UnusableCoupon } from '../coupons/unusable.ts';
import { codeTypes } from '../fields.ts';
import { getOwnPurchase, wholePriceOf } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { packageAnswer, presentPackage } from '../start/answers.ts';
import { readReceipt } from './data.ts';
import { aggregatedTransactions, transactionList } from './transactions.ts';

/**
 * What each payer paid: a purchase for its buyer, and the company's charge for a coupon for the company. Each row has
 * exactly one reader: an account or a company.
 */
const payments = sql`(
  select id, id as purchase_id, 'mypurchase'::text as transaction_type, 'buyer'::text as leg,
    account_id as reader_account_id, null::uuid as reader_company_id, status, coalesce(paid_at, created_at) as at,
    amount_cents, transaction_id
  from purchase
  union all
  select id, purchase_id, 'coupon'::text, leg, null::uuid, company_id, 'paid'::text, recorded_at, amount_cents,
    provider_id
  from ledger_entry where leg = 'company' and kind = 'charge'
) p`;

const transactionTypes = ['mypurchase', 'coupon'] as const;
const couponValue = z.object({ code_type: z.enum(codeTypes), amount: z.number().int().nullable() });

const columns = {
  /** The id of the row: of the purchase, or of the company's charge. */
  id: gridColumn(column.uuid, 'p.id'),
  purchaseid: gridColumn(column.uuid, 'p.purchase_id'),
  dts: gridColumn(column.instant, 'p.at'),
  /** `coupon` if the caller's company paid for another person's purchase. */
  transaction_type: gridColumn(column.oneOf(transactionTypes), 'p.transaction_type'),
  renewal: gridColumn(column.boolean, 'purchase.renewal'),
  package_descrip: gridColumn(column.text, 'purchase.package_descrip'),
  /** The coupon of the purchase; null if there is none. Percent, or whole dollars for a flat coupon. */
  coupon_value: gridColumn(
    column.json(couponValue).nullable(),
    sql`case when type.id is not null
      then jsonb_build_object('code_type', type.code_type, 'amount', type.amount) end`,
  ),
  /** Who redeemed the company's coupon; null for the caller's own purchase. */
  redeemed_user_name: gridColumn(column.text.nullable(), sql`redeemer.firstname || ' ' || redeemer.lastname`),
  redeemed_user_email: gridColumn(column.text.nullable(), 'redeemer.emailaddress'),
  /** Of the purchase itself. */
  status: gridColumn(column.oneOf(['open', 'paid', 'closed']), 'p.status'),
  /** The application that the caller's own purchase paid for; null once it belongs to another account of theirs. */
  composite_status_code: gridColumn(column.oneOf(applicationStatuses).nullable(), 'application.status'),
  applicationid: gridColumn(column.uuid.nullable(), 'application.id'),
  /** Cents that this payer paid (D6). */
  amount: gridColumn(column.integer, 'p.amount_cents'),
  /** Cents that were returned. */
  refunded_amount: gridColumn(
    column.integer,
    sql`coalesce((
      select -sum(entry.amount_cents) from ledger_entry entry join ledger_entry charge on charge.id = entry.charge_id
      where entry.purchase_id = p.purchase_id and entry.leg = p.leg and entry.kind in ('refund', 'refund-failed')
        and charge.kind = 'charge'
    ), 0)::int`,
  ),
  /** The movements of this payer's money at the payment service. */
  stripe_transactions: gridColumn(
    column.json(transactionList),
    sql`(
      select ${aggregatedTransactions} from ledger_entry entry left join ledger_entry charge on charge.id = entry.charge_id
      where entry.purchase_id = p.purchase_id and entry.leg = p.leg and coalesce(charge.kind, entry.kind) = 'charge'
    )`,
  ),
  stripe_transaction_id: gridColumn(column.text.nullable(), 'p.transaction_id'),
  created: gridColumn(column.instant, 'p.at', { sort: { name: 'date', by: 'p.at', type: 'timestamptz' } }),
};
type PurchaseRow = RowOf<typeof columns>;

/** A person's purchases and, for a company's owner, what the company paid for coupons, newest first (doc2 §2.7). */
export const purchaseGrid = defineGrid({
  name: 'purchases',
  table: payments,
  id: 'p.id',
  joins: sql`join purchase on purchase.id = p.purchase_id
    left join application on application.purchase_id = p.purchase_id and p.leg = 'buyer'
      and application.account_id = application.payer_id
    left join coupon on coupon.id = purchase.coupon_id
    left join coupon_type type on type.id = coupon.coupon_type_id
    left join account redeemer on redeemer.id = purchase.account_id and p.leg = 'company'`,
  columns,
  derived: {
    composite_status: derived(
      z.string().nullable(),
      ({ composite_status_code: code }: PurchaseRow) => code && statusLabel(code),
    ),
    /** Such as `25% off`. */
    coupon_descrip: derived(
      z.string().nullable(),
      ({ coupon_value: value }: PurchaseRow) => value && describeCoupon(value),
    ),
    /** MM/dd/yyyy in the person's time zone (D83). */
    created_formatted: derived(z.string(), ({ created }: PurchaseRow, { timeZone }: { timeZone: string }) =>
      formatDate(created, timeZone),
    ),
  },
  order: ['date', 'desc'],
});

/** The IANA name of the caller's time zone, or else of that of the host's company (D83). */
export async function timeZoneOf(work: Work<Caller>): Promise<string> {
  return work.caller.timeZone ?? (await brandForHost(work.portal, work.visit.host)).timeZone;
}

export const listPurchases = operation({
  name: 'purchasing.list-purchases',
  summary: "The caller's purchases and, for a company's owner, its coupon payments, newest first.",
  access: person,
  kind: 'read',
  input: purchaseGrid.input.extend({
    rows: purchaseGrid.input.shape.rows.unwrap().default(100),
    /** Only one kind of rows. */
    transaction_type: z.enum(transactionTypes).optional(),
  }),
  output: purchaseGrid.output.omit({ rows: true }).extend({ purchases: z.array(purchaseGrid.row) }),
  async run(work, input) {
    const { transaction_type: type } = input;
    const readable = readableBy(work.caller);
    const where = type ? sql<boolean>`${readable} and p.transaction_type = ${type}` : readable;
    const timeZone = await timeZoneOf(work);
    const { rows, ...page } = await purchaseGrid.read(work, input, { where }, { timeZone });
    return { purchases: rows, ...page };
  },
});

/** What the caller paid and, for a company's owner, what the company paid. */
function readableBy(caller: Caller) {
  const companyId = ownedCompany(caller);
  const own = sql<boolean>`p.reader_account_id = ${caller.accountId}`;
  const readable = companyId ? sql<boolean>`(${own} or p.reader_company_id = ${companyId})` : own;
  return sql<boolean>`${readable} and p.status = 'paid'`;
}

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
    /** Cents: the whole price, no matter who pays it. */
    price: z.number().int(),
    /** The coupon that was applied, the cents that it takes off the price, and those of them that its company pays. */
    coupon: z
      .object({
        description: z.string(),
        company_name: z.string(),
        discount: z.number().int(),
        company_amount: z.number().int(),
      })
      .nullable(),
    /** A coupon of the caller's that they cannot use now, while the purchase is open: the applied one if there is one. */
    unusable_coupon: z
      .object({
        description: z.string(),
        company_name: z.string(),
        /** Whether it has ended for good; otherwise the company's card cannot pay now. */
        ended: z.boolean(),
      })
      .nullable(),
    /** Once it is paid: what the buyer's receipt says, as names and amounts, and in words. */
    receipt: z.object({ lines: z.array(z.tuple([z.string(), z.string()])), words: z.string() }).nullable(),
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
    const price = wholePriceOf(purchase);
    const open = purchase.status === 'open';
    return {
      purchasedetails: purchaseGrid.present(row, { timeZone }),
      packagedetails: presentPackage(bought, price),
      price,
      coupon: await findCouponOf(work, purchase),
      unusable_coupon: open ? nameOf(await findUnusableCoupon(work, work.caller, purchase)) : null,
      receipt: purchase.status === 'paid' ? await readWords(work, purchaseid) : null,
      offered_code: open ? await findOfferedCode(work, work.caller, purchase) : null,
      application:
        application?.account_id === purchase.account_id
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

async function readWords(work: Work, purchaseId: string) {
  const { lines, words } = (await readReceipt(work, purchaseId)).content;
  return { lines, words };
}

function nameOf(coupon: UnusableCoupon | null) {
  return (
    coupon && { description: coupon.description, company_name: coupon.company_name, ended: coupon.ended }
  );
}
