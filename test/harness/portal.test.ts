import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY } from '#modules/platform/browser.ts';
import { operation, person, sql } from '#modules/platform/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

const portal = await testPortal();

test('a portal of the tests works on a migrated database of its own, with a clock that moves', async () => {
  const before = portal.clock.now();
  portal.clock.advance(45 * DAY);
  expect(portal.clock.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(45 * DAY);
  const found = await portal.work('test.read', (work) =>
    rowOf(work, sql<{ name: string }>`select current_database() as name`),
  );
  expect(found?.name).toMatch(/^clone_/);
});

test('an error in the log is taken by the test that expects it', () => {
  portal.log.error({}, 'planted');
  expect(portal.takeErrors()).toMatchObject([{ msg: 'planted' }]);
});

test('a call that does not exist is answered as not found', async () => {
  const answer = await portal.visitor().call('POST', '/no/such/call', {});
  expect(answer).toMatchObject({ status: 404, body: { success: false, error_code: 'not-found' } });
});

test('an operation that changes rows and writes no audit entry is refused, with the table', async () => {
  const { visitor, accountId } = await newPerson(portal);
  const asUpdate = (text: string) =>
    visitor.perform(
      operation({
        name: 'identity.update-profile',
        summary: 'Runs a statement.',
        access: person,
        kind: 'write',
        input: z.object({}),
        output: z.object({ rows: z.number() }),
        run: async (work) => ({ rows: (await rowsOf(work, sql.raw(text))).length }),
      }),
      {},
    );
  await expect(asUpdate(`update account set firstname = 'A' where id = '${accountId}'`)).rejects.toThrow(
    'identity.update-profile changed account and wrote no audit entry',
  );
  // What was written earlier on the same connection does not count.
  await expect(asUpdate('select 1')).resolves.toEqual({ rows: 1 });
});
