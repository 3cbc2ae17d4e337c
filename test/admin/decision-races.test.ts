import { expect, test } from 'vitest';
import {
  activateMonitorProfile,
  completeIdVerification,
  decideBlockRequest,
  getAdminNotes,
  getScoreChanges,
  releaseSsnReview,
  removeMonitoringIds,
  rescindBlockOfReport,
  resolveDispute,
  resolveScoreChange,
  returnSsnReview,
  reviewApplicationDetails,
} from '#modules/admin/index.ts';
import { openDispute, savePackage } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { setSetting, sql } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  acceptResult,
  newApplicant,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { decideConcurrently } from '#test/factories/concurrent-decisions.ts';
import { fileOf } from '#test/factories/documents.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

/** Two members of staff decide about the same thing at the same time; only one decision takes effect. */
const portal = await servedPortal();
const monitoring = await monitoringAt(portal);
await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
const { visitor: ada } = await newStaff(portal);
const { visitor: ben } = await newStaff(portal);

type Decide = (staff: Visitor) => Promise<unknown>;

interface Race {
  about: Applicant;
  one: Decide;
  other: Decide;
}

interface Kind {
  what: string;
  begin: () => Promise<Race>;
  /** The possible refusals of the second decision. */
  refusals: readonly string[];
  /** The audit actions, of which exactly one is written, whichever decision wins. */
  actions: readonly string[];
  /** The subject of the mail that the person gets once; null if no mail is sent. */
  mail: RegExp | null;
  /** The possible statuses of the application afterwards. */
  statuses: readonly string[];
}

async function disputing(): Promise<{ about: Applicant; disputeid: string }> {
  const about = await withResult(portal, '900-00-0004');
  await acceptResult(about);
  const { disputeid } = await about.visitor.perform(openDispute, {
    applicationid: about.applicationId,
    errortext: 'no answer to this one',
    items: [],
  });
  await portal.runJobs();
  return { about, disputeid };
}

const confirm =
  (disputeid: string): Decide =>
  (staff) =>
    staff.perform(resolveDispute, { disputeid, outcome: 'confirmed', explanation: 'The court confirms it' });
const correct =
  (disputeid: string): Decide =>
  (staff) =>
    staff.perform(resolveDispute, {
      disputeid,
      outcome: 'corrected',
      score: 'IC01',
      explanation: 'The court removed it',
    });

async function heldSsn(): Promise<{ about: Applicant; orderid: string }> {
  const about = await newApplicant(portal);
  await submit(about, '900-00-0011');
  await portal.runJobs();
  const order = await rowOf(
    portal,
    sql<{
      id: string;
    }>`select id from cra_order where application_id = ${about.applicationId} and state = 'held'`,
  );
  return { about, orderid: order?.id ?? '' };
}

const release =
  (orderid: string): Decide =>
  (staff) =>
    staff.perform(releaseSsnReview, { orderid, note: 'Matches the card' });
const giveBack =
  (orderid: string): Decide =>
  (staff) =>
    staff.perform(returnSsnReview, { orderid, correction: 'Please enter the number of your card.' });

async function verifying(): Promise<{ about: Applicant; decide: (approve: 'YES' | 'NO') => Decide }> {
  const about = await atVerification(portal, 'Consider');
  const workflow_run_id = await takeAll(portal, about);
  await portal.runJobs();
  const expiration = new Date(portal.clock.now().getTime() + 400 * DAY).toISOString().slice(0, 10);
  const decide =
    (approve_verification: 'YES' | 'NO'): Decide =>
    (staff) =>
      staff.perform(completeIdVerification, {
        userid: about.accountId,
        workflow_run_id,
        approve_verification,
        approval_note: 'Compared both photos',
        manual_verification_expiration: expiration,
      });
  return { about, decide };
}

async function blocking(): Promise<{
  about: Applicant;
  decide: (decision: 'block' | 'decline') => Decide;
  disputeid: string;
}> {
  const about = await withResult(portal, '900-00-0004');
  const { disputeid } = await askForBlock(about);
  await portal.runJobs();
  const decide =
    (decision: 'block' | 'decline'): Decide =>
    (staff) =>
      staff.perform(decideBlockRequest, { disputeid, decision, reason: 'The report names it' });
  return { about, decide, disputeid };
}

