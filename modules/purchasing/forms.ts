/** What the browser may know of buying. */
import { z } from 'zod';
import { text } from '#modules/platform/catalogue.ts';

/** The standing of a person at the start of a purchase (D30). */
export const startStatuses = [
  'new',
  'inprogress',
  'paid',
  'renewal',
  'expired',
  'active',
  'blocked',
] as const;
export type StartStatus = (typeof startStatuses)[number];

/** The answer to the New York question, as `pkgfilter` carries it. */
export const regions = ['US', 'NY'] as const;
export type Region = (typeof regions)[number];

/** The steps' share of the whole, in percent (doc2 §2.6, §9). */
export const progress = {
  purchasealerts: 20,
  selectpackage: 40,
  helpmechoose: 60,
  completepurchase: 60,
  purchasereceipt: 100,
} as const;

export const selectPackageForm = z.object({
  packageid: z.uuid({ error: text('purchase.package-needed') }),
});

/** The card is typed into the provider's own form; ours takes only the agreement to the terms. */
export const payForm = z.object({
  purchaseid: z.uuid(),
  accept_terms: z.literal('YES', { error: text('purchase.terms-needed') }),
});

/** The holder of a card, who stands beside the provider's card form and is told to the provider alone (doc2 §5). */
export const cardholderForm = z.object({
  cardholder: z
    .string({ error: text('purchase.cardholder-needed') })
    .trim()
    .min(1),
  billingzip: z.string({ error: text('purchase.zip-needed') }).regex(/^\d{5}$/, text('purchase.zip-needed')),
});
