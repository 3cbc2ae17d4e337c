import { expect, test } from 'vitest';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import {
  cancelInvite,
  checkBulk,
  controlBulk,
  ignoreInvite,
  mapBulk,
  newInvite,
  startBulk,
} from '#modules/network/index.ts';
import { HOUR, type JobEvent } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { check, leaveToday, onlyCounted, readBulk, upload } from '#test/factories/bulk.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { untilWaiting, whileLocked } from '#test/while-locked.ts';

/** What happens to a file while it is sent: between two batches, and in the middle of one. */

const portal = await testPortal();
portal.clock.stop();

/** A file of two batches: the second one begins after these rows, of which most cannot be invited. */
const firstBatch = (...rows: string[]) => [...rows, ...Array<string>(500 - rows.length).fill('broken')];

const fileOf = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`;

/** Runs the jobs, and `act` while the first batch is being written. */
async function duringFirstBatch(
  companyId: string,
  act: () => Promise<unknown>,
  failures?: JobEvent[],
): Promise<void> {
  await leaveToday(portal, companyId, 999);
  const lock = { sql: 'select 1 from bulk_day where company_id = $1 for update', values: [companyId] };
  await whileLocked(portal, lock, () => portal.runJobs(failures ? { failures } : {}), { meanwhile: act });
}

const invitedBy = async (companyId: string) => {
  const rows = await portal.db
    .selectFrom('connection')
    .selectAll()
    .where('owner_company_id', '=', companyId)
    .orderBy('to_email')
    .execute();
  return rows.map(({ to_email }) => to_email);
};

const rowOf = (companyId: string, email: string) =>
  portal.db
    .selectFrom('connection')
    .select(['package_id', 'coupon_id'])
    .where('owner_company_id', '=', companyId)
    .where('to_email', '=', email)
    .executeTakeFirst();

const resultOf = async (visitor: Parameters<typeof readBulk>[0], bulkid: string) =>
  onlyCounted((await readBulk(visitor, bulkid)).result ?? []);

test('a batch that fails in the middle leaves nothing of itself, and is sent when the job runs again', async () => {
  const { owner, companyId } = await newCompany(portal);
  const rows = ['a@again.example', 'b@again.example', 'A@again.example'];
  const { bulkid } = await check(owner.visitor, fileOf('email', rows));
  await owner.visitor.perform(startBulk, { bulkid });
  const failures: JobEvent[] = [];
  const cancel = () =>
    portal.pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await duringFirstBatch(companyId, cancel, failures);
  expect(failures.map(({ name }) => name)).toEqual(['network.send-bulk']);
  portal.takeErrors();
  expect(await invitedBy(companyId)).toEqual([]);
  expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({ state: 'sending', handled: 0 });
  await portal.runJobs({ ahead: HOUR });
  expect(await invitedBy(companyId)).toEqual(['a@again.example', 'b@again.example']);
  expect(await resultOf(owner.visitor, bulkid)).toEqual({ new: 2, duplicate: 1 });
  expect(await listOutbox(portal.db, { to: 'a@again.example' })).toHaveLength(1);
});

test('a file whose job is gone is sent within minutes, and one whose job waits is left alone', async () => {
  const { owner } = await newCompany(portal);
  const files = [];
  for (const rows of [['a@gone.example'], ['b@gone.example']]) {
    const { bulkid } = await check(owner.visitor, fileOf('email', rows));
    await owner.visitor.perform(startBulk, { bulkid });
    files.push(bulkid);
  }
  const [gone = '', waiting = ''] = files;
  await portal.pool.query('select graphile_worker.remove_job($1)', [`bulk:${gone}`]);
  await portal.runSchedule('network.bulk-resumes');
  const { rows: continued } = await portal.pool.query(
    `select object_id from audit_entry where action = 'network.bulk-continued' and object_id = any($1)`,
    [files],
  );
  expect(continued).toEqual([{ object_id: gone }]);
  await portal.runJobs();
  for (const bulkid of [gone, waiting])
    expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({ state: 'done', sent: 1 });
});

test('a file that is paused between two batches goes on behind the first, with what is true by then', async () => {
  const { owner, companyId } = await newCompany(portal);
  const [single, ignoring] = [await newPerson(portal), await newPerson(portal)];
  const rows = [
    ...firstBatch('a@pause.example,', 'x@pause.example,No such check'),
    'A@pause.example,',
    'x@pause.example,national background check',
    `${single.emailaddress},`,
    `${ignoring.emailaddress},`,
  ];
  const { bulkid } = await check(owner.visitor, fileOf('Email,Package', rows));
  await owner.visitor.perform(startBulk, { bulkid });
  let pausing: Promise<unknown> = Promise.resolve();
  await duringFirstBatch(companyId, async () => {
    pausing = owner.visitor.perform(controlBulk, { bulkid, action: 'pause' });
    await untilWaiting(portal, 2);
  });
  await pausing;
  expect(await invitedBy(companyId)).toEqual(['a@pause.example']);
  expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({ state: 'paused', handled: 500 });
  const invite = (touser: string) => owner.visitor.perform(newInvite, { touser });
  await invite(single.emailaddress);
  const { inviteid } = await invite(ignoring.emailaddress);
  await ignoring.visitor.perform(ignoreInvite, { inviteid });
  await owner.visitor.perform(cancelInvite, { inviteid });
  await owner.visitor.perform(controlBulk, { bulkid, action: 'continue' });
  await portal.runJobs();
  expect(await resultOf(owner.visitor, bulkid)).toEqual({
    new: 2,
    duplicate: 1,
    invited: 1,
    ignored: 1,
    'bad-package': 1,
    'bad-email': 498,
  });
  expect((await rowOf(companyId, 'x@pause.example'))?.package_id).not.toBeNull();
});

test('what is stopped between two batches leaves the invitations of the first', async () => {
  const { owner, companyId } = await newCompany(portal);
  const rows = [...firstBatch('a@stop.example'), 'b@stop.example'];
  const { bulkid } = await check(owner.visitor, fileOf('email', rows));
  await owner.visitor.perform(startBulk, { bulkid });
  let stopping: Promise<unknown> = Promise.resolve();
  await duringFirstBatch(companyId, async () => {
    stopping = owner.visitor.perform(controlBulk, { bulkid, action: 'cancel' });
    await untilWaiting(portal, 2);
  });
  await stopping;
  await portal.runJobs();
  expect(await invitedBy(companyId)).toEqual(['a@stop.example']);
  expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({ state: 'cancelled', sent: 1 });
});

async function switchCoupon(companyId: string, typeId: string, active: 'YES' | 'NO'): Promise<void> {
  const staff = await newStaff(portal);
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid: companyId,
    code_types: [{ id: typeId, active }],
  });
}

test('a coupon of a row that is turned off between two batches keeps that row from being invited', async () => {
  const { owner, companyId, typeId } = await newCouponCompany({ portal }, { type: 'flat', amount: 25 }, null);
  const { coupons } = await readBulk(owner.visitor, await upload(owner.visitor, 'email\na@x.example\n'));
  const name = coupons[0]?.description ?? '';
  const rows = [...firstBatch('a@off.example,'), `b@off.example,${name}`, 'c@off.example,'];
  const { bulkid, counts } = await check(owner.visitor, fileOf('Email,Coupon', rows), [
    'emailaddress',
    'coupon',
  ]);
  expect(counts).toMatchObject({ new: 3 });
  await owner.visitor.perform(startBulk, { bulkid, coupon_most: 2500 });
  await duringFirstBatch(companyId, () =>
    portal.pool.query('update coupon_type set active = false where id = $1', [typeId]),
  );
  expect(await invitedBy(companyId)).toEqual(['a@off.example', 'c@off.example']);
  expect(await resultOf(owner.visitor, bulkid)).toMatchObject({ new: 2, 'bad-coupon': 1 });
});

test('a file waits while its coupon is turned off or the company has no card, and goes on without sending any twice', async () => {
  const { owner, companyId, typeId } = await newCouponCompany({ portal }, { type: 'flat', amount: 25 }, null);
  const bulkid = await upload(owner.visitor, 'email\na@card.example\n');
  const columns = ['emailaddress' as const];
  await owner.visitor.perform(mapBulk, { bulkid, includes_header: true, columns, purchase_coupon: typeId });
  await owner.visitor.perform(checkBulk, { bulkid });
  await owner.visitor.perform(startBulk, { bulkid, coupon_most: 2500 });
  const waits = async () => {
    await portal.runJobs();
    expect((await readBulk(owner.visitor, bulkid)).bulk).toMatchObject({
      state: 'paused',
      pause_reason: 'coupon',
      handled: 0,
    });
    await owner.visitor.perform(controlBulk, { bulkid, action: 'continue' });
  };
  await switchCoupon(companyId, typeId, 'NO');
  await waits();
  await switchCoupon(companyId, typeId, 'YES');
  await portal.pool.query('update company_card set removed_at = now() where company_id = $1', [companyId]);
  await waits();
  await portal.pool.query('update company_card set removed_at = null where company_id = $1', [companyId]);
  await portal.runJobs();
  expect(await resultOf(owner.visitor, bulkid)).toEqual({ new: 1 });
  expect((await rowOf(companyId, 'a@card.example'))?.coupon_id).not.toBeNull();
});
