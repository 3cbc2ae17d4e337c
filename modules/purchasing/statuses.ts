/** The steps of buying a check, and what can stand in their way. */

import { purchasingLimits } from './limits.ts';

/** What a person can do at the start of a purchase (D30). */
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

/** What can still be open about the old check while a new one is bought (D92). */
export const openReviews = ['score-change', 'dispute'] as const;
export type OpenReview = (typeof openReviews)[number];

/** The answer to the New York question, in the form that `pkgfilter` has. */
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

/** How far back the New York question asks. */
export const newYorkYears = purchasingLimits['purchase.new-york-look-back-years'];
