// Takes long: thousands of rows are encrypted again while others are written.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { saveIdentityDetails } from '#modules/identity/index.ts';
import { makeShareLink } from '#modules/network/index.ts';
import {
  declaredFileColumns,
  declaredSealedColumns,
  readSealed,
  requireKeys,
  rotateKeys,
  SECOND,
  StoredFileMissing,
  sql,
} from '#modules/platform/index.ts';
import {
  fillEverySealedColumn,
  readSealedValue,
  type SealedValue,
} from '#test/factories/every-sealed-value.ts';
import { newRingKey, portalWith, ringOf } from '#test/factories/key-rings.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { giveSession } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/**
 * A rotation over every encrypted column and file while rows change, files are deleted and people work, stopped three
 * times on its way. RACE_ROUNDS makes it larger, as in `npm run test:long`.
 */

const count = Math.min(1_500, 30 * Number(process.env.RACE_ROUNDS ?? 5));
const [former, later] = [newRingKey(), newRingKey()];
const old = await testPortal({ environment: { KEY_RING: `former:${former}` } });
const filled = await fillEverySealedColumn(old, { count });
const person = await newScoredPerson(old);
// As after the restart: the new key encrypts.
const portal = await testPortal({
  database: { url: old.databaseUrl, ownerUrl: old.ownerUrl },
  environment: { DATA_FOLDER: old.config.dataFolder, KEY_RING: `later:${later},former:${former}` },
  now: old.clock.now(),
});
const visitor = portal.visitor();
await giveSession(visitor, person.emailaddress);
const alone = ringOf(portal, 'later', { later });
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const statementsOf = ({ table, column }: SealedValue) => {
  const found = declaredSealedColumns.find((each) => each.table === table && each.column === column);
  if (!found) throw new Error(`no such column: ${table}.${column}`);
  return found;
};

let changes = 0;
/** Writes another text into a row, as an operation does. */
async function changeRow(): Promise<void> {
  const value = pick(filled.values);
  const { statements, place } = statementsOf(value);
  const plain = `changed ${changes} times`;
  await portal.work('test.change', async (work) => {
    await work.rows(statements.lock([value.id]));
    await work.rows(statements.change(value.id, portal.keys.encrypt(plain, place(value.id))));
    value.plain = plain;
  });
  changes += 1;
}

const erased = new Set<string>();
/** Erases a file as an operation does: the row no longer names it, and then the file is deleted. */
async function eraseFile(): Promise<void> {
  const file = pick(filled.files);
  const table = sql.table(file.table);
  await portal.work('test.erase', async ({ db }) => {
    await sql`delete from ${table} where id = ${file.id}`.execute(db);
  });
  for (const { id, key, table: of } of filled.files) {
    if (of !== file.table || id !== file.id) continue;
    await portal.storage.delete(key);
    erased.add(key);
  }
}

let made = 0;
/** Somebody uses the portal: a link that is made and read, and a number that is saved. */
async function usePortal(): Promise<void> {
  await portal.work('test.save', (work) =>
    saveIdentityDetails(work, person.accountId, { ssn: `900-00-${String(made % 10_000).padStart(4, '0')}` }),
  );
  if (made < 20) await visitor.perform(makeShareLink, { label: `Gate ${made}`, days: '14' });
  made += 1;
}

test('a rotation among writes, which is stopped three times, leaves every value and file under the new key', async () => {
  let done = false;
  const until = async (act: () => Promise<void>) => {
    while (!done) {
      await act();
      await pause(5);
    }
  };
  const started = performance.now();
  const writing = Promise.all([
    until(changeRow),
    until(changeRow),
    until(async () => {
      if (erased.size < filled.files.length / 5) await eraseFile();
      else await changeRow();
    }),
    until(usePortal),
  ]);
  writing.catch(() => undefined);
  const rotating = async (stopAfter: number) => {
    const stop = new AbortController();
    let batches = 0;
    return rotateKeys(
      portalWith(portal, portal.keys, () => {
        batches += 1;
        if (batches > stopAfter) stop.abort();
      }),
      stop.signal,
    );
  };
  try {
    for (const batches of [10, 40, 80]) await expect(rotating(batches)).rejects.toThrow(/abort/i);
    const { columns, behind } = await rotating(Number.POSITIVE_INFINITY);
    expect(columns.filter(({ unopened }) => unopened.length > 0)).toEqual([]);
    expect(columns).toHaveLength(declaredSealedColumns.length + declaredFileColumns.length);
    expect(behind).toBe(0);
  } finally {
    done = true;
    await writing;
  }
  const seconds = (performance.now() - started) / SECOND;

  await expect(requireKeys(portalWith(portal, alone))).resolves.toBeUndefined();
  const erasedRows = new Set(
    filled.files.filter(({ key }) => erased.has(key)).map(({ table, id }) => `${table} ${id}`),
  );
  const kept = filled.values.filter(({ table, id }) => !erasedRows.has(`${table} ${id}`));
  for (const value of kept)
    expect(await readSealedValue(portal, alone, value)).toEqual({ opened: value.plain });
  for (const { key, plain } of filled.files) {
    const read = readSealed({ keys: alone, storage: portal.storage }, key);
    if (erased.has(key)) await expect(read).rejects.toThrow(StoredFileMissing);
    else expect((await read).toString()).toBe(plain);
  }
  process.stdout.write(
    `Key rotation: ${kept.length} values and ${filled.files.length} files in ${seconds.toFixed(1)} s, ` +
      `while ${changes} rows changed, ${erased.size} files were erased and somebody did ${made} things\n`,
  );
});
