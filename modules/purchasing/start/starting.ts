import { z } from 'zod';
import { listPackages, type ScreeningPackageRow } from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  type Caller,
  CURRENCY,
  HOUR,
  inputOf,
  newId,
  operation,
  person,
  takeTransactionLock,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { divide } from '../coupons/dividing.ts';
import { endHold } from '../coupons/holds.ts';
import { lockNewestCoupon } from '../coupons/issued.ts';
import { tellOfUnusedCoupon } from '../coupons/unusable.ts';
import { type PaymentAttempt, Purchase } from '../entities.ts';
import { selectPackageFields } from '../fields.ts';
import { findOpenAttempt } from '../payment/attempts.ts';
import { endAttempt } from '../payment/ending.ts';
import { findOpenPurchase, lockOwnPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { openReviews, regions, startStatuses } from '../statuses.ts';
import { purchasingTexts } from '../texts.ts';
import { packageAnswer, presentPackage } from './answers.ts';
import { isOffered, isRenewal, maySell, priceOf } from './rules.ts';
import { isStoreClosedNow, readStartStatus, requireMayBuy } from './status.ts';

/** What the first page of a purchase shows: whether the caller may buy, and a purchase that they have already begun. */
export const getStart = operation({
  name: 'purchasing.get-start',
  summary: "The caller's status before buying a background check.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(startStatuses),
    may_buy: yesNo,
    /** Whether the store is down for maintenance (F78). */
    store_closed: yesNo,
    /** What is still open about the old check (D92). */
    open_review: z.enum(openReviews).nullable(),
    /** Since when the active score is under review (D116). */
    score_review_since: z.date().nullable(),
    /** yyyy-MM-dd */
    certification_expiration: z.string().nullable(),
    applicationid: z.uuid().nullable(),
    open_purchaseid: z.uuid().nullable(),
    open_package: z.string().nullable(),
  }),
  async run(work) {
    const { status, applicationId, review } = await readStartStatus(work);
    const closed = await isStoreClosedNow(work);
    const open = maySell(status) ? await findOpenPurchase(work, work.caller.accountId) : undefined;
    return {
      status,
      may_buy: maySell(status) && !closed,
      store_closed: closed,
      open_review: maySell(status) ? review : null,
      score_review_since: work.caller.facts.score_review_since,
      certification_expiration: work.caller.facts.certification_expiration,
      applicationid: applicationId,
      open_purchaseid: open?.id ?? null,
      open_package: open?.package_descrip ?? null,
    };
  },
});

/** The packages that people of a region may buy, each at the caller's price. @throws Refusal purchasing.not-now */
export const listOffers = operation({
  name: 'purchasing.list-offers',
  summary: "The background checks that the caller may buy, at the caller's price.",
  access: person,
  kind: 'read',
  input: z.object({ pkgfilter: z.enum(regions).nullable().catch(null) }),
  output: z.object({
    renewal: z.boolean(),
    /** The package of the purchase that was already begun. */
    chosen: z.uuid().nullable(),
    packages: z.array(packageAnswer),
  }),
  async run(work, { pkgfilter }) {
    const renewal = isRenewal(await requireMayBuy(work));
    const offered = (await listOffered(work)).filter((found) => isOffered(found, pkgfilter));
    const open = await findOpenPurchase(work, work.caller.accountId);
    return {
      renewal,
      chosen: open?.package_id ?? null,
      packages: offered.map((found) => presentPackage(found, priceOf(found, renewal))),
    };
  },
});

/** What the visit's host offers. */
async function listOffered(work: Work<Caller>): Promise<ScreeningPackageRow[]> {
  const { companyId } = await brandForHost(work.portal, work.visit.host);
  return listPackages(work, companyId);
}

const ROUNDS = 4;

/**
 * Begins a purchase, or continues the one that was begun: a second click gets the same purchase. If the package or its
 * price has changed, a new purchase replaces it after its payment is closed at the provider.
 * @throws Refusal not-found for a package that the host does not offer; purchasing.not-now, purchasing.store-closed,
 * purchasing.store-elsewhere, purchasing.paid-already
 */
