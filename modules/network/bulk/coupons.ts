import { listPackages } from '#modules/applications/index.ts';
import { mayIssueCoupons } from '#modules/enterprise/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { findCardProblem, listCouponTypes, splitPrice } from '#modules/purchasing/index.ts';
import { Refusal } from '../refusals.ts';
import type { BulkActor } from './access.ts';

/** Coupons of bulk invitations: only members who may issue them send them, never staff. */

/** @throws Refusal network.coupon-not-allowed, not-found for a type of another company or one that is no longer issued */
export async function checkCoupons(
  work: Pick<Work<BulkActor>, 'db' | 'caller'>,
  companyId: string,
  wanted: string | null,
): Promise<void> {
  const { bulkCompanyId, accountId } = work.caller;
  if (bulkCompanyId === null || !(await mayIssueCoupons(work, companyId, accountId))) {
    throw new Refusal('network.coupon-not-allowed');
  }
  const types = await listCouponTypes(work, companyId);
  if (wanted !== null && !types.some(({ id, active }) => active && id === wanted)) {
    throw new Refusal('not-found', { detail: 'coupon type' });
  }
}

/** The types of coupon that the caller may send, each with what one can cost the company at most, in cents. */
export async function listCosts(work: Pick<Work<BulkActor>, 'db' | 'caller' | 'now'>, companyId: string) {
  const { bulkCompanyId, accountId } = work.caller;
  const may = bulkCompanyId !== null && (await mayIssueCoupons(work, companyId, accountId));
  if (!may || (await findCardProblem(work, companyId)) !== null) return [];
  const costs = await readCosts(work, companyId);
  const types = await listCouponTypes(work, companyId);
  return types
    .filter(({ active }) => active)
    .map(({ id, description }) => ({ id, description, most: costs.get(id) ?? 0 }));
}

/** What a coupon of each type can cost the company at most, in cents: with the dearest of its packages. */
export async function readCosts(work: Pick<Work, 'db'>, companyId: string): Promise<Map<string, number>> {
  const packages = await listPackages(work, companyId);
  const dearest = Math.max(
    0,
    ...packages.flatMap(({ base_price_cents, renewal_price_cents }) => [
      base_price_cents,
      renewal_price_cents,
    ]),
  );
  const types = await listCouponTypes(work, companyId);
  return new Map(types.map((type) => [type.id, splitPrice(dearest, type).company]));
}
