import { expect, it } from 'vitest';
import { clearProfilePdfCache, getReportDownloadLink } from '#modules/admin/index.ts';
import { readReport } from '#modules/applications/index.ts';
import { listSeen } from '#modules/identity/index.ts';
import { MINUTE, newId, readSealed, sql } from '#modules/platform/index.ts';
import { contentOf } from '#test/content-of.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { shows } from '#test/shown.ts';
import { rowOf } from '#test/sql.ts';

const portal = await servedPortal();
const { monitored, downgraded } = await monitoringAt(portal);
const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const asStaff = () => signIn(portal, ada);
const reason = 'The person asks what the report says';

const tokenOf = (downloadlink: string) => downloadlink.split('/').pop() ?? '';

const stored = async (applicationId: string) => {
  const row = await rowOf(
    portal,
    sql<{ report_key: string; report_hash: string; download_link_clicked: boolean }>`
      select report_key, report_hash, download_link_clicked from score_change
      where application_id = ${applicationId} order by created_at desc limit 1`,
  );
  if (!row) throw new Error('no report');
  return row;
};

it('staff open the report of a finished check with a reason, for five minutes and for themselves', async () => {
  const person = await monitored('900-00-0002');
  const asked = { userid: person.accountId, appid: person.applicationId, reason };
  const staff = await asStaff();
  const { downloadlink } = await staff.perform(getReportDownloadLink, {
    ...asked,
    profileid: person.profile,
  });
  const token = tokenOf(downloadlink);
  const { pdf } = await staff.perform(readReport, { token });
  expect(await faultsForReaders((await contentOf(pdf)).toString('base64'))).toEqual([]);
  expect((await refusalOf(person.visitor.perform(readReport, { token }))).code).toBe('not-found');
  const other = await newStaff(portal);
  expect((await refusalOf(other.visitor.perform(readReport, { token }))).code).toBe('not-found');
  // Only the person's own download is recorded as theirs.
  expect((await stored(person.applicationId)).download_link_clicked).toBe(false);
  const { seen } = await person.visitor.perform(listSeen, {});
  expect(seen).toMatchObject([{ viewer_name: 'Our staff', kind: 'staff-report' }]);
  const entry = await rowOf(
    portal,
    sql<{ actor_id: string }>`select actor_id from audit_entry
      where action = 'applications.report-opened' and about_id = ${person.accountId}`,
  );
  expect(entry).toEqual({ actor_id: ada.accountId });
  portal.clock.advance(5 * MINUTE);
  expect((await refusalOf((await asStaff()).perform(readReport, { token }))).code).toBe('not-found');
});

it('gives no report without a reason, of an unfinished check, or of somebody else’s', async () => {
  const [person, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
  const waiting = await downgraded();
  const staff = await asStaff();
  const asked = { userid: person.accountId, appid: person.applicationId, reason };
  const refused = async (more: object) =>
    (await refusalOf(staff.perform(getReportDownloadLink, { ...asked, ...more }))).code;
  expect(await refused({ reason: 'short' })).toBe('invalid-input');
  expect(await refused({ appid: other.applicationId })).toBe('not-found');
  expect(await refused({ profileid: other.profile })).toBe('not-found');
  expect(await refused({ userid: newId() })).toBe('not-found');
  expect(await refused({ userid: waiting.accountId, appid: waiting.applicationId })).toBe(
    'applications.report-failure',
  );
});

it('fetches a report again: the same file repairs the copy, another one replaces it', async () => {
  // The sandbox's file contains the time, so the clock is stopped.
  portal.clock.stop();
  const person = await monitored('900-00-0002');
  const staff = await asStaff();
  const fetchAgain = () =>
    staff.perform(clearProfilePdfCache, { userid: person.accountId, profileid: person.profile });
  const before = await stored(person.applicationId);
  await portal.storage.delete(before.report_key);
  expect(await fetchAgain()).toEqual({ changed: false });
  expect(await stored(person.applicationId)).toEqual(before);
  expect((await readSealed(portal, before.report_key)).subarray(0, 5).toString()).toBe('%PDF-');

  // As if the stored copy came from another file.
  const former = `reports/former-${newId()}.sealed`;
  await portal.storage.put(former, Buffer.from('former'), { contentType: 'application/octet-stream' });
  await portal.pool.query(
    `update score_change set report_key = $2, report_hash = repeat('0', 64) where application_id = $1`,
    [person.applicationId, former],
  );
  expect(await fetchAgain()).toEqual({ changed: true });
  expect(await stored(person.applicationId)).toEqual(before);
  await portal.runJobs();
  await expect(portal.storage.get(former)).rejects.toThrow();
  portal.clock.run();
});

it('fetches no report that may say more than the person has accepted, or of somebody else', async () => {
  const [person, other] = [await monitored('900-00-0002'), await monitored('900-00-0002')];
  const waiting = await downgraded();
  const staff = await asStaff();
  const refused = async (userid: string, profileid: string) =>
    (await refusalOf(staff.perform(clearProfilePdfCache, { userid, profileid }))).code;
  expect(await refused(person.accountId, other.profile)).toBe('not-found');
  expect(await refused(newId(), person.profile)).toBe('not-found');
  expect(await refused(waiting.accountId, waiting.profile)).toBe('applications.report-failure');
  await portal.pool.query(
    `insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key, report_hash,
       received_at, state, resolved_at)
     select $2, account_id, id, 'IC01', '${someSealed}', '${someFile}', '${someHash}', $3, 'unchanged', $3
     from monitored_profile where application_id = $1`,
    [person.applicationId, newId(), portal.clock.now()],
  );
  const newer = await refusalOf(
    staff.perform(clearProfilePdfCache, { userid: person.accountId, profileid: person.profile }),
  );
  expect(newer.code).toBe('applications.report-newer');
  shows('report.newer', newer.text);
});