export const startPurchase = operation({
  name: 'purchasing.start-purchase',
  summary: 'Starts the purchase of a background check for the caller.',
  access: person,
  kind: 'staged',
  input: inputOf(selectPackageFields),
  invalidAs: (options) => new Refusal('purchasing.package-needed', options),
  output: z.object({ purchaseid: z.uuid(), amount: z.number().int(), packagedetails: packageAnswer }),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { packageid }) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = await work.apart((tx) => begin(tx, packageid));
      if (begun.purchase) {
        const { purchase, offer } = begun;
        return {
          purchaseid: purchase.id,
          amount: purchase.amount,
          packagedetails: presentPackage(offer, purchase.price),
        };
      }
      if ((await endAttempt(work, begun.attempt)) === 'paid') throw new Refusal('purchasing.paid-already');
    }
    throw new Refusal('conflict', { detail: `cannot begin to buy ${packageid}` });
  },
});

/** @throws Refusal purchasing.store-elsewhere with the address, if the host's company has its own store (D97) */
async function requireOwnStore({ portal, visit }: Work<Caller>): Promise<void> {
  const { storeUrl } = await brandForHost(portal, visit.host);
  if (!storeUrl) return;
  throw new Refusal('purchasing.store-elsewhere', {
    message: `${purchasingTexts['store.elsewhere']} ${storeUrl}`,
  });
}

type Begun =
  | { purchase: { id: string; price: number; amount: number }; offer: ScreeningPackageRow }
  | { purchase: null; attempt: PaymentAttempt };

async function begin(work: Work<Caller>, packageId: string): Promise<Begun> {
  const { accountId } = work.caller;
  // Two clicks at once run one after the other, so that the second finds the purchase of the first.
  await takeTransactionLock(work.db, `purchase:${accountId}`);
  const renewal = isRenewal(await requireMayBuy(work));
  await requireOwnStore(work);
  const offer = (await listOffered(work)).find(({ id }) => id === packageId);
  if (!offer) throw new Refusal('not-found', { detail: `package ${packageId}` });
  const price = priceOf(offer, renewal);
  const found = await findOpenPurchase(work, accountId);
  if (found) {
    const same = found.package_id === packageId && found.renewal === renewal;
    if (same) return { purchase: { id: found.id, price, amount: found.amount_cents }, offer };
    // It is locked before the attempt is read, because another tab in which Pay is pressed creates one under the same
    // lock.
    const replaced = await lockOwnPurchase(work, accountId, found.id);
    if (replaced.status === 'paid') throw new Refusal('purchasing.paid-already');
    if (replaced.status !== 'open') throw new Refusal('conflict', { detail: 'closed in the meantime' });
    const attempt = await findOpenAttempt(work, found.id);
    if (attempt) return { purchase: null, attempt };
    await endHold(work, replaced.id);
    replaced.status = 'closed';
    replaced.closedAt = work.now;
    // The mapper would insert the new purchase before it closes this one, but only one may be open.
    await work.em.flush();
  }
  const purchase = work.em.create(Purchase, {
    id: newId(),
    accountId,
    packageId,
    packageDescrip: offer.package_descrip,
    renewal,
    amountCents: price,
    currency: CURRENCY,
    status: 'open',
    brandHost: work.visit.host,
    createdAt: work.now,
  });
  await work.audit({
    action: purchasingAudit.purchaseStarted,
    about: accountId,
    object: { type: 'purchase', id: purchase.id },
    detail: { package: packageId, amount_cents: price },
  });
  const coupon = found && !found.coupon_id ? undefined : await lockNewestCoupon(work, work.caller);
  await work.em.flush();
  if (coupon) await divide(work, purchase, coupon);
  else await tellOfUnusedCoupon(work, work.caller);
  return { purchase: { id: purchase.id, price, amount: purchase.amountCents }, offer };
}
