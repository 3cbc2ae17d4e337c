// Takes long: one row of each kind of data, with and without a legal hold.
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  getRetention,
  liftLegalHold,
  retentionTable,
  runRetention,
  setLegalHold,
} from '#modules/admin/index.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { DAY, newId, type RawBuilder, runSweep, type Sweep, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { agedRowsOfPeople, later } from '#test/factories/aged-rows.ts';
import { agedRowsOfCompanies } from '#test/factories/aged-rows-of-companies.ts';
import { newApplication, newCompany, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Every row of the table of what is kept how long: a moment before its end the data is there, at its end it is gone. */

const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const person = await newPersonWithoutTwoStep(portal, { firstname: 'Holly', lastname: 'Keeper' });
const other = await newPersonWithoutTwoStep(portal);
const { companyId, owner } = await newCompany(portal);
const application = await newApplication(portal, person.accountId, 'inprogress');
const change = await newScoreChange(portal, person.accountId, application, 'new', 'IC03');
const { inviteid: connection } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);
/** The clock moves further than a session lasts. */
const ada = () => signIn(portal, staff);
const hold = async (about: { userid: string } | { companyid: string }) =>
  (await ada()).perform(setLegalHold, { ...about, reason: 'A subpoena of the county court' });
const lift = async (holdid: string) =>
  (await ada()).perform(liftLegalHold, { holdid, reason: 'The case was dismissed' });

const endpoint = newId();
const about = {
  accountId: person.accountId,
  otherId: other.accountId,
  staffId: staff.accountId,
  ownerId: owner.accountId,
  companyId,
  application,
  change,
  connection,
  endpoint,
};
const planted = { ...agedRowsOfPeople(about), ...agedRowsOfCompanies(about) };

/** Tried elsewhere, because more than a row has to be there. */
const elsewhere = {
  'identity.deletions': 'below; what it waits for in test/identity/erasure-waits.test.ts',
  'network.old-adverse-actions': 'test/network/old-adverse-actions.test.ts',
  'platform.unused-uploads': 'test/platform/unused-uploads.test.ts',
  'platform.unreferred-files': 'test/platform/unreferred-files.test.ts',
  'network.left-by-deletion': 'test/network/left-by-deletion.test.ts',
  'platform.failed-jobs': 'below',
  'platform.interruptions': 'test/platform/sweep.test.ts: it deletes what belongs to no job',
};

const sweeps = new Map(retentionTable.flatMap((kind) => kind.sweeps).map((sweep) => [sweep.name, sweep]));
const sweepOf = (name: string): Sweep => {
  const found = sweeps.get(name);
  if (!found) throw new Error(`no sweep ${name}`);
  return found;
};

beforeAll(async () => {
  await write(sql`insert into webhook_endpoint (id, company_id, made_by_account_id, address, events, made_at,
      secret_last_four, secret_made_at, secret_sealed)
    values (${endpoint}, ${companyId}, ${owner.accountId}, 'https://example.com', '{score.changed}', ${portal.clock.now()}, 'abcd',
      ${portal.clock.now()}, ${someSealed})`);
});

test('every table of the schema belongs to one kind of data', async () => {
  const { rows } = await portal.pool.query<{ table: string }>(
    `select table_name as table from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mikro_orm_migrations'`,
  );
  const declared = retentionTable.flatMap(({ tables }) => tables);
  expect(declared.toSorted()).toEqual(rows.map(({ table }) => table).sort());
  expect(new Set(retentionTable.map(({ name }) => name)).size).toBe(retentionTable.length);
});

test('every sweep of the table is tried here or elsewhere', () => {
  expect([...Object.keys(planted), ...Object.keys(elsewhere)].sort()).toEqual([...sweeps.keys()].sort());
});

