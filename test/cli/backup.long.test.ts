// Takes long: 10,000 people are backed up and restored while the portal works, and both are killed on their way.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { migrations } from '#migrations/index.ts';
import { getMyRequests, saveIdentityDetails } from '#modules/identity/index.ts';
import { usageOf } from '#modules/platform/files/usage.ts';
import {
  dumpSchema,
  openFiles,
  readBackupConfig,
  readPlace,
  restoreBackup,
  SECOND,
} from '#modules/platform/index.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '#test/database.ts';
import { newRingKey } from '#test/factories/key-rings.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { startS3Server } from '../platform/storage/s3-server.ts';

const PEOPLE = 10_000;
const root = join(import.meta.dirname, '../..');
const source = await cloneDatabase();
const target = await emptyDatabase();
await fillDatabase(source.ownerUrl, { people: PEOPLE, now: new Date(), passwordHash: 'none' });
const portal = await testPortal({ database: source });
const { dataFolder } = portal.config;
writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const folder = join(dataFolder, 'backups');
const account = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret-of-test', region: 'us-east-1' };
const bucket = await startS3Server(account);
const environment = {
  BACKUP_KEY: `b1:${newRingKey()}`,
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_ACCESS_KEY_ID: account.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  DATA_FOLDER: dataFolder,
  LOG_LEVEL: 'silent',
};
afterAll(async () => {
  bucket.stop();
  for (const database of [source, target]) await database.drop();
});

interface Run {
  child: ChildProcess;
  /** The exit code, what it printed, and the most memory that it held. */
  ended: Promise<{ code: number | null; printed: string; most: number }>;
}

function start(words: string[], at: TestDatabase): Run {
  const child = spawn(process.execPath, [join(root, 'cli/shield.ts'), ...words], {
    env: { ...process.env, ...environment, DATABASE_URL: at.url, DATABASE_OWNER_URL: at.ownerUrl },
  });
  let printed = '';
  let most = 0;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const watch = setInterval(() => {
    most = Math.max(most, usageOf(child.pid ?? 0)?.resident ?? 0);
  }, 50);
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(watch);
    return { code: code as number | null, printed, most };
  });
  return { child, ended };
}

async function count(url: string, table: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/** People work until it is stopped. @returns how much they did, and the longest that one of it took */
function work() {
  let [isOver, done, longest] = [false, 0, 0];
  const ended = (async () => {
    const person = await newPerson(portal);
    while (!isOver) {
      const begun = performance.now();
      await portal.work('test.save', (each) =>
        saveIdentityDetails(each, person.accountId, {
          ssn: `900-00-${String(done % 10_000).padStart(4, '0')}`,
        }),
      );
      await person.visitor.perform(getMyRequests, {});
      longest = Math.max(longest, performance.now() - begun);
      done += 1;
      await pause(5);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await ended;
      return { done, longest };
    },
  };
}

test('10,000 people are backed up and restored under load, and after a kill of either nothing is half done', async () => {
  const idle = await start(['db', 'status', '--json'], source).ended;
  const working = work();
  const killed = start(['db', 'backup', folder], source);
  await expect
    .poll(() => readdirSync(dataFolder).includes('backups') && readdirSync(folder).length > 0)
    .toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual([]);

  const begun = performance.now();
  const made = await start(['db', 'backup', folder, '--verify', '--json'], source).ended;
  const seconds = (performance.now() - begun) / SECOND;
  expect(made).toMatchObject({ code: 0 });
  const { backup, rows } = JSON.parse(made.printed) as { backup: string; rows: number };
  const { done, longest } = await working.stop();
  expect(done).toBeGreaterThan(20);
  // Rows pass through: what a command needs without any is most of it.
  expect(made.most - idle.most).toBeLessThan(200e6);

  const stopped = start(['db', 'restore', backup, '--yes'], target);
  await expect
    .poll(() => count(target.ownerUrl, 'public.mikro_orm_migrations').catch(() => 0))
    .toBe(migrations.length);
  await pause(1_000);
  stopped.child.kill('SIGKILL');
  await stopped.ended;
  await expect.poll(() => count(target.ownerUrl, 'account')).toBe(0);
  const again = performance.now();
  const restored = await start(['db', 'restore', backup, '--yes'], target).ended;
  expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('Restored') });
  const restoring = (performance.now() - again) / SECOND;
  expect(await count(target.ownerUrl, 'connection')).toBe(await count(source.ownerUrl, 'connection'));
  expect(await dumpSchema(target.ownerUrl)).toBe(await dumpSchema(source.ownerUrl));
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  process.stdout.write(
    `Backup: ${rows} rows in ${seconds.toFixed(1)} s with the check, ${megabytes(statSync(backup).size)} MB, memory ` +
      `${megabytes(made.most)} MB (${megabytes(idle.most)} MB without rows), while ${done} things were done, the longest in ${longest.toFixed(0)} ms; ` +
      `restored in ${restoring.toFixed(1)} s, memory ${megabytes(restored.most)} MB\n`,
  );
});

test('a backup of an older release is restored and then migrated, and one of a newer release is refused', async () => {
  const made = await start(['db', 'backup', 's3://shieldhub/daily', '--json'], source).ended;
  expect(made).toMatchObject({ code: 0 });
  const { backup, files } = JSON.parse(made.printed) as { backup: string; files: number };
  expect(backup).toMatch(/^s3:\/\/shieldhub\/daily\/shieldhub-\d{8}T\d{6}Z\.backup$/);
  expect(files).toBeGreaterThanOrEqual(0);
  const [First] = migrations;
  if (!First) throw new Error('there are no migrations');
  class Later extends First {
    override async up(): Promise<void> {
      this.addSql('create table later_table (id uuid primary key);');
    }
  }
  const config = readBackupConfig(environment);
  const into = await openFiles(config);
  const database = await emptyDatabase();
  try {
    const restore = async (list: typeof migrations) =>
      restoreBackup({
        database,
        migrations: list,
        keys: config.keys,
        stored: await readPlace(config, backup),
        files: into,
      });
    await expect(restore(migrations.slice(0, -1))).rejects.toThrow('which this release does not know');
    await restore([...migrations, Later]);
    expect(await count(database.ownerUrl, 'later_table')).toBe(0);
    expect(await count(database.ownerUrl, 'account')).toBeGreaterThan(PEOPLE);
  } finally {
    await database.drop();
  }
});
