import { assignPipelineAlert, submitRefund } from '#modules/admin/index.ts';
import { createStaffAccount, getTerms, keepAcceptance } from '#modules/identity/index.ts';
import type { Caller, StaffAlertType, Work } from '#modules/platform/index.ts';
import { secondStaffMember, staffMember } from './cast.ts';
import type { Stage } from './stage.ts';
import { demoPassword, signIn } from './steps.ts';

/** What the portal's staff do in the demo data. */

export async function createStaff({ portal }: Stage): Promise<void> {
  await portal.work('demo.staff', async (work) => {
    const terms = await getTerms(work, 'portal');
    for (const member of [staffMember, secondStaffMember]) {
      const id = await createStaffAccount(work, { ...member, password: demoPassword });
      await keepAcceptance(work, id, terms);
    }
  });
}

/** In dollars: less than the amount for which another admin has to approve. */
const PART = '20';

/** In cents. A larger refund waits for the second member of staff. */
export const LARGEST_ALONE = 5_000;

/** Refunds a part of a check, which stays open. */
export const refundPart = (stage: Stage, applicationId: string) =>
  refund(stage, applicationId, PART, 'The county search came back later than promised.');

/** Waits for another admin. */
export const refundWhole = (stage: Stage, applicationId: string) =>
  refund(stage, applicationId, '', 'Bought twice by mistake.');

async function refund(
  stage: Stage,
  applicationid: string,
  refundamount: string,
  note: string,
): Promise<void> {
  const asked = { applicationid, refundamount, cancel_application: 'NO', note } as const;
  await asStaff(stage, (work) => submitRefund.run(work, submitRefund.input.parse(asked)));
}

/** Who works on which kinds of alerts. The rest is nobody's yet. */
const shares: readonly [typeof staffMember, readonly StaffAlertType[]][] = [
  [staffMember, ['dispute', 'application_ssn_verification']],
  [secondStaffMember, ['idverification']],
];

/** Shares a part of the open alerts out between the two members of staff. */
export async function shareOutAlerts(stage: Stage): Promise<void> {
  await asStaff(stage, async (work) => {
    for (const [{ emailaddress }, types] of shares) {
      const alerts = await work.db
        .selectFrom('pipeline_alert')
        .innerJoin('account', (join) => join.on('account.emailaddress', '=', emailaddress))
        .select(['pipeline_alert.id as alertid', 'account.id as assignee'])
        .where('pipeline_alert.state', '=', 'open')
        .where('pipeline_alert.alert_type', 'in', types)
        .execute();
      for (const alert of alerts) await assignPipelineAlert.run(work, { ...alert, seen: '' });
    }
  });
}

/**
 * Works as the member of staff. It does not use the operations of the pages, because they need a second step with a code
 * by mail, which might be sent to a real mail server.
 */
export async function asStaff(stage: Stage, run: (work: Work<Caller>) => Promise<unknown>): Promise<void> {
  const browser = await signIn(stage, staffMember.emailaddress);
  await browser.work('demo.staff', async (work) => {
    const caller = await work.visit.caller();
    if (!caller) throw new Error('The staff of the demo data is not signed in');
    await run(work.as(caller));
  });
}
