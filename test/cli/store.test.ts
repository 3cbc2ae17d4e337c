import { userInfo } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, sql } from '#modules/platform/index.ts';
import { saveStore } from '#modules/purchasing/index.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';
import { shield } from './terminal.ts';

const portal = await testPortal();
const environment = { DATABASE_URL: portal.databaseUrl, DATA_FOLDER: portal.config.dataFolder };

const store = (...words: string[]) => shield(['store', ...words], environment);
const readWindow = async () => JSON.parse((await store('show', '--json')).out);
const isOpen = { code: 0, out: 'The store is open.', err: '' };
const setWindow = (window: { from: Date; until: Date } | null) =>
  portal.work('test.window', (work) => saveStore(work, { window }));

afterEach(() => setWindow(null));

describe('F78: shield store', () => {
  it('closes the store for a time, says so, and opens it', async () => {
    expect(await store()).toEqual(isOpen);
    const before = portal.clock.now().getTime();
    const closed = await store('close', '2h', '--in', '30m');
    const { from, until } = await readWindow();
    expect(closed).toEqual({ code: 0, out: `Closed from ${from} until ${until}.`, err: '' });
    expect(await store('show')).toEqual(closed);
    expect(Date.parse(from) - before).toBeGreaterThanOrEqual(30 * MINUTE);
    expect(Date.parse(from) - portal.clock.now().getTime()).toBeLessThanOrEqual(30 * MINUTE);
    expect(Date.parse(until) - Date.parse(from)).toBe(2 * HOUR);

    expect(await store('open')).toEqual(isOpen);
    expect(await store('show')).toEqual(isOpen);
    expect(await readWindow()).toBeNull();
  });

  it('is written to the audit log under the name of whoever ran it, or else their login name', async () => {
    const operators = async () =>
      (
        await rowsOf(
          portal,
          sql<{ operator: string | null }>`select operator from audit_entry
            where action = 'purchasing.store-changed' and operation like 'cli.%' order by at desc, id desc limit 2`,
        )
      ).map(({ operator }) => operator);
    await store('close', '2h');
    await shield(['store', 'open'], { ...environment, SHIELD_OPERATOR: 'Grace Okafor' });
    expect(await operators()).toEqual(['Grace Okafor', userInfo().username]);
  });

  it('counts the store as open once the time is over', async () => {
    const ago = (hours: number) => new Date(portal.clock.now().getTime() - hours * HOUR);
    await setWindow({ from: ago(2), until: ago(1) });
    expect(await store()).toEqual(isOpen);
  });

  it.each([[['soon']], [['2h', '--in', 'soon']]])(
    'does not understand %j, and changes nothing',
    async (words) => {
      expect(await store('close', ...words)).toEqual({
        code: 64,
        out: '',
        err: expect.stringMatching(/'soon' is invalid.* expected a time like 45d, 12h, 30m or 1d12h\.$/),
      });
      expect(await readWindow()).toBeNull();
    },
  );
});
