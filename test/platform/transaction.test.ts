import { expect, test } from 'vitest';
import { listAudit, type Work } from '#modules/platform/index.ts';
import { actAs, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const entry = { visit: portal.visitor().visit(), caller: null, operation: 'test.transaction' };
const databaseError = (code: unknown, cause?: unknown) =>
  Object.assign(new Error('refused', { cause }), { code });

test.each<[string, unknown, number]>([
  ['a serialization failure', databaseError('40001'), 3],
  ['a deadlock', databaseError('40P01'), 3],
  ['a deadlock that the mapper wrapped', databaseError(undefined, databaseError('40P01')), 3],
  ['a deadlock under another code', databaseError('ERR_WRAPPED', databaseError('40P01')), 3],
  ['a deadlock under a number', databaseError(40_001, databaseError('40P01')), 3],
  ['a row that is there twice', databaseError('23505'), 1],
  ['an error without a code', new Error('none'), 1],
])('after %s, a transaction is tried as often as may help', async (_what, error, tries) => {
  let runs = 0;
  const run = async (work: Work<null>) => {
    runs += 1;
    work.afterCommit(() => {
      throw new Error('nothing was committed');
    });
    throw error;
  };
  await expect(portal.transaction(entry, run)).rejects.toBe(error);
  expect(runs).toBe(tries);
});

test('after a try that fails the next one counts alone, and what waits for the commit runs in order', async () => {
  const told: string[] = [];
  let runs = 0;
  const answer = await portal.transaction(entry, async (work) => {
    runs += 1;
    work.afterCommit(async () => void told.push(`first of ${runs}`));
    work.afterCommit(() => void told.push('second'));
    if (runs === 1) throw databaseError('40001');
    expect(told).toEqual([]);
    return runs;
  });
  expect([answer, told]).toEqual([2, ['first of 2', 'second']]);
});

test('a transaction begins in no other one, and only a transaction can be waited for', async () => {
  await expect(portal.transaction(entry, (work) => work.apart(async () => 1))).rejects.toThrow(
    'test.transaction: a separate transaction cannot begin inside another one',
  );
  await expect(portal.reading(entry, async (work) => work.afterCommit(() => undefined))).rejects.toThrow(
    'test.transaction only reads: there is no commit to wait for',
  );
});

test('an entry of the audit log names the session that acts, and none with an actor of another one', async () => {
  const [staff, person] = [await newStaff(portal), await newPersonWithoutTwoStep(portal)];
  const acting = await actAs(portal, person, staff);
  const sessionId = (await acting.caller())?.sessionId;
  const write = async (actor: { actorId?: string; adminId?: string }) => {
    const about = person.accountId;
    await portal.transaction({ ...entry, visit: acting.visit() }, (work) =>
      work.audit({ action: { name: 'test.thing-done' } as never, about, ...actor }),
    );
    const { entries } = await listAudit(portal.db, portal.keys, { about, limit: 1 });
    const [found] = entries;
    return [found?.actorId, found?.adminId, found?.sessionId];
  };
  const own = [person.accountId, staff.accountId, sessionId];
  expect(await write({})).toEqual(own);
  expect(await write({ actorId: person.accountId })).toEqual(own);
  expect(await write({ actorId: staff.accountId })).toEqual([staff.accountId, null, null]);
  expect(await write({ adminId: person.accountId })).toEqual([person.accountId, person.accountId, sessionId]);
});
