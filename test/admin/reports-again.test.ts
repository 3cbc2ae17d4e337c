import { expect, it } from 'vitest';
import { clearProfilePdfCache, getReportDownloadLink } from '#modules/admin/index.ts';
import { downloadReport, openDispute, readReport } from '#modules/applications/index.ts';
import { readReportInForce, signReportInForce } from '#modules/applications/reports/reports.ts';
import { listSeen } from '#modules/identity/index.ts';
import { listAudit, MINUTE, newId, readSealed } from '#modules/platform/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, newApplicant } from '#test/factories/applicants.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';

/** Which of several reports is meant: that of this check, the newest, or that of the score in force. */

const portal = await servedPortal();
const { monitored, downgraded, accept } = await monitoringAt(portal);
const ada = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const asStaff = () => signIn(portal, ada);

type Check = Applicant & { profile: string };

const changesOf = async ({ applicationId }: Applicant) =>
  (
    await portal.pool.query(
      `select id, report_key, report_hash, download_link_clicked as clicked from score_change
       where application_id = $1 order by created_at`,
      [applicationId],
    )
  ).rows as { id: string; report_key: string; report_hash: string; clicked: boolean }[];

/** A check whose score monitoring changed, as the person has accepted it. */
async function twice(): Promise<Check> {
  const person = await downgraded();
  await accept(person);
  await portal.runJobs();
  return person;
}

const again = async ({ accountId: userid, profile: profileid }: Check) =>
  (await asStaff()).perform(clearProfilePdfCache, { userid, profileid });

/** Gives all results of a check another file. */
async function withFile(person: Check): Promise<string> {
  const key = `reports/former-${newId()}.sealed`;
  await portal.storage.put(key, Buffer.from('former'), { contentType: 'application/octet-stream' });
  for (const statement of [
    `update score_change set report_key = $2, report_hash = repeat('0', 64) where application_id = $1`,
    `update monitoring_update set report_key = $2, report_hash = repeat('0', 64) where account_id = (
       select account_id from application where id = $1)`,
  ])
    await portal.pool.query(statement, [person.applicationId, key]);
  return key;
}

const updateOf = async ({ accountId }: Applicant) =>
  (
    await portal.pool.query('select report_key, report_hash from monitoring_update where account_id = $1', [
      accountId,
    ])
  ).rows[0];

it('of two results the newest is fetched again, also where monitoring brought it, and no other', async () => {
  const [person, other] = [await twice(), await twice()];
  const [formerKey, otherKey] = [await withFile(person), await withFile(other)];
  expect(await again(person)).toEqual({ changed: true });
  await portal.runJobs();
  const [first, newest] = await changesOf(person);
  expect(first).toMatchObject({ report_key: formerKey, report_hash: '0'.repeat(64) });
  expect(newest?.report_hash).not.toBe('0'.repeat(64));
  expect((await readSealed(portal, newest?.report_key ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await updateOf(person)).toEqual({
    report_key: newest?.report_key,
    report_hash: newest?.report_hash,
  });
  expect((await updateOf(other)).report_key).toBe(otherKey);
  expect((await changesOf(other)).map(({ report_key }) => report_key)).toEqual([otherKey, otherKey]);
  // The first result still has this file.
  await expect(portal.storage.get(formerKey)).resolves.toBeDefined();
  const { entries } = await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 50 });
  expect(entries.filter(({ action }) => action === 'applications.report-fetched')).toMatchObject([
    {
      object: { type: 'application', id: person.applicationId },
      detail: { before: '0'.repeat(64), after: newest?.report_hash },
    },
  ]);
});

