import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import { operation, staff, type Work, yesNo } from '#modules/platform/index.ts';
import {
  couponTypeAnswer,
  couponUse,
  findPaymentMethod,
  listCouponTypes,
  paymentMethodAnswer,
} from '#modules/purchasing/index.ts';

export const companyBillingAnswer = z.object({
  enable_payments: yesNo,
  paymentmethod: paymentMethodAnswer.nullable(),
  code_types: z.array(couponTypeAnswer.extend({ active: yesNo, made_at: z.date() })),
});

/** The section Billing & Payments of a company (doc3 §3). */
export const getCompanyBilling = operation({
  name: 'admin.get-company-billing',
  summary: "A company's coupons, and the card that pays for them.",
  access: staff,
  kind: 'read',
  input: z.object({ companyid: z.uuid() }),
  output: companyBillingAnswer.extend({
    /** How many coupons of each type were issued, and of these redeemed and lapsed. */
    use: z.array(z.object({ id: z.uuid(), issued: z.number(), redeemed: z.number(), lapsed: z.number() })),
  }),
  async run(work, { companyid }) {
    return { ...(await readBilling(work, companyid)), use: await work.rows(couponUse(companyid)) };
  },
});

/** @throws Refusal not-found */
export async function readBilling(
  work: Pick<Work, 'db' | 'now'>,
  companyId: string,
): Promise<z.output<typeof companyBillingAnswer>> {
  const { enable_payments } = await getCompany(work, companyId);
  return {
    enable_payments,
    paymentmethod: await findPaymentMethod(work, companyId),
    code_types: await listCouponTypes(work, companyId),
  };
}
