/** What the browser may know of buying. */

import { z } from 'zod';
import { purchasingLimits } from './limits.ts';
import { purchasingTexts } from './texts.ts';

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

const [start, select, help, complete, receipt] = purchasingLimits['purchase.progress-percent'];

/** The steps' share of the whole, in percent (doc2 §2.6, §9). */
export const progress = {
  purchasealerts: start,
  selectpackage: select,
  helpmechoose: help,
  completepurchase: complete,
  purchasereceipt: receipt,
} as const;

/** How far back the New York question looks. */
export const newYorkYears = purchasingLimits['purchase.new-york-look-back-years'];

export const selectPackageForm = z.object({
  packageid: z.uuid({ error: 'Choose one of these' }),
});

/** The card is typed into the provider's own form; ours takes only the agreement to the terms. */
export const payForm = z.object({
  purchaseid: z.uuid(),
  accept_terms: z.literal('YES', { error: purchasingTexts['purchase.terms-needed'] }),
});

const zip = new RegExp(`^\\d{${purchasingLimits['purchase.zip-digits']}}$`);

/** With script the holder stands beside the provider's card form, and is told to the provider alone (doc2 §5). */
export const payHereForm = z.object({
  cardholder: z
    .string({ error: purchasingTexts['purchase.cardholder-needed'] })
    .trim()
    .min(1, purchasingTexts['purchase.cardholder-needed']),
  billingzip: z
    .string({ error: purchasingTexts['purchase.zip-needed'] })
    .regex(zip, purchasingTexts['purchase.zip-needed']),
  // Last, as on the page: errors are listed in this order.
  ...payForm.shape,
});