it('during a dispute no report is fetched, and that of another check is', async () => {
  const [person, other] = [await monitored('900-00-0004'), await monitored('900-00-0002')];
  const asked = { applicationid: person.applicationId, errortext: 'no answer to this one', items: [] };
  const { disputeid } = await person.visitor.perform(openDispute, asked);
  expect((await refusalOf(again(person))).code).toBe('applications.report-newer');
  await portal.pool.query(
    `insert into monitoring_update (id, account_id, monitored_profile_id, score, findings, report_key, report_hash,
       received_at, state, resolved_at)
     select $2, account_id, id, 'IC04', '${someSealed}', '${someFile}', '${someHash}', $3, 'unchanged', $3
     from monitored_profile where application_id = $1`,
    [person.applicationId, newId(), portal.clock.now()],
  );
  expect(await again(other)).toMatchObject({ changed: expect.any(Boolean) });
  expect(disputeid).toBeDefined();
});

it('the person and staff open the newest report of the check, and only the person’s own look counts as theirs', async () => {
  const person = await twice();
  const other = await monitored('900-00-0002');
  const newest = async (check: Check) => {
    const changes = await changesOf(check);
    return readSealed(portal, changes.at(-1)?.report_key ?? '');
  };
  const read = async (visitor: Check['visitor'], { downloadlink }: { downloadlink: string }) => {
    const { pdf } = await visitor.perform(readReport, { token: downloadlink.split('/').pop() ?? '' });
    return contentOf(pdf);
  };
  const staff = await asStaff();
  const link = await staff.perform(getReportDownloadLink, {
    userid: person.accountId,
    appid: person.applicationId,
    reason: 'The person asks what it says',
  });
  expect((await read(staff, link)).equals(await newest(person))).toBe(true);
  expect((await changesOf(person)).map(({ clicked }) => clicked)).toEqual([false, false]);
  const own = await person.visitor.perform(downloadReport, { appid: person.applicationId });
  expect((await read(person.visitor, own)).equals(await newest(person))).toBe(true);
  expect((await changesOf(person)).map(({ clicked }) => clicked)).toEqual([false, true]);
  expect((await changesOf(other)).map(({ clicked }) => clicked)).toEqual([false]);
  const { seen } = await person.visitor.perform(listSeen, {});
  expect(seen.map(({ kind }) => kind)).toContain('staff-report');
  const { rows } = await portal.pool.query(
    `select viewer_account_id from access_entry where person_id = $1 and kind = 'report'`,
    [person.accountId],
  );
  expect(rows).toEqual([{ viewer_account_id: person.accountId }]);
});

it('a check without a result has no report', async () => {
  await monitored('900-00-0002');
  const { visitor, applicationId: appid } = await newApplicant(portal);
  expect((await refusalOf(visitor.perform(downloadReport, { appid }))).code).toBe(
    'applications.report-failure',
  );
});

it('the report in force is that of the score that the person accepted, for five minutes and for one reader', async () => {
  const [person, other] = [await twice(), await monitored('900-00-0002')];
  const sign = (personId: string) =>
    portal.work('test.sign', (work) => signReportInForce(work, personId, 'reader:1'));
  const asked: string[] = [];
  const read = (token: string, personId: string | null = person.accountId) =>
    portal.work('test.read', (work) =>
      readReportInForce(work, token, async (reader) => {
        asked.push(reader);
        return personId;
      }),
    );
  portal.clock.stop();
  const token = await sign(person.accountId);
  const [, newest] = await changesOf(person);
  const { pdf } = await read(token);
  expect((await contentOf(pdf)).equals(await readSealed(portal, newest?.report_key ?? ''))).toBe(true);
  expect(asked).toEqual(['reader:1']);
  expect((await refusalOf(read(token, null))).code).toBe('not-found');
  expect((await refusalOf(read(`${token}x`))).code).toBe('not-found');
  expect((await refusalOf(read(token, other.accountId))).code).toBe('applications.report-failure');
  portal.clock.advance(5 * MINUTE);
  expect((await refusalOf(read(token))).code).toBe('not-found');
  const later = await sign(person.accountId);
  await portal.pool.query(
    'update shield_score set ended_at = $2 where account_id = $1 and ended_at is null',
    [person.accountId, portal.clock.now()],
  );
  expect((await refusalOf(read(later))).code).toBe('applications.report-failure');
  expect((await refusalOf(sign(person.accountId))).code).toBe('applications.report-failure');
  portal.clock.run();
});
