import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrations } from '#migrations/index.ts';
import { planOf } from '#modules/platform/database/migration-plan.ts';
import { listMigrations, migrateDatabase } from '#modules/platform/database/schema.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { cloneDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { shield } from '../cli/terminal.ts';

/**
 * Migrations after number 220 that take something from the release before, each with the release that no longer uses it.
 * A new one belongs into a release of its own, after the one that stopped to use the column, table or function.
 */
const contracts: Readonly<Record<string, string>> = {
  Migration233LegalTexts: 'the first release, before which nothing runs that reads these columns',
  Migration245Spellings: 'none: migration 242, which made the function, came after the last release',
};
const FIRST_CHECKED = 221;

const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
const plans = await Promise.all(migrations.map(planOf));
const database = await cloneDatabase();
afterAll(() => database.drop());

const [First] = migrations;
if (!First) throw new Error('there are no migrations');
class Migration900Column extends First {
  override async up(): Promise<void> {
    this.addSql('alter table account add column planted text');
  }
}

test('a migration that takes something away is listed with the release that no longer uses it', () => {
  const found = plans.filter(({ name, kind }) => kind === 'contract' && numberOf(name) >= FIRST_CHECKED);
  expect(found.map(({ name }) => name)).toEqual(Object.keys(contracts));
});

test.each([
  ['alter table a drop column b', 'drops a column'],
  ['alter table a rename column b to c', 'renames'],
  ['alter table a alter column b type bigint', 'changes the type of a column'],
  ['alter table a alter b set not null', 'makes a column required'],
  ['drop table a', 'drops a table'],
  ['drop function f(text)', 'drops a function'],
  ['alter table a add column b text; create index on a (b)', null],
  ["comment on table a is 'drop column b'; create function f() as $$ drop table b $$", null],
])('%s: %s', async (statement, why) => {
  class Planted extends Migration900Column {
    override async up(): Promise<void> {
      this.addSql(statement);
    }
  }
  const { kind, contracts: found } = await planOf(Planted);
  expect({ kind, found }).toEqual({ kind: why ? 'contract' : 'expand', found: why ? [why] : [] });
});

const untilWaitedFor = (client: pg.Client, table: string) =>
  eventually(async () => {
    const { rows } = await client.query(
      'select 1 from pg_locks where not granted and relation = $1::regclass',
      [table],
    );
    expect(rows).toHaveLength(1);
  });

test('a migration that waits for a table gives up after two seconds and changes nothing', async () => {
  const list = [...migrations, Migration900Column];
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; select 1 from account limit 1');
  await expect(migrateDatabase(database, list)).rejects.toMatchObject({
    exitCode: exitCodes.inUse,
    message: expect.stringContaining('The migration has changed nothing'),
  });
  expect((await listMigrations(database.ownerUrl, list)).at(-1)).toMatchObject({ executedAt: null });
  await holder.query('rollback');
  await holder.end();
  expect(await migrateDatabase(database, list)).toEqual(['Migration900Column']);
});

test('a migration that a request waits for, and that waits for the request, gives up instead of the request', async () => {
  class Migration901Two extends Migration900Column {
    override async up(): Promise<void> {
      this.addSql('alter table account add column planted_too text');
      this.addSql('alter table connection add column planted_too text');
    }
  }
  const other = await cloneDatabase();
  onTestFinished(() => other.drop());
  const request = new pg.Client({ connectionString: other.url });
  await request.connect();
  await request.query('begin; select 1 from connection limit 1');
  const migrating = expect(migrateDatabase(other, [...migrations, Migration901Two])).rejects.toMatchObject({
    exitCode: exitCodes.inUse,
  });
  await untilWaitedFor(request, 'connection');
  await request.query('select 1 from account limit 1; commit');
  await migrating;
  await request.end();
});

test('a migration holds no table of the one before it, which is done even if this one gives up', async () => {
  class Migration901Account extends Migration900Column {
    override async up(): Promise<void> {
      this.addSql('alter table account add column planted_before text');
    }
  }
  class Migration902Connection extends Migration900Column {
    override async up(): Promise<void> {
      this.addSql('alter table connection add column planted_after text');
    }
  }
  const other = await cloneDatabase();
  onTestFinished(() => other.drop());
  const list = [...migrations, Migration901Account, Migration902Connection];
  const request = new pg.Client({ connectionString: other.url });
  await request.connect();
  await request.query('begin; select 1 from connection limit 1');
  const migrating = expect(migrateDatabase(other, list)).rejects.toMatchObject({ exitCode: exitCodes.inUse });
  await untilWaitedFor(request, 'connection');
  // Were the account still locked, the two would wait for each other.
  await request.query('select planted_before from account limit 1');
  await migrating;
  await request.query('rollback');
  await request.end();
  expect(await migrateDatabase(other, list)).toEqual(['Migration902Connection']);
});

test('shield db migrate --plan lists what would run and runs nothing', async () => {
  const other = await cloneDatabase();
  onTestFinished(() => other.drop());
  const environment = { DATABASE_URL: other.url, DATABASE_OWNER_URL: other.ownerUrl };
  expect(await shield(['db', 'migrate', '--plan'], environment)).toEqual({
    code: 0,
    out: 'The database is up to date.',
    err: '',
  });
  const client = new pg.Client({ connectionString: other.ownerUrl });
  await client.connect();
  await client.query(
    "delete from mikro_orm_migrations where name in ('Migration220SentMails', 'Migration197MailedInvitations')",
  );
  await client.end();
  const { code, out, err } = await shield(['db', 'migrate', '--plan'], environment);
  expect(code).toBe(0);
  expect(out).toMatch(/^Migration220SentMails +expand +\d+$/m);
  expect(out).toMatch(/^Migration197MailedInvitations +contract +\d+ +drops a column$/m);
  expect(err).toContain('must run after every process is of this release');
});
