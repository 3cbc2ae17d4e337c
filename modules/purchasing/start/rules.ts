/** The rules of buying, as pure functions. */
import {
  type ApplicationStatus,
  meetsCriteria,
  type PurchaseProgress,
  purchaseProgress,
  type ScreeningPackageRow,
} from '#modules/applications/index.ts';
import { DAY, expiresAt, RENEWAL_WINDOW_DAYS } from '#modules/platform/browser.ts';
import type { OpenReview, Region, StartStatus } from '../statuses.ts';

/** How far an application has got. */
export interface ApplicationState {
  status: ApplicationStatus;
  /** Whether the person has accepted a score of it before. */
  accepted: boolean;
}

/** The facts that decide the start status of a person. */
export interface Buyer {
  applications: readonly ApplicationState[];
  /** When the score of the ShieldID expires, yyyy-MM-dd; null without a ShieldID. */
  expiration: string | null;
}

/**
 * The start status of a person (D30): decided first by the open applications, then by the ShieldID. Renewal is possible
 * from exactly 45 days before the expiration; at the expiration itself the score has expired (D5).
 */
export function startStatus({ applications, expiration }: Buyer, now: Date): StartStatus {
  const open = applications.map(progressOf).filter((progress) => progress !== null);
  if (open.length > 1) return 'blocked';
  if (open[0]) return open[0];
  if (expiration === null) return 'new';
  const left = expiresAt(expiration).getTime() - now.getTime();
  if (left <= 0) return 'expired';
  return left > RENEWAL_WINDOW_DAYS * DAY ? 'active' : 'renewal';
}

/** What an application means for the start of a purchase; null if it does not matter. */
export function progressOf({ status, accepted }: ApplicationState): PurchaseProgress {
  return purchaseProgress(status, accepted);
}

/** What waits for an answer about the old check while a new one can be bought (D92). */
export function openReview({ status, accepted }: ApplicationState): OpenReview | null {
  if (status === 'monitorrequiresapproval') return 'score-change';
  return status === 'correctionrequest' && accepted ? 'dispute' : null;
}

const mayBuy: readonly StartStatus[] = ['new', 'renewal', 'expired'];

/** Whether a check may be bought with this status, so that nobody pays for a second one that they cannot use. */
export function maySell(status: StartStatus): boolean {
  return mayBuy.includes(status);
}

/** Whether the store is closed for maintenance at a moment (F78). */
export function isStoreClosed(window: { from: Date; until: Date } | null, now: Date): boolean {
  return window !== null && window.from <= now && now < window.until;
}

/** A person who has ever had a ShieldID renews it. */
export function isRenewal(status: StartStatus): boolean {
  return status === 'renewal' || status === 'expired';
}

/** Cents. */
export function priceOf(
  found: Pick<ScreeningPackageRow, 'base_price_cents' | 'renewal_price_cents'>,
  renewal: boolean,
): number {
  return renewal ? found.renewal_price_cents : found.base_price_cents;
}

/**
 * Whether a package is for people of a region (doc2 §9): `US` for those who have not lived in New York, `NY` for those
 * who have. Until the person answers, every package is shown.
 */
export function isOffered(
  found: Pick<ScreeningPackageRow, 'selection_criteria' | 'exclusion_criteria'>,
  region: Region | null,
): boolean {
  if (region === null) return true;
  const state = region === 'US' ? '' : region;
  const selected = found.selection_criteria === null || meetsCriteria(found.selection_criteria, state);
  return selected && !meetsCriteria(found.exclusion_criteria, state);
}

const cardNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** @param brand in the spelling of the payment provider */
export function nameOfCard(brand: string): string {
  return cardNames[brand] ?? 'Card';
}

/** Such as `Visa ending in 4242`. */
export const describeCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${nameOfCard(brand)} ending in ${last4}`;

interface CardExpiration {
  /** 1 to 12. */
  exp_month: number;
  exp_year: number;
}

/** MM/yyyy */
export function formatCardExpiration({ exp_month, exp_year }: CardExpiration): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`;
}

/** A card can be charged until the end of its month (UTC). */
export function cardEndsAt({ exp_month, exp_year }: CardExpiration): Date {
  return new Date(Date.UTC(exp_year, exp_month));
}

/**
 * Which notice is due for a card, in days before its expiration. Null if none is due, or if the owner has already had
 * it or a later one.
 * @param days how many days before the expiration there is one
 * @param warned the last notice that was sent
 */
export function dueCardNotice(
  card: CardExpiration,
  days: readonly number[],
  warned: number | null,
  now: Date,
): number | null {
  const left = (cardEndsAt(card).getTime() - now.getTime()) / DAY;
  const reached = days.filter((day) => left <= day);
  const due = reached.length > 0 ? Math.min(...reached) : null;
  return due !== null && (warned === null || warned > due) ? due : null;
}
