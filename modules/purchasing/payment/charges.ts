import { column, type StatementRow, sql, statement, type Work } from '#modules/platform/index.ts';
import type { PaidBy } from './ledger.ts';

const chargeShape = {
  id: column.uuid,
  purchase_id: column.uuid,
  account_id: column.uuid,
  kind: column.oneOf(['charge', 'unmatched']),
  leg: column.oneOf(['buyer', 'company']),
  company_id: column.uuid.nullable(),
  currency: column.text,
  /** The provider's payment. */
  provider_id: column.text,
  /** Cents that came in, and cents that were refunded. */
  charged: column.integer,
  refunded: column.integer,
  /** Cents that the bank took back for the cardholder and has not returned. */
  disputed: column.integer,
  recorded_at: column.instant,
};

/** Money that came in, and how much of it went back. */
export type Charge = StatementRow<typeof chargeShape>;

const chargeColumns = sql`
  charge.id, charge.purchase_id, charge.account_id, charge.kind, charge.leg, charge.company_id, charge.currency,
  charge.provider_id, charge.amount_cents as charged, charge.recorded_at,
  coalesce((
    select -sum(amount_cents) from ledger_entry
    where charge_id = charge.id and kind in ('refund', 'refund-failed')
  ), 0)::int as refunded,
  coalesce((
    select -sum(amount_cents) from ledger_entry
    where charge_id = charge.id and kind in ('dispute', 'dispute-won')
  ), 0)::int as disputed`;

/** The buyer's first. */
const chargesOfPurchase = statement({
  name: 'purchasing.list-charges',
  row: chargeShape,
  sql: (purchaseId: string) => sql`
    select ${chargeColumns} from ledger_entry charge
    where charge.purchase_id = ${purchaseId} and charge.kind = 'charge'
    order by charge.leg`,
});

/** The charges that paid a purchase: the buyer's, and the company's if a coupon was redeemed. */
export function listCharges(work: Pick<Work, 'rows'>, purchaseId: string): Promise<Charge[]> {
  return work.rows(chargesOfPurchase(purchaseId));
}

const chargeByPayment = statement({
  name: 'purchasing.find-charge',
  row: chargeShape,
  sql: (transactionId: string) => sql`
    select ${chargeColumns} from ledger_entry charge
    where charge.provider_id = ${transactionId} and charge.charge_id is null`,
});

/** @param transactionId the provider's payment */
export function findCharge(work: Pick<Work, 'row'>, transactionId: string): Promise<Charge | undefined> {
  return work.row(chargeByPayment(transactionId));
}

export function payerOf({ company_id: companyId }: Pick<Charge, 'company_id'>): PaidBy {
  return companyId === null ? { leg: 'buyer' } : { leg: 'company', companyId };
}