describe('at the end of its time', () => {
  it.each(Object.entries(planted))('%s goes, unless a legal hold keeps it', async (name, row) => {
    const { about, plant, left } = row;
    const now = portal.clock.now();
    const age = typeof row.age === 'number' ? row.age : row.age(now);
    const sweep = sweepOf(name);
    const id = newId();
    const isLeft = async () => (await rowOf(portal, left(id))) !== undefined;
    await write(plant(id, now));
    if (name === 'applications.verification-images') await giveImages(id, age);
    portal.clock.advance(age - 1);
    await runSweep(portal, sweep);
    expect(await isLeft(), 'a moment before').toBe(true);
    portal.clock.advance(1);
    if (about) {
      const { holdid } = await hold(about);
      await runSweep(portal, sweep);
      expect(await isLeft(), 'on hold').toBe(true);
      await lift(holdid);
    }
    await runSweep(portal, sweep);
    expect(await isLeft(), 'at the end').toBe(false);
  });

  async function giveImages(id: string, age: number): Promise<void> {
    const key = `verifications/${id}`;
    await portal.storage.put(key, Buffer.from('image'), { contentType: 'image/jpeg' });
    await write(sql`update id_verification set status = 'processing', workflow_run_id = ${id}, applicant_id = ${id}
      where id = ${id}`);
    const now = portal.clock.now();
    await write(sql`update id_verification set status = 'rejected', decided_at = ${now}, front_key = ${key},
      images_until = ${later(now, age)}, applicant_deleted_at = ${now} where id = ${id}`);
  }

  it('an account goes 30 days after its owner asked to delete it, unless a legal hold keeps it', async () => {
    const leaving = await newPersonWithoutTwoStep(portal);
    const held = await newPersonWithoutTwoStep(portal);
    for (const { visitor } of [leaving, held])
      await visitor.perform(askDeletion, { currentpassword: PASSWORD });
    const { holdid } = await hold({ userid: held.accountId });
    const erase = async (wait: number) => {
      portal.clock.advance(wait);
      await runSweep(portal, sweepOf('identity.deletions'));
      await portal.runJobs();
    };
    const isThere = async ({ accountId, emailaddress }: typeof held) =>
      (await rowOf(
        portal,
        sql`select 1 from account where id = ${accountId} and emailaddress = ${emailaddress}`,
      )) !== undefined;
    await erase(30 * DAY - 1);
    expect(await isThere(leaving), 'a moment before').toBe(true);
    await erase(1);
    expect([await isThere(leaving), await isThere(held)], 'at the end').toEqual([false, true]);
    await lift(holdid);
    await erase(DAY);
    expect(await isThere(held), 'after the hold').toBe(false);
  });

  it('a job that failed for good goes 90 days after its last try', async () => {
    const id = await failedJob();
    portal.clock.advance(90 * DAY);
    await runSweep(portal, sweepOf('platform.failed-jobs'));
    expect(await isQueued(id)).toBe(true);
    portal.clock.advance(1);
    await runSweep(portal, sweepOf('platform.failed-jobs'));
    expect(await isQueued(id)).toBe(false);
  });

  async function failedJob(): Promise<string> {
    const [job] = await rowsOf(
      portal,
      sql<{
        id: string;
      }>`select id::text from graphile_worker.add_job('identity.send-code', '{}'::json, max_attempts => 1)`,
    );
    await write(sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${portal.clock.now()}
      where id = ${job?.id}`);
    return job?.id ?? '';
  }

  const isQueued = async (id: string) =>
    (await rowOf(portal, sql`select 1 from graphile_worker.jobs where id = ${id}`)) !== undefined;
});

describe('legal holds', () => {
  it('are set and lifted once, with reasons for staff, and every admin is told', async () => {
    const someone = await newPersonWithoutTwoStep(portal, { firstname: 'Nell', lastname: 'Held' });
    const about = { userid: someone.accountId };
    const { holdid } = await hold(about);
    const refusal = await refusalOf(hold(about));
    expect(refusal.code).toBe('admin.hold-open');
    shows('hold.open', refusal.text);
    await lift(holdid);
    const lifted = await refusalOf(lift(holdid));
    expect(lifted.code).toBe('admin.hold-lifted');
    shows('hold.lifted', lifted.text);
    expect((await refusalOf(lift(newId()))).code).toBe('not-found');
    expect((await refusalOf(hold({ companyid: newId() }))).code).toBe('not-found');
    const { holds } = await (await ada()).perform(getRetention, {});
    expect(holds.find(({ id }) => id === holdid)).toMatchObject({
      name: 'Nell Held',
      reason: 'A subpoena of the county court',
      set_by: 'Ada Minton',
      lift_reason: 'The case was dismissed',
      lifted_by: 'Ada Minton',
    });
    await portal.runJobs();
    const mails = (await listOutbox(portal.db, { to: staff.emailaddress })).filter(({ subject }) =>
      /^A legal hold on a person was/.test(subject ?? ''),
    );
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['A legal hold on a person was set', 'A legal hold on a person was lifted']),
    );
    for (const { text } of mails) expect(text).not.toMatch(/Nell|subpoena|dismissed/);
    // The copy of their data has the entries about them: none tells of the hold.
    const { rows } = await portal.pool.query(
      `select action, about_id from audit_entry where action like 'admin.legal-hold%' and object_id = $1 order by at, id`,
      [someone.accountId],
    );
    expect(rows).toEqual([
      { action: 'admin.legal-hold-set', about_id: null },
      { action: 'admin.legal-hold-lifted', about_id: null },
    ]);
  });
});

describe('a run by hand', () => {
  it('counts without changing anything, then deletes, and is in the audit log', async () => {
    await write(sql`insert into outbox_message (id, channel, recipient, body_text, created_at)
      values (${newId()}, 'sms', '+15125550100', 'Hello', ${later(portal.clock.now(), -100 * DAY)})`);
    const counted = await runRetention(portal, { dryRun: true });
    const outbox = (run: typeof counted) => run.kinds.find(({ name }) => name === 'platform.outbox');
    expect(outbox(counted)?.rows).toBeGreaterThanOrEqual(1);
    expect(outbox(await runRetention(portal, { dryRun: true }))).toEqual(outbox(counted));
    expect(outbox(await runRetention(portal, { dryRun: false }))).toEqual(outbox(counted));
    expect(outbox(await runRetention(portal, { dryRun: true }))?.rows).toBe(0);
    const entry = await rowOf(
      portal,
      sql<{ detail: object }>`
      select detail from audit_entry where action = 'admin.retention-run' order by at desc limit 1`,
    );
    expect(entry).toBeDefined();
    const { kinds } = await (await ada()).perform(getRetention, {});
    expect(kinds.find(({ name }) => name === 'platform.outbox')).toMatchObject({ automatic: true });
  });
});
