import { createStaffAccount, getTerms, keepAcceptance } from '#modules/identity/index.ts';
import { requestRefund } from '#modules/purchasing/index.ts';
import { staffMember } from './cast.ts';
import type { Stage } from './stage.ts';
import { demoPassword, signIn } from './steps.ts';

/** What the portal's staff do in the demo data. */

export async function createStaff({ portal }: Stage): Promise<void> {
  await portal.work('demo.staff', async (work) => {
    const id = await createStaffAccount(work, { ...staffMember, password: demoPassword });
    await keepAcceptance(work, id, await getTerms(work, 'portal'));
  });
}

/** In cents: less than the amount for which another admin has to approve. */
const PART = 2_000;

/** In cents. The demo data has one member of staff, so that a larger refund waits. */
export const LARGEST_ALONE = 5_000;

/**
 * Refunds a part of a check, which stays open. It does not use the operation of the page, because that needs a second
 * step with a code by mail, which might be sent to a real mail server.
 */
export const refundPart = (stage: Stage, applicationId: string) => refund(stage, applicationId, PART);

/** Waits for another admin. */
export const refundWhole = (stage: Stage, applicationId: string) => refund(stage, applicationId, null);

async function refund(stage: Stage, applicationId: string, cents: number | null): Promise<void> {
  const browser = await signIn(stage, staffMember.emailaddress);
  await browser.work('demo.refund', async (work) => {
    const caller = await work.visit.caller();
    if (!caller) throw new Error('The staff of the demo data is not signed in');
    await requestRefund(work.as(caller), { applicationId, cents, cancelApplication: false });
  });
}
