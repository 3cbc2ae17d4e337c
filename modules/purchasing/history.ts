import { z } from 'zod';
import {
  type ApplicationStatus,
  findApplicationOfPurchase,
  getPackage,
  statusLabel,
} from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { type Caller, formatDate, operation, person, sql, type Work } from '#modules/platform/index.ts';
import { packageAnswer, presentPackage } from './answers.ts';
import { getOwnPurchase, type PurchaseRow } from './purchases.ts';

const purchaseAnswer = z.object({
  id: z.uuid(),
  purchaseid: z.uuid(),
  dts: z.date(),
  transaction_type: z.enum(['mypurchase', 'coupon']),
  renewal: z.boolean(),
  package_descrip: z.string(),
  coupon_descrip: z.string().nullable(),
  /** Of the purchase itself. */
  status: z.enum(['open', 'paid', 'closed']),
  /** Of the application that it paid for. */
  composite_status: z.string().nullable(),
  composite_status_code: z.string().nullable(),
  applicationid: z.uuid().nullable(),
  /** Cents (D6). */
  amount: z.number().int(),
  stripe_transaction_id: z.string().nullable(),
  created: z.date(),
  /** MM/dd/yyyy in the person's time zone (D83). */
  created_formatted: z.string(),
});

interface ListedPurchase extends PurchaseRow {
  application_id: string | null;
  application_status: ApplicationStatus | null;
}

function present(row: ListedPurchase, timeZone: string): z.input<typeof purchaseAnswer> {
  const at = row.paid_at ?? row.created_at;
  return {
    id: row.id,
    purchaseid: row.id,
    dts: at,
    transaction_type: 'mypurchase',
    renewal: row.renewal,
    package_descrip: row.package_descrip,
    coupon_descrip: null,
    status: row.status,
    composite_status: row.application_status && statusLabel(row.application_status),
    composite_status_code: row.application_status,
    applicationid: row.application_id,
    amount: row.amount_cents,
    stripe_transaction_id: row.transaction_id,
    created: at,
    created_formatted: formatDate(at, timeZone),
  };
}

/** The caller's own zone, else the one of the host's company (D83). */
export async function timeZoneOf(work: Work<Caller>): Promise<string> {
  return work.caller.timeZone ?? (await brandForHost(work.portal, work.visit.host)).timeZone;
}

const pageSizes = [10, 20, 50, 100] as const;

export const listPurchases = operation({
  name: 'purchasing.list-purchases',
  summary: "The caller's purchases, newest first.",
  access: person,
  kind: 'read',
  input: z.object({
    page: z.coerce.number().int().min(1).max(1000).default(1),
    rows: z.coerce
      .number()
      .refine((value) => pageSizes.some((size) => size === value))
      .default(100),
  }),
  output: z.object({ purchases: z.array(purchaseAnswer), total: z.number().int() }),
  async run(work, { page, rows }) {
    const { accountId } = work.caller;
    const found = await work.rows(sql<ListedPurchase & { total: number }>`
      select purchase.*, application.id as application_id, application.status as application_status,
        count(*) over () as total
      from purchase left join application on application.purchase_id = purchase.id
      where purchase.account_id = ${accountId} and purchase.status = 'paid'
      order by purchase.paid_at desc, purchase.id desc limit ${rows} offset ${(page - 1) * rows}`);
    const zone = await timeZoneOf(work);
    return { purchases: found.map((row) => present(row, zone)), total: Number(found[0]?.total ?? 0) };
  },
});

/** One purchase with what it buys and where it leads next. */
export const getPurchase = operation({
  name: 'purchasing.get-purchase',
  summary: "One of the caller's purchases, with its package and application.",
  access: person,
  kind: 'read',
  input: z.object({ purchaseid: z.uuid() }),
  output: z.object({
    purchasedetails: purchaseAnswer,
    packagedetails: packageAnswer,
    application: z
      .object({ applicationid: z.uuid(), composite_status: z.string(), composite_status_code: z.string() })
      .nullable(),
    /** The step to go on with: of the purchase while it is not paid, then of the application. */
    workflowstep: z.string(),
  }),
  async run(work, { purchaseid }) {
    const purchase = await getOwnPurchase(work, work.caller.accountId, purchaseid);
    const bought = await getPackage(work, purchase.package_id, { withdrawn: true });
    const application = await findApplicationOfPurchase(work, purchaseid);
    const listed = {
      ...purchase,
      application_id: application?.id ?? null,
      application_status: application?.status ?? null,
    };
    return {
      purchasedetails: present(listed, await timeZoneOf(work)),
      packagedetails: presentPackage(bought, purchase.amount_cents),
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
