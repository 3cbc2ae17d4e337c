import { expect, it } from 'vitest';
import { z } from 'zod';
import * as admin from '#modules/admin/index.ts';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import { type AnyOperation, anyone, column, operation, sql, statement } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const readOnly = statement({
  name: 'test.is-read-only',
  row: { setting: column.oneOf(['on', 'off']) },
  sql: () => sql`select current_setting('transaction_read_only') as setting`,
});

const operations = [identity, enterprise, applications, purchasing, network, admin]
  .flatMap((face) => Object.values<unknown>(face))
  .filter(
    (value): value is AnyOperation =>
      typeof value === 'object' && value !== null && 'access' in value && 'kind' in value && 'run' in value,
  );

function planted(kind: AnyOperation['kind'], run: AnyOperation['run']) {
  return operation({
    name: 'test.planted',
    summary: 'Does what the test wants.',
    access: anyone,
    kind,
    input: z.object({}),
    output: z.unknown(),
    run,
  });
}

it.each(['read', 'staged'] as const)(
  'PostgreSQL refuses a write in an operation that is %s',
  async (kind) => {
    const write = planted(kind, ({ db, now }) =>
      db.insertInto('setting').values({ key: 'x', value: '1', updated_at: now }).execute(),
    );
    await expect(portal.visitor().perform(write, {})).rejects.toMatchObject({ code: '25006' });
  },
);

it.each(['read', 'staged'] as const)('the mapper is not there in an operation that is %s', async (kind) => {
  const write = planted(kind, async ({ em }) => em.flush());
  await expect(portal.visitor().perform(write, {})).rejects.toThrow(
    'the mapper is available only in a transaction',
  );
});

it('a staged operation writes in a transaction of its own', async () => {
  const staged = planted('staged', (work) => work.apart((inside) => inside.row(readOnly())));
  expect(await portal.visitor().perform(staged, {})).toEqual({ setting: 'off' });
});

it.each(operations.map((one) => [one.name, one] as const))(
  '%s may write only if it says so',
  async (_name, { kind }) => {
    const row = await portal.visitor().perform(
      planted(kind, (work) => work.row(readOnly())),
      {},
    );
    expect(row).toEqual({ setting: kind === 'write' ? 'off' : 'on' });
  },
);