async function onPaper(): Promise<{ about: Applicant; decide: (approve: 'YES' | 'NO') => Decide }> {
  const about = await newApplicant(portal);
  const applicationid = about.applicationId;
  await choosePaper(about, '900-00-0012');
  await about.visitor.perform(savePackage, {
    applicationid,
    package: [await fileOf(makePdf())],
  });
  await portal.runJobs();
  const decide =
    (approve: 'YES' | 'NO'): Decide =>
    (staff) =>
      staff.perform(reviewApplicationDetails, {
        applicationid,
        approve,
        resolvenote: 'Looked at every page',
      });
  return { about, decide };
}

/** The two decisions use the same operation, or different ones. */
const kinds: readonly Kind[] = [
  {
    what: 'a dispute, confirmed and corrected',
    async begin() {
      const { about, disputeid } = await disputing();
      return { about, one: confirm(disputeid), other: correct(disputeid) };
    },
    refusals: ['applications.dispute-closed'],
    actions: ['applications.dispute-decided'],
    mail: /^The result of your dispute$/,
    statuses: ['done', 'monitorrequiresapproval'],
  },
  {
    what: 'a dispute, corrected twice',
    async begin() {
      const { about, disputeid } = await disputing();
      return { about, one: correct(disputeid), other: correct(disputeid) };
    },
    refusals: ['applications.dispute-closed'],
    actions: ['applications.dispute-decided'],
    mail: /^The result of your dispute$/,
    statuses: ['monitorrequiresapproval'],
  },
  {
    what: 'a disputed score change, from the dispute and from the record',
    async begin() {
      const { about, disputeid } = await disputing();
      const { score_changes } = await ada.perform(getScoreChanges, { userid: about.accountId });
      const scorechangeid = score_changes.find((change) => change.disputeid === disputeid)?.id ?? '';
      const approve: Decide = (staff) =>
        staff.perform(resolveScoreChange, {
          userid: about.accountId,
          scorechangeid,
          approve: 'YES',
          note: 'Asked the agency by phone',
        });
      return { about, one: correct(disputeid), other: approve };
    },
    refusals: ['applications.dispute-closed', 'applications.no-open-dispute'],
    actions: ['applications.dispute-decided'],
    mail: /^The result of your dispute$/,
    statuses: ['done', 'monitorrequiresapproval'],
  },
  {
    what: 'a score change, approved and rejected',
    async begin() {
      const { about, disputeid } = await disputing();
      const { score_changes } = await ada.perform(getScoreChanges, { userid: about.accountId });
      const scorechangeid = score_changes.find((change) => change.disputeid === disputeid)?.id ?? '';
      const decide =
        (approve: 'YES' | 'NO'): Decide =>
        (staff) =>
          staff.perform(resolveScoreChange, {
            userid: about.accountId,
            scorechangeid,
            approve,
            note: 'Asked the agency by phone',
            ...(approve === 'NO' ? { corrected_score: 'IC01' as const } : {}),
          });
      return { about, one: decide('YES'), other: decide('NO') };
    },
    refusals: ['applications.dispute-closed', 'applications.no-open-dispute'],
    actions: ['applications.dispute-decided'],
    mail: /^The result of your dispute$/,
    statuses: ['done', 'monitorrequiresapproval'],
  },
  {
    what: 'an SSN review, confirmed twice',
    async begin() {
      const { about, orderid } = await heldSsn();
      return { about, one: release(orderid), other: release(orderid) };
    },
    refusals: ['applications.moved-on'],
    actions: ['applications.ssn-reviewed', 'applications.ssn-returned'],
    mail: null,
    statuses: ['newrequiresapproval'],
  },
  {
    what: 'an SSN review, confirmed and sent back',
    async begin() {
      const { about, orderid } = await heldSsn();
      return { about, one: release(orderid), other: giveBack(orderid) };
    },
    refusals: ['applications.moved-on'],
    actions: ['applications.ssn-reviewed', 'applications.ssn-returned'],
    mail: /^(?:Please correct your background check application|Your ShieldScore is ready for your review)$/,
    statuses: ['newrequiresapproval', 'waituser'],
  },
  {
    what: 'an ID verification, approved twice',
    async begin() {
      const { about, decide } = await verifying();
      return { about, one: decide('YES'), other: decide('YES') };
    },
    refusals: ['applications.verification-decided'],
    actions: ['applications.verification-moved'],
    mail: null,
    statuses: ['waituser'],
  },
  {
    what: 'an ID verification, rejected twice',
    async begin() {
      const { about, decide } = await verifying();
      return { about, one: decide('NO'), other: decide('NO') };
    },
    refusals: ['applications.verification-decided'],
    actions: ['applications.verification-moved'],
    mail: /^We couldn’t verify your identity$/,
    statuses: ['waituser'],
  },
  {
    what: 'an identity theft request, blocked and declined',
    async begin() {
      const { about, decide } = await blocking();
      return { about, one: decide('block'), other: decide('decline') };
    },
    refusals: ['applications.block-decided', 'applications.dispute-closed'],
    actions: ['applications.block-decided', 'applications.dispute-decided'],
    mail: /^Your identity theft request was (?:approved|declined)$/,
    statuses: ['correctionrequest', 'newrequiresapproval'],
  },
  {
    what: 'a block, taken back twice',
    async begin() {
      const { about, decide, disputeid } = await blocking();
      await decide('block')(ada);
      await portal.runJobs();
      const rescind: Decide = (staff) =>
        staff.perform(rescindBlockOfReport, { disputeid, reason: 'The police withdrew the report' });
      return { about, one: rescind, other: rescind };
    },
    refusals: ['applications.block-decided'],
    actions: ['applications.block-rescinded'],
    mail: /^A block in your report was removed$/,
    statuses: ['correctionrequest'],
  },
  {
    what: 'a paper package, approved twice',
    async begin() {
      const { about, decide } = await onPaper();
      return { about, one: decide('YES'), other: decide('YES') };
    },
    refusals: ['applications.moved-on'],
    actions: ['applications.package-decided'],
    mail: /^Your signed application was approved$/,
    statuses: ['inprogress'],
  },
  {
    what: 'a paper package, rejected twice',
    async begin() {
      const { about, decide } = await onPaper();
      return { about, one: decide('NO'), other: decide('NO') };
    },
    refusals: ['applications.moved-on'],
    actions: ['applications.package-decided'],
    mail: /^Please sign your application again$/,
    statuses: ['waituser'],
  },
  {
    what: 'a monitoring update, activated twice',
    async begin() {
      const about = await monitoring.monitored('900-00-0002');
      await monitoring.update(about, 'IC01');
      const activate: Decide = (staff) =>
        staff.perform(activateMonitorProfile, { userid: about.accountId, profileid: about.profile });
      return { about, one: activate, other: activate };
    },
    refusals: ['applications.no-monitoring-update'],
    actions: ['applications.monitoring-activated'],
    mail: /^Your ShieldScore has changed: please review it$/,
    statuses: ['monitorrequiresapproval'],
  },
  {
    what: 'a monitoring id, turned off twice',
    async begin() {
      const about = await monitoring.monitored('900-00-0002');
      const profile = await rowOf(
        portal,
        sql<{
          id: string;
        }>`select monitoring_id as id from monitored_profile where account_id = ${about.accountId}`,
      );
      const remove: Decide = (staff) =>
        staff.perform(removeMonitoringIds, { userid: about.accountId, monitoringids: [profile?.id ?? ''] });
      return { about, one: remove, other: remove };
    },
    refusals: ['not-found'],
    actions: ['applications.monitoring-ended'],
    mail: null,
    statuses: ['done'],
  },
];

