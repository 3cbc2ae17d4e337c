import { decideBlockRequest, rescindBlockOfReport } from '#modules/admin/index.ts';
import {
  findActiveScore,
  getMyApplication,
  getMyDispute,
  listMyApplications,
  saveAccept,
} from '#modules/applications/index.ts';
import { runSweep, setSetting } from '#modules/platform/index.ts';
import { blockResults, sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';

export type Case = Applicant & { disputeid: string };

/**
 * Requests for identity theft blocks in a portal whose sandbox answers at once, and helpers to read and handle them.
 */
export async function blockCases(portal: ServedPortal) {
  await removeSandboxDelays(portal);
  await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
  const alerts = hearAlerts(portal);
  const [ada, ben] = [await newStaff(portal), await newStaff(portal)];
  const asStaff = (who = ada) => signIn(portal, who);

  const save = ({ visitor, applicationId: applicationid }: Applicant, more: object) =>
    visitor.perform(saveAccept, { applicationid, ...more });
  const accept = async (applicant: Applicant) => {
    await save(applicant, { acceptterms: 'YES' });
    await save(applicant, { reviewaction: 'accept' });
  };
  /** A person who asked for a block of a score that waits for a decision. */
  async function asking(ssn = '900-00-0004'): Promise<Case> {
    const applicant = await withResult(portal, ssn);
    const { disputeid } = await askForBlock(applicant);
    await portal.runJobs();
    return { ...applicant, disputeid };
  }

  /** The same for a score that was accepted before. */
  async function askingActive(): Promise<Case> {
    const applicant = await withResult(portal, '900-00-0004');
    await accept(applicant);
    const { disputeid } = await askForBlock(applicant);
    await portal.runJobs();
    return { ...applicant, disputeid };
  }

  const decide = async ({ disputeid }: Case, decision: 'block' | 'decline', who = ada) =>
    (await asStaff(who)).perform(decideBlockRequest, { disputeid, decision, reason: 'The report names it' });
  const rescind = async ({ disputeid }: Case) =>
    (await asStaff()).perform(rescindBlockOfReport, { disputeid, reason: 'The police withdrew the report' });

  async function agencyAnswers(): Promise<void> {
    await portal.runJobs();
    await runSweep(portal, blockResults);
    await portal.runJobs();
  }

  const read = async ({ visitor, disputeid }: Case) =>
    (await visitor.perform(getMyDispute, { disputeid })).dispute;
  const statusOf = async ({ visitor }: Applicant) =>
    (await visitor.perform(listMyApplications, {})).applications[0]?.composite_status_code;
  const approvalOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
    (await visitor.perform(getMyApplication, { applicationid })).pendingapproval;
  const factsOf = async ({ visitor }: Applicant) => (await visitor.caller())?.facts;
  const subjectsTo = async ({ emailaddress }: Applicant) =>
    (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);
  const scoreOf = ({ accountId }: Applicant) =>
    portal.work('test.score', (work) => findActiveScore(work, accountId));
  const alertsOf = ({ disputeid }: Pick<Case, 'disputeid'>) =>
    alerts.raised
      .filter(({ eventId }) => eventId === disputeid)
      .map(({ alertType, reason }) => [alertType, reason]);
  return {
    alerts,
    ada,
    ben,
    asStaff,
    save,
    accept,
    asking,
    askingActive,
    decide,
    rescind,
    agencyAnswers,
    read,
    statusOf,
    approvalOf,
    factsOf,
    subjectsTo,
    scoreOf,
    alertsOf,
  };
}
