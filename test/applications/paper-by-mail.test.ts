import { describe, expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import { readOwnPackage, savePackage, takeInPackage } from '#modules/applications/index.ts';
import { setAccountActive } from '#modules/identity/index.ts';
import { DAY, MINUTE, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, newApplicant, steps } from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { rowOf } from '#test/sql.ts';

const portal = await servedPortal();
const staff = (await newStaff(portal, {})).visitor;
const pdf = await makePdf();

async function onPaper(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  return applicant;
}

const decide = ({ applicationId }: Applicant, approve: 'YES' | 'NO') =>
  staff.perform(reviewApplicationDetails, {
    applicationid: applicationId,
    approve,
    resolvenote: 'It did not come in two months.',
  });

describe('D94: a package by mail', () => {
  const day = (at: Date) => at.toISOString().slice(0, 10);

  const takeIn = async (
    { applicationId }: Pick<Applicant, 'applicationId'>,
    changes: { received?: string; way?: 'post' | 'in-person'; file?: Buffer } = {},
  ) =>
    staff.perform(takeInPackage, {
      applicationid: applicationId,
      received: changes.received ?? day(portal.clock.now()),
      way: changes.way ?? 'post',
      package: [await fileOf(changes.file ?? pdf)],
    });

  /** As if the person had chosen paper at that time. */
  const chosenBefore = ({ applicationId }: Applicant, span: number) =>
    sql`update manual_package set requested_at = ${new Date(portal.clock.now().getTime() - span)}
      where application_id = ${applicationId}`.execute(portal.db);

  const packageOf = async ({ applicationId }: Applicant) =>
    rowOf<{
      received_by: string | null;
      received_at: Date | null;
      requested_at: Date;
      taken_by_account_id: string | null;
      reminded_at: Date | null;
      outcome: string | null;
    }>(
      portal,
      sql`select received_by, received_at, requested_at, taken_by_account_id, reminded_at, outcome
        from manual_package where application_id = ${applicationId}`,
    );

  test('is taken in by staff with its day and way, and reviewed as an uploaded one', async () => {
    const applicant = await onPaper();
    await chosenBefore(applicant, 3 * DAY);
    const came = new Date(portal.clock.now().getTime() - DAY);
    const heard = hearAlerts(portal);
    await takeIn(applicant, { received: day(came) });
    expect(heard.raised).toMatchObject([
      { alertType: 'application_manual_review', reason: 'package-received' },
    ]);
    const row = await packageOf(applicant);
    expect(row).toMatchObject({ received_by: 'post', taken_by_account_id: expect.any(String) });
    expect(row?.received_at && day(row.received_at)).toBe(day(came));
    const { details } = await staff.perform(reviewApplicationDetails, {
      applicationid: applicant.applicationId,
    });
    expect(details).toMatchObject({ received_by: 'post', metadata: { pages: 2 } });
    expect(await steps(applicant)).toMatchObject({ submitted_manual_package: true });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.map(({ subject }) => subject)).toContain('We received your signed application');
    const own = await applicant.visitor.perform(readOwnPackage, { applicationid: applicant.applicationId });
    expect((await contentOf(own.pdf)).equals(pdf)).toBe(true);
    await decide(applicant, 'YES');
    expect(await steps(applicant)).toMatchObject({ application: { composite_status_code: 'submitted' } });
  });

  test('came on a day from the choice until today', async () => {
    const applicant = await onPaper();
    await chosenBefore(applicant, 10 * DAY);
    const now = portal.clock.now().getTime();
    for (const received of [day(new Date(now + DAY)), day(new Date(now - 12 * DAY))]) {
      const refusal = await takeIn(applicant, { received }).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'applications.package-date', options: { field: 'received' } });
    }
    expect(await packageOf(applicant)).toMatchObject({ received_at: null });
    await takeIn(applicant, { received: day(new Date(now)), way: 'in-person' });
    const row = await packageOf(applicant);
    expect(row?.received_at?.getTime()).toBeLessThanOrEqual(portal.clock.now().getTime());
    expect(row?.received_at?.getTime()).toBeGreaterThanOrEqual(row?.requested_at.getTime() ?? 0);
  });

  test('is not taken in for who awaits none, nor as something else than a PDF', async () => {
    await expect(takeIn(await newApplicant(portal))).rejects.toMatchObject({
      code: 'applications.moved-on',
    });
    const applicant = await onPaper();
    await expect(takeIn(applicant, { file: Buffer.from('<html></html>') })).rejects.toMatchObject({
      code: 'applications.package-unreadable',
    });
    await expect(takeIn({ applicationId: newId() })).rejects.toMatchObject({ code: 'not-found' });
    expect(await packageOf(applicant)).toMatchObject({ received_at: null });
  });

  test('that does not come is asked for once after 30 days', async () => {
    const [waits, came, closed] = [await onPaper(), await onPaper(), await onPaper()];
    await chosenBefore(closed, 31 * DAY);
    await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
    await came.visitor.perform(savePackage, {
      applicationid: came.applicationId,
      package: [await fileOf(pdf)],
    });
    const subjects = async ({ emailaddress }: Applicant) => {
      await portal.runJobs();
      const mails = await listOutbox(portal.db, { to: emailaddress });
      return mails.filter(({ subject }) => subject?.includes('hasn’t arrived yet')).length;
    };
    await chosenBefore(waits, 30 * DAY - MINUTE);
    await chosenBefore(came, 31 * DAY);
    await portal.runSchedule('applications.awaited-packages');
    expect(await subjects(waits)).toBe(0);
    await chosenBefore(waits, 30 * DAY);
    await portal.runSchedule('applications.awaited-packages');
    expect([await subjects(waits), await subjects(came)]).toEqual([1, 0]);
    // It is not marked as reminded either, so the owner is reminded when the account is open again.
    expect(await packageOf(closed)).toMatchObject({ reminded_at: null });
    await portal.work('test.open', (work) => setAccountActive(work, closed.accountId, true));
    await portal.runSchedule('applications.awaited-packages');
    expect([await subjects(waits), await subjects(closed)]).toEqual([1, 1]);
  });

  test('that has not come after 60 days is decided by staff, who may end the wait', async () => {
    const applicant = await onPaper();
    await chosenBefore(applicant, 60 * DAY - MINUTE);
    const heard = hearAlerts(portal);
    await portal.runSchedule('applications.awaited-packages');
    const mine = () => heard.raised.filter(({ applicationId }) => applicationId === applicant.applicationId);
    expect(mine()).toEqual([]);
    await chosenBefore(applicant, 60 * DAY);
    await portal.runSchedule('applications.awaited-packages');
    await portal.runSchedule('applications.awaited-packages');
    expect(mine()).toMatchObject([
      { alertType: 'application_manual_review', reason: 'package-missing', accountId: applicant.accountId },
    ]);
    await expect(decide(applicant, 'YES')).rejects.toMatchObject({ code: 'applications.moved-on' });
    await decide(applicant, 'NO');
    expect(heard.settled).toMatchObject([{ eventId: mine()[0]?.eventId }]);
    expect(await steps(applicant)).toMatchObject({
      applicationstatus: 'waituser',
      rejected_package: { received: false },
    });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    const told = mails.find(({ subject }) => subject?.includes('sign your application again'));
    expect(told?.text).toContain('hasn’t reached us');
    expect(told?.text).not.toContain('couldn’t accept');
  });

  test('nobody is reminded late of what staff decide already', async () => {
    const applicant = await onPaper();
    await chosenBefore(applicant, 60 * DAY);
    await portal.runSchedule('applications.awaited-packages');
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.filter(({ subject }) => subject?.includes('hasn’t arrived'))).toEqual([]);
  });
});