const entriesOf = async ({ accountId }: Applicant, actions: readonly string[]): Promise<number> =>
  (
    await rowsOf(
      portal,
      sql`select 1 from audit_entry where about_id = ${accountId} and action = any(${sql.val([...actions])})`,
    )
  ).length;

const mailsTo = async ({ emailaddress }: Applicant, subject: RegExp): Promise<number> =>
  (await listOutbox(portal.db, { to: emailaddress })).filter((mail) => subject.test(mail.subject ?? ''))
    .length;

test.each(kinds)('$what', async ({ begin, refusals, actions, mail, statuses }) => {
  const { about, one, other } = await begin();
  const before = await entriesOf(about, actions);
  const mailed = mail ? await mailsTo(about, mail) : 0;
  const notesOf = async () => (await ada.perform(getAdminNotes, { userid: about.accountId })).notes.length;
  const noted = await notesOf();
  const ends = await decideConcurrently(portal, about.applicationId, [() => one(ada), () => other(ben)]);
  const told = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(told).toHaveLength(1);
  expect(refusals).toContain(told[0]);
  await portal.runJobs();
  expect(await entriesOf(about, actions)).toBe(before + 1);
  if (mail) expect(await mailsTo(about, mail)).toBe(mailed + 1);
  expect(await notesOf()).toBeLessThanOrEqual(noted + 1);
  const row = await rowOf(
    portal,
    sql<{ status: string }>`select status from application where id = ${about.applicationId}`,
  );
  expect(statuses).toContain(row?.status);
  const waiting = await rowsOf(
    portal,
    sql`select 1 from score_change where application_id = ${about.applicationId} and state = 'pending'`,
  );
  expect(waiting).toHaveLength(/requiresapproval$/.test(row?.status ?? '') ? 1 : 0);
});
