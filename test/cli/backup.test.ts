// Takes long: a portal is copied, restored into an empty database by the migrations, and started again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { liftLegalHold, setLegalHold } from '#modules/admin/index.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { DAY, type DatabaseAddress, dumpSchema } from '#modules/platform/index.ts';
import { emptyDatabase, type TestDatabase } from '#test/database.ts';
import { newRingKey } from '#test/factories/key-rings.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { freePort } from '#test/free-port.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const BACKUP_KEY = `b1:${newRingKey()}`;
const portal = await testPortal();
const { dataFolder } = portal.config;
writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const folder = join(dataFolder, 'backups');

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function newDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

const command = async (
  words: string[],
  at: DatabaseAddress = { url: portal.databaseUrl, ownerUrl: portal.ownerUrl },
  key = BACKUP_KEY,
) =>
  shield(words, {
    DATABASE_URL: at.url,
    DATABASE_OWNER_URL: at.ownerUrl,
    DATA_FOLDER: dataFolder,
    SHIELD_OPERATOR: 'Ada Minton',
    PORT: String(await freePort()),
    ...(key ? { BACKUP_KEY: key } : {}),
  });

async function makeOne(...words: string[]): Promise<{ file: string; out: string }> {
  const { code, out, err } = await command(['db', 'backup', folder, ...words]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { file: out.split(':')[0] ?? '', out };
}

async function ask<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

test('a backup is restored whole: rows, schema, jobs and files; who was erased since is erased again', async () => {
  const kept = await newScoredPerson(portal);
  const leaving = await newPerson(portal);
  await portal.storage.put('logos/one.png', Buffer.from('a logo'), { contentType: 'image/png' });
  await leaving.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  const staff = await newStaff(portal);
  const held = await newPerson(portal);
  await held.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  const { holdid } = await staff.visitor.perform(setLegalHold, {
    userid: held.accountId,
    reason: 'A subpoena of the county court',
  });
  const { file, out } = await makeOne('--verify');
  await staff.visitor.perform(liftLegalHold, { holdid, reason: 'The case was dismissed' });
  expect(out).toMatch(
    /: \d[\d,]* rows of \d+ tables and \d+ files?, as of 20.*Z\.\nIt was read back and matches/,
  );
  portal.clock.advance(31 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  await portal.storage.delete('logos/one.png');

  const database = await newDatabase();
  const restored = await command(['db', 'restore', file, '--yes'], database);
  expect(restored).toMatchObject({
    code: 0,
    err: '1 person on a legal hold stayed. Lift the hold in the console when it has ended, and run: npm run shield -- db erase-again',
  });
  expect(restored.out).toMatch(/^Restored \d[\d,]* rows of \d+ tables/);
  expect(restored.out).toContain('The list of erasures names 2 people; erased 1 person again.');
  expect(
    await ask(
      database.url,
      "select operator, detail from audit_entry where action = 'admin.backup-restored'",
    ),
  ).toMatchObject([{ operator: 'Ada Minton', detail: { rows: expect.any(Number) } }]);
  expect(await dumpSchema(database.ownerUrl)).toBe(await dumpSchema(portal.ownerUrl));
  const [triggers, were] = await Promise.all(
    [database.ownerUrl, portal.ownerUrl].map((url) =>
      ask(
        url,
        'select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
      ),
    ),
  );
  expect(triggers).toEqual(were);
  const { body } = await portal.storage.get('logos/one.png');
  expect(String(await body.toArray())).toBe('a logo');

  const again = await testPortal({
    database,
    environment: { DATA_FOLDER: dataFolder },
    now: portal.clock.now(),
  });
  await signIn(again, kept);
  const [gone] = await ask(database.url, 'select active, emailaddress from account where id = $1', [
    leaving.accountId,
  ]);
  expect(gone).toMatchObject({ active: false });
  expect(gone?.emailaddress).not.toBe(leaving.emailaddress);
  // The hold of the backup keeps the person, who was erased after it had been lifted, until it is lifted here.
  await signIn(again, held);
  const clerk = await signIn(again, staff);
  await clerk.perform(liftLegalHold, { holdid, reason: 'The case was dismissed' });
  expect(await command(['db', 'erase-again', '--yes'], database)).toMatchObject({
    code: 0,
    err: '',
    out: 'The list of erasures names 2 people; erased 1 person again.',
  });
  await expect(
    ask(
      database.ownerUrl,
      "update audit_entry set action = 'x' where id in (select id from audit_entry limit 1)",
    ),
  ).rejects.toThrow();
  await again.runJobs();
});

test('a restore of what is altered, cut off or sealed with another key names it, and leaves no row', async () => {
  await newPerson(portal);
  const { file } = await makeOne();
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  const broken = (name: string, content: Buffer) => {
    const path = join(folder, `${name}.backup`);
    writeFileSync(path, content);
    return path;
  };
  const altered = broken('altered', bytes);
  const cut = broken('cut', readFileSync(file).subarray(0, middle));
  const database = await newDatabase();
  for (const [source, key, words] of [
    [altered, BACKUP_KEY, 'was altered or cut off'],
    [cut, BACKUP_KEY, 'was altered or cut off'],
    [file, `b2:${newRingKey()}`, "BACKUP_KEY lacks the key 'b1'"],
    [broken('other', Buffer.from('something else')), BACKUP_KEY, 'This is not a backup of a portal'],
  ] as const) {
    const checked = await command(['db', 'backup', source, '--verify'], undefined, key);
    expect(checked, source).toMatchObject({ out: '', err: expect.stringContaining(words) });
    expect(checked.code).toBe(65);
    const restored = await command(['db', 'restore', source, '--yes'], database, key);
    expect(restored, source).toMatchObject({ out: '', err: expect.stringContaining(words) });
  }
  const [{ there } = { there: null }] = await ask<{ there: string | null }>(
    database.ownerUrl,
    "select to_regclass('account')::text as there",
  );
  if (there) expect(await ask(database.ownerUrl, 'select id from account')).toEqual([]);
  expect(await command(['db', 'restore', file, '--yes'], database)).toMatchObject({ code: 0 });
});

test('a restore refuses a database with accounts, a missing file and a missing key', async () => {
  await newPerson(portal);
  const { file } = await makeOne('--no-files');
  expect(await command(['db', 'restore', file, '--yes'])).toMatchObject({
    code: 1,
    err: 'The database is not empty. Restore into a new one.',
  });
  expect(
    await command(['db', 'restore', join(folder, 'none.backup'), '--yes'], await newDatabase()),
  ).toMatchObject({
    code: 66,
  });
  expect(await command(['db', 'backup', file])).toMatchObject({ code: 64 });
  expect(await command(['db', 'backup', folder], undefined, '')).toMatchObject({
    code: 78,
    err: expect.stringContaining('BACKUP_KEY: is required for backups'),
  });
  const names = readdirSync(folder).filter((name) => !name.endsWith('.backup'));
  expect(names).toEqual([]);
});
