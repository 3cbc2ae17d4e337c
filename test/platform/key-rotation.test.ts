// Takes long: rows in every encrypted column are rotated twice, in the batches of the command.
import { expect, test } from 'vitest';
import { askSupport } from '#modules/enterprise/index.ts';
import {
  declaredFileColumns,
  declaredSealedColumns,
  type KeyRing,
  keepSealed,
  readSealed,
  requireKeys,
  rotateKeys,
} from '#modules/platform/index.ts';
import { readEveryRow } from '#test/checks/read-every-row.ts';
import {
  fillEverySealedColumn,
  readSealedValue,
  type SealedValue,
} from '#test/factories/every-sealed-value.ts';
import { newRingKey, portalWith, ringOf } from '#test/factories/key-rings.ts';
import { testPortal } from '#test/portal.ts';
import { runAsOwner } from '#test/sql.ts';

const portal = await testPortal();
const { active: formerId, keys: former } = portal.config.keyRing;
const later = { second: newRingKey() };
const both = ringOf(portal, 'second', { ...later, ...former });
const alone = ringOf(portal, 'second', later);
const starts = (keys: KeyRing, at = portal) => requireKeys(portalWith(at, keys));

const where = ({ table, column, id }: SealedValue) => `${table}.${column} ${id}`;
const unopenedOf = (columns: Awaited<ReturnType<typeof rotateKeys>>['columns']) =>
  columns
    .flatMap(({ table, column, unopened }) => unopened.map(({ id }) => `${table}.${column} ${id}`))
    .sort();

const filled = await fillEverySealedColumn(portal, { count: 3 });
/** The third row of each table is damaged: its values come from another place, and its files are not encrypted. */
const isDamaged = ({ plain }: SealedValue) => /^\w+ 3 /.test(plain);
const damaged = [...filled.values, ...filled.files].filter(isDamaged);
for (const { table, column, id } of filled.values.filter(isDamaged)) {
  const { statements } =
    declaredSealedColumns.find((each) => each.table === table && each.column === column) ?? {};
  const elsewhere = portal.keys.encrypt('from elsewhere', 'elsewhere');
  await portal.work('test.damage', async (work) => {
    if (statements) await work.rows(statements.change(id, elsewhere));
  });
}
for (const { key } of filled.files.filter(isDamaged))
  await portal.storage.put(key, Buffer.from('not encrypted'), { contentType: 'application/octet-stream' });

test('every encrypted column and every column of files has rows', () => {
  const columns = (of: readonly { table: string; column: string }[]) =>
    [...new Set(of.map(({ table, column }) => `${table}.${column}`))].sort();
  expect(columns(filled.values)).toEqual(columns(declaredSealedColumns));
  expect(columns(filled.files)).toEqual(columns(declaredFileColumns));
});

test('a rotation encrypts everything again but what it cannot open, which it names, and forgets a key that nothing uses', async () => {
  const stop = new AbortController();
  const stopping = portalWith(portal, both, () => stop.abort());
  await expect(rotateKeys(stopping, stop.signal)).rejects.toThrow();

  const { columns, behind } = await rotateKeys(portalWith(portal, both));
  expect(unopenedOf(columns)).toEqual(damaged.map(where).sort());
  expect(columns.map(({ changed }) => changed)).toEqual(columns.map(() => 2));
  expect(behind).toBe(0);
  for (const value of filled.values) {
    expect(await readSealedValue(portal, alone, value), where(value)).toEqual(
      isDamaged(value) ? { kept: expect.stringMatching(`^v1\\.${formerId}\\.`) } : { opened: value.plain },
    );
  }
  for (const { key, plain } of filled.files.filter((file) => !isDamaged(file)))
    expect((await readSealed({ keys: alone, storage: portal.storage }, key)).toString()).toBe(plain);

  const left = filled.values.filter(isDamaged).length;
  await expect(starts(alone)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      `^KEY_RING: ${left} stored values are encrypted with the key '${formerId}', which is missing\\.`,
    ),
  });
  const other = ringOf(portal, formerId, { [formerId]: newRingKey(), ...later });
  await expect(starts(other)).rejects.toThrow(
    `KEY_RING: ${left} stored values are encrypted with another key '${formerId}' than this one`,
  );
  await expect(starts(both)).resolves.toBeUndefined();

  for (const { table } of declaredSealedColumns) {
    await runAsOwner(
      portal,
      `alter table ${table} disable trigger user; delete from ${table} sealed where sealed::text like '%v1.${formerId}.%';
       alter table ${table} enable trigger user`,
    );
  }
  const [file] = filled.files;
  await keepSealed(portal, file?.key ?? '', Buffer.from(file?.plain ?? ''));
  await expect(starts(alone)).rejects.toThrow(
    `KEY_RING: 1 stored file is encrypted with the key '${formerId}', which is missing`,
  );

  for (const { key } of filled.files.filter(isDamaged)) await portal.storage.delete(key);
  const repaired = await rotateKeys(portalWith(portal, both));
  expect(unopenedOf(repaired.columns)).toEqual([]);
  expect(repaired.columns.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
  await expect(starts(alone)).resolves.toBeUndefined();
  // Nor does a column use the former key that nobody has declared.
  const rows = await readEveryRow(portal.pool);
  expect(rows.filter(({ row }) => row.includes(`v1.${formerId}.`))).toEqual([]);
});

test('what a process that still has the former key first writes meanwhile is counted', async () => {
  const late = await testPortal();
  const write = () =>
    late.visitor().perform(askSupport, {
      name: 'Nina Novak',
      emailaddress: 'nina@example.com',
      message: 'How do I log in?',
    });
  let written: Promise<unknown> | undefined;
  const { behind } = await rotateKeys(
    portalWith(late, both, async () => {
      const { rows } = await late.pool.query(`select from sweep_run where name like '%verification_run%'`);
      if (rows.length > 0) written ??= write();
      await written;
    }),
  );
  expect(behind).toBe(1);
  await expect(starts(alone, late)).rejects.toThrow(`1 stored value is encrypted with the key '${formerId}'`);
});
