import { expect, test } from 'vitest';
import {
  decideControlChange,
  getDigestChoice,
  requestControlChange,
  saveDigestChoice,
  staffDigestsSweep,
} from '#modules/admin/index.ts';
import { listAudit, newId, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, newStaff, type Registered, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** The portal's brand is in Chicago: 7 AM is 13:00 UTC until March 8, 2026, and 12:00 UTC from then on. */
const portal = await testPortal();

const raise = async (type: string, wanted: { due?: string; to?: string } = {}) => {
  const about = await newPerson(portal);
  await portal.pool.query(
    `insert into pipeline_alert (id, alert_type, event_id, account_id, reason, raised_at, due_at, assigned_to, assigned_at)
     values (gen_random_uuid(), $1, $2, $3, 'review', now(), $4, $5, case when $5::uuid is null then null else now() end)`,
    [type, newId(), about.accountId, wanted.due ?? null, wanted.to ?? null],
  );
};

const clear = () => portal.pool.query(`delete from pipeline_alert`);

const mailsTo = async ({ emailaddress }: Registered) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: emailaddress })).filter(({ subject }) =>
    /waiting/.test(subject ?? ''),
  );
};

test('once each morning, over the change of the clocks, and nobody gets it twice', async () => {
  portal.clock.set(new Date('2026-03-06T20:00:00Z'));
  await clear();
  const staff = await newStaff(portal);
  await raise('dispute', { due: '2026-03-01T00:00:00Z' });
  await raise('dispute');
  const sent: [string, number][] = [];
  for (const moment of [
    '2026-03-07T12:59:59Z',
    '2026-03-07T13:00:00Z',
    '2026-03-07T17:45:00Z',
    '2026-03-08T11:59:59Z',
    '2026-03-08T12:00:00Z',
    '2026-03-08T12:15:00Z',
  ]) {
    portal.clock.set(new Date(moment));
    await Promise.all([
      portal.runSchedule('admin.staff-digests'),
      runSweep(portal, staffDigestsSweep),
      runSweep(portal, staffDigestsSweep),
    ]);
    sent.push([moment, (await mailsTo(staff)).length]);
  }
  expect(sent).toEqual([
    ['2026-03-07T12:59:59Z', 0],
    ['2026-03-07T13:00:00Z', 1],
    ['2026-03-07T17:45:00Z', 1],
    ['2026-03-08T11:59:59Z', 1],
    ['2026-03-08T12:00:00Z', 2],
    ['2026-03-08T12:15:00Z', 2],
  ]);
  const [mail] = await mailsTo(staff);
  expect(mail?.subject).toBe('1 overdue, 2 waiting');
  expect(mail?.text).toMatch(/1 item overdue[\s\S]*Disputes\W+1 overdue, 2 waiting/);
});

test('catches up until noon, and not after', async () => {
  await clear();
  await raise('idverification');
  const staff = await newStaff(portal);
  portal.clock.set(new Date('2026-04-02T17:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  expect(await mailsTo(staff)).toHaveLength(0);
  portal.clock.set(new Date('2026-04-03T16:59:59Z'));
  await portal.runSchedule('admin.staff-digests');
  expect((await mailsTo(staff)).map(({ subject }) => subject)).toEqual(['1 waiting, nothing overdue']);
});

test('has what is theirs or nobody’s, a second admin’s decisions, and never what they asked for themselves', async () => {
  portal.clock.set(new Date('2026-05-04T16:00:00Z'));
  await clear();
  const [one, other] = [await newStaff(portal), await newStaff(portal)];
  await raise('idverification', { to: one.accountId });
  await raise('privacy_request', { to: other.accountId });
  const asked = { control: 'refund-limit', value: '123', reason: 'Larger packages' } as const;
  await one.visitor.perform(requestControlChange, asked);
  portal.clock.set(new Date('2026-05-05T13:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  const [mine] = await mailsTo(one);
  const [theirs] = (await mailsTo(other)).filter(({ subject }) => !/second admin/.test(subject ?? ''));
  expect(mine?.text).toMatch(/assigned to you \(1\)[\s\S]*ID review\W+1 waiting/);
  expect(mine?.text).not.toMatch(/Privacy requests|Control changes/);
  expect(theirs?.text).toMatch(
    /Privacy requests\W+1 waiting[\s\S]*Control changes\W+1 waiting for a second admin/,
  );
  expect(theirs?.text).not.toContain('ID review');
  // Nothing may wait when the next test begins.
  const { rows } = await portal.pool.query<{ id: string }>('select id from control_change');
  const decision = { changeid: rows[0]?.id ?? '', approve: 'NO', note: 'Not needed' } as const;
  await (await signIn(portal, one)).perform(decideControlChange, decision);
});

test('nobody gets it for whom nothing waits, who turned it off, or who is no admin any more', async () => {
  portal.clock.set(new Date('2026-06-01T20:00:00Z'));
  await clear();
  const [off, gone, idle] = [await newStaff(portal), await newStaff(portal), await newStaff(portal)];
  expect(await off.visitor.perform(getDigestChoice, {})).toEqual({ wanted: true });
  await off.visitor.perform(saveDigestChoice, { wanted: false });
  await off.visitor.perform(saveDigestChoice, { wanted: false });
  expect(await off.visitor.perform(getDigestChoice, {})).toEqual({ wanted: false });
  const { entries } = await listAudit(portal.db, portal.keys, { about: off.accountId });
  expect(entries.filter(({ action }) => action === 'admin.digest-switched')).toHaveLength(1);
  portal.clock.set(new Date('2026-06-02T13:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  await raise('dispute');
  portal.clock.set(new Date('2026-06-02T14:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  for (const staff of [off, gone, idle]) expect(await mailsTo(staff)).toHaveLength(0);
  portal.clock.set(new Date('2026-06-03T13:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  await portal.pool.query(`update account set active = false where id = $1`, [gone.accountId]);
  expect([(await mailsTo(off)).length, (await mailsTo(gone)).length, (await mailsTo(idle)).length]).toEqual([
    0, 0, 1,
  ]);
  await (await signIn(portal, off)).perform(saveDigestChoice, { wanted: true });
  portal.clock.set(new Date('2026-06-04T13:00:00Z'));
  await portal.runSchedule('admin.staff-digests');
  expect(await mailsTo(off)).toHaveLength(1);
});
