import { column, type PersonalData, personalTables, sql } from '#modules/platform/index.ts';
import { listReceiptFiles } from './receipts/receipts.ts';

const table = personalTables('purchasing');

/** What the purchasing module holds about a person (D23). Payments are kept for tax and accounting. */
export const purchasingPersonalData: PersonalData = {
  module: 'purchasing',
  tables: [
    table({
      table: 'payment_attempt',
      title: 'Attempts to pay',
      of: ({ accountId }) => sql`purchase_id in (select id from purchase where account_id = ${accountId})`,
      columns: {
        purchase_id: column.uuid,
        kind: column.text,
        state: column.text,
        provider_id: column.text.nullable(),
        created_at: column.instant,
        ended_at: column.instant.nullable(),
      },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'refund_part',
      title: 'Parts of refunds',
      of: ({ accountId }) => sql`refund_id in (select id from refund where account_id = ${accountId})
        and charge_id in (select id from ledger_entry where leg = 'buyer')`,
      columns: { refund_id: column.uuid, amount_cents: column.integer, provider_id: column.text.nullable() },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'refund',
      title: 'Refunds',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        id: column.uuid,
        purchase_id: column.uuid,
        state: column.text,
        amount_cents: column.integer,
        currency: column.text,
        requested_at: column.instant,
        ended_at: column.instant.nullable(),
      },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'ledger_entry',
      title: 'Your payments and refunds',
      of: ({ accountId }) => sql`account_id = ${accountId} and leg = 'buyer'`,
      columns: {
        purchase_id: column.uuid,
        kind: column.text,
        amount_cents: column.integer,
        currency: column.text,
        provider_id: column.text,
        recorded_at: column.instant,
      },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'charged_card',
      title: 'Cards that you paid with',
      of: ({ accountId }) =>
        sql`charge_id in (select id from ledger_entry where account_id = ${accountId} and leg = 'buyer')`,
      columns: { charge_id: column.uuid, brand: column.text, last4: column.text },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'company_card',
      title: 'Cards that you saved for your company',
      of: ({ accountId }) => sql`saved_by = ${accountId}`,
      columns: {
        brand: column.text,
        last4: column.text,
        exp_month: column.integer,
        exp_year: column.integer,
        saved_at: column.instant,
        removed_at: column.instant.nullable(),
      },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'coupon_type',
      title: 'Coupons that you made as staff',
      of: ({ accountId }) => sql`made_by = ${accountId}`,
      columns: {
        code_type: column.text,
        amount: column.integer.nullable(),
        active: column.boolean,
        made_at: column.instant,
      },
      erase: 'nothing',
      retained: 'payment',
    }),
    table({
      table: 'coupon',
      title: 'Coupons that you were sent, or sent',
      of: ({ accountId, emailaddress }) =>
        sql`(account_id = ${accountId} or issued_by = ${accountId} or emailaddress = ${emailaddress}::citext)`,
      columns: {
        id: column.uuid,
        issued_at: column.instant,
        expires_at: column.instant,
        lapsed_at: column.instant.nullable(),
        redeemed_at: column.instant.nullable(),
      },
      // A coupon for an address becomes one for the account, whose data is erased.
      erase: ({ accountId, emailaddress }) => sql`
        account_id = case when emailaddress = ${emailaddress}::citext then ${accountId}::uuid else account_id end,
        emailaddress = nullif(emailaddress, ${emailaddress}::citext)`,
      retained: 'payment',
    }),
    table({
      table: 'purchase',
      title: 'What you bought',
      of: ({ accountId }) => sql`account_id = ${accountId}`,
      columns: {
        id: column.uuid,
        package_descrip: column.text,
        renewal: column.boolean,
        amount_cents: column.integer,
        currency: column.text,
        status: column.text,
        created_at: column.instant,
        terms_accepted_at: column.instant.nullable(),
        paid_at: column.instant.nullable(),
        transaction_id: column.text.nullable(),
      },
      erase: 'nothing',
      retained: 'payment',
    }),
  ],
  listFiles: listReceiptFiles,
  holds: [
    {
      wait: 'refund',
      async isOpen({ db }, { accountId }) {
        const open = await db
          .selectFrom('refund')
          .select('id')
          .where('account_id', '=', accountId)
          .where('ended_at', 'is', null)
          .limit(1)
          .executeTakeFirst();
        return open !== undefined;
      },
    },
  ],
};
