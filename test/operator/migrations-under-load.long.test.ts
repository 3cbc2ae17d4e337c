// Takes long: it starts a portal on a database of 10,000 people, and migrates it down and up under load.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { fillDatabase } from '#cli/fill/index.ts';
import { migrations } from '#migrations/index.ts';
import { planOf } from '#modules/platform/database/migration-plan.ts';
import {
  type MigrationClass,
  migrateDatabase,
  rollbackMigration,
} from '#modules/platform/database/schema.ts';
import { dumpSchema, exitCodes, StartError } from '#modules/platform/index.ts';
import { setUpSite, startMachine } from './machines.ts';
import { PlainBrowser } from './plain-browser.ts';
import { register } from './registering.ts';
import { openSite, origin } from './site.ts';
import { steadyLoad } from './steady-load.ts';

/**
 * What may go down while the portal works is what its code does not use. That is so for the migrations of the next
 * release, whose code was taken back, and for those of this release that take nothing from its code on their way down.
 */

const PEOPLE = 10_000;
const ROUNDS = 3;
/** How often an operator runs a migration again that gave up. */
const PATIENCE = 5;
const [First] = migrations;
if (!First) throw new Error('there are no migrations');

/** Each kind of statement that expands, on the tables that the load uses most. */
class Migration900NextColumns extends First {
  override async up(): Promise<void> {
    this.addSql(`
      alter table account add column next_note text, add column next_flag boolean not null default false;
      alter table connection add column next_at timestamptz;`);
  }
  override async down(): Promise<void> {
    this.addSql(`
      alter table connection drop column next_at;
      alter table account drop column next_note, drop column next_flag;`);
  }
}
class Migration901NextTable extends First {
  override async up(): Promise<void> {
    this.addSql(`
      create table next_thing (
        id uuid constraint next_thing_pkey primary key,
        account_id uuid not null constraint next_thing_account_id_fk references account (id)
      );
      create index next_thing_account_id_idx on next_thing (account_id);`);
  }
  override async down(): Promise<void> {
    this.addSql('drop table next_thing;');
  }
}
class Migration902NextRules extends First {
  override async up(): Promise<void> {
    this.addSql(`
      create index connection_next_at_idx on connection (next_at) where next_at is not null;
      alter table account add constraint account_next_note_check check (length(next_note) < 100) not valid;`);
  }
  override async down(): Promise<void> {
    this.addSql(`
      alter table account drop constraint account_next_note_check;
      drop index connection_next_at_idx;`);
  }
}
const nextRelease: readonly MigrationClass[] = [
  Migration900NextColumns,
  Migration901NextTable,
  Migration902NextRules,
];

/** The newest migrations of this release whose way down takes nothing from its code. */
async function findUndoable(): Promise<MigrationClass[]> {
  const found: MigrationClass[] = [];
  for (const migration of migrations.toReversed()) {
    const down = class extends migration {
      override async up(): Promise<void> {
        await super.down();
      }
    };
    if ((await planOf(down)).kind === 'contract') break;
    found.push(migration);
  }
  return found;
}

/** Looks for the longest that somebody waits for a lock, until it is ended. */
async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let [isOver, longest] = [false, 0];
  const ended = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ waited: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float * 1000 as waited
         from pg_locks where not granted and locktype <> 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      longest = Math.max(longest, rows[0]?.waited ?? 0);
      await pause(20);
    }
    await client.end();
  })();
  return {
    async end() {
      isOver = true;
      await ended;
      return longest;
    },
  };
}

/** Runs it again if a table was in use, as its message says, but not for ever. @returns how often it gave up */
async function insist(run: () => Promise<unknown>): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    try {
      await run();
      return tries;
    } catch (error) {
      const inUse = error instanceof StartError && error.exitCode === exitCodes.inUse;
      if (!inUse || tries === PATIENCE) throw error;
    }
  }
}

test('the newest migrations go down and up again under load: the same schema, and no page or call fails', async () => {
  const site = await openSite();
  const database = { url: site.environment.DATABASE_URL ?? '', ownerUrl: site.ownerUrl };
  await setUpSite(site, 'Northgate');
  // The people replace the admin whom the setup made.
  await site.pool.query('delete from verification_code');
  await fillDatabase(database.ownerUrl, { people: PEOPLE, now: new Date(), passwordHash: 'none' });
  const web = await startMachine('web', { ...site.environment, LOG_LEVEL: 'error' });
  await startMachine('worker', { ...site.environment, LOG_LEVEL: 'error' });
  const visitor = () => new PlainBrowser(web.port, origin, '203.0.113.7');
  const people: PlainBrowser[] = [];
  for (const name of ['ada', 'ben', 'cleo']) {
    const browser = visitor();
    await register(browser, site.mailbox, `${name}@example.com`);
    people.push(browser);
  }
  const schema = await dumpSchema(database.ownerUrl);
  const undoable = await findUndoable();
  const all = [...migrations, ...nextRelease];

  const running = steadyLoad(people, [visitor(), visitor()]);
  onTestFinished(async () => void (await running.end()));
  const locks = await watchLocks(database.ownerUrl);
  onTestFinished(async () => void (await locks.end()));
  let [steps, gaveUp, slowest] = [0, 0, 0];
  const step = async (run: () => Promise<unknown>) => {
    await running.more(5);
    const begun = performance.now();
    gaveUp += await insist(run);
    slowest = Math.max(slowest, performance.now() - begun);
    steps += 1;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await step(() => migrateDatabase(database, all));
    const widened = await dumpSchema(database.ownerUrl);
    expect(widened).toContain('create table next_thing (');
    for (const _ of nextRelease) await step(() => rollbackMigration(database, all));
    expect(await dumpSchema(database.ownerUrl), 'the next release is undone').toBe(schema);
    for (const _ of undoable) await step(() => rollbackMigration(database, migrations));
    await step(() => migrateDatabase(database, migrations));
    expect(await dumpSchema(database.ownerUrl), 'up again').toBe(schema);
  }
  const waited = await locks.end();
  const { reads, writes, failedReads, failedWrites, stale } = await running.end();
  process.stdout.write(
    `Migrations down and up under load: ${steps} steps (${undoable.length} of this release and ${nextRelease.length} of the next, ${ROUNDS} rounds), slowest ${slowest.toFixed(0)} ms, gave up ${gaveUp} times; ${reads} pages and ${writes} calls, none failed; longest wait for a lock ${waited.toFixed(0)} ms\n`,
  );
  expect({ failedReads, failedWrites, stale }).toEqual({ failedReads: [], failedWrites: [], stale: 0 });
});
