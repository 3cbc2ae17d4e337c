import { expect, test } from 'vitest';
import { DAY } from '#modules/platform/browser.ts';
import { sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

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
