import type { Selectable } from 'kysely';
import { z } from 'zod';
import { findOfferedPackage, listPackages, type ScreeningPackageRow } from '#modules/applications/index.ts';
import { operation, type Tables, type Work } from '#modules/platform/index.ts';
import { cardProblems, couponTypeAnswer, findUsableCoupon } from '#modules/purchasing/index.ts';
import { listSendableCoupons } from '../invitations/coupon.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';

/** Invitations to buy: they carry a package or a coupon, and their links lead to the purchase (D96). */

/** What an invitation can carry. */
export const getPaymentOptions = operation({
  name: 'network.get-payment-options',
  summary: 'The coupons and packages that the caller may send with an invitation.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({}),
  output: z.object({
    /** Empty for a caller who may not issue coupons, and while the company's card cannot pay for them. */
    code_types: z.array(couponTypeAnswer),
    /** Why the company's card cannot pay for its coupons; null if it can, or if there are none to send. */
    card_problem: z.enum(cardProblems).nullable(),
    /** What the caller's company offers on its host; empty for a caller who may not invite for a company. */
    packages: z.array(z.object({ id: z.uuid(), package_descrip: z.string() })),
  }),
  async run(work) {
    const packages = work.caller.networkRole === 'viewer' ? [] : await listOffered(work);
    return {
      ...(await listSendableCoupons(work)),
      packages: packages.map(({ id, package_descrip }) => ({ id, package_descrip })),
    };
  },
});

async function listOffered(work: Work<NetworkCaller>): Promise<ScreeningPackageRow[]> {
  const { owner } = work.caller;
  return 'companyId' in owner ? listPackages(work, owner.companyId) : [];
}

/** @throws Refusal not-found for a package that the caller's company does not offer */
export async function requireOffered(work: Work<NetworkCaller>, packageId: string): Promise<void> {
  const offered = await listOffered(work);
  if (!offered.some(({ id }) => id === packageId)) {
    throw new Refusal('not-found', { detail: `package ${packageId}` });
  }
}

/** What the link of an invitation asks to buy. */
export interface PurchaseLink {
  /** Whether it carries a coupon that can still be redeemed. */
  coupon: boolean;
  /** The version that is on sale of the package that it asks for; null if the invited person chooses. */
  packageId: string | null;
}

/**
 * What the link of an invitation asks to buy; null if it leads to the invitation.
 * @param inviteeId the invited person, who is not asked to buy a package again once they have bought a check. Null for
 * everybody else, because nobody else may learn from a link whether the person has bought one (D96).
 */
export async function findPurchaseLink(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  connectionId: string,
  inviteeId: string | null,
): Promise<PurchaseLink | null> {
  const row = await work.db
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const coupon = row.coupon_id !== null && (await findUsableCoupon(work, row.coupon_id)) !== undefined;
  const asked = isOpen(row, work.now) ? await findAskedPackage(work, row) : undefined;
  const packageId = asked && !(await hasBought(work, inviteeId, row.invited_at)) ? asked.id : null;
  return coupon || packageId !== null ? { coupon, packageId } : null;
}

type Connection = Selectable<Tables['connection']>;

function isOpen(row: Connection, now: Date): boolean {
  const ended = row.accepted_at ?? row.ignored_at ?? row.cancelled_at;
  return ended === null && row.invite_expires_at > now;
}

/** The package that an invitation asks for, as its company offers it now; undefined if there is none. */
export async function findAskedPackage(
  work: Pick<Work, 'db'>,
  { package_id, owner_company_id }: Pick<Connection, 'package_id' | 'owner_company_id'>,
): Promise<ScreeningPackageRow | undefined> {
  if (package_id === null || owner_company_id === null) return undefined;
  return findOfferedPackage(work, owner_company_id, package_id);
}

async function hasBought({ db }: Pick<Work, 'db'>, accountId: string | null, since: Date): Promise<boolean> {
  if (accountId === null) return false;
  const bought = await db
    .selectFrom('purchase')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .where('paid_at', '>=', since)
    .executeTakeFirst();
  return bought !== undefined;
}
