import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrations } from '#migrations/index.ts';
import { grantRights, requireRestrictedRole } from '#modules/platform/database/roles.ts';
import { migrateDatabase, rollbackMigration } from '#modules/platform/database/schema.ts';
import { emptyDatabase } from '#test/database.ts';

const database = await emptyDatabase();
await migrateDatabase(database, migrations);
const open = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};
const [portal, owner] = [await open(database.url), await open(database.ownerUrl)];
afterAll(async () => {
  await portal.end();
  await owner.end();
  await database.drop();
});

/** Append-only tables, and columns of other tables that never change. */
const kept: [table: string, refused: string][] = [
  ['audit_entry', 'UPDATE DELETE'],
  ['ledger_entry', 'UPDATE DELETE'],
  ['application_status_change', 'UPDATE DELETE'],
  ['check_transfer', 'UPDATE DELETE'],
  ['consent_document', 'UPDATE DELETE'],
  ['expiration_change', 'UPDATE DELETE'],
  ['report_purpose', 'UPDATE DELETE'],
  ['alert_rule_saving', 'UPDATE DELETE'],
  ['package_step', 'UPDATE DELETE'],
  ['signing_record', 'DELETE'],
  ['shield_id', 'DELETE'],
  ['monitoring_consent', 'DELETE'],
  ['text_consent', 'DELETE'],
  ['connection_event', 'UPDATE'],
  ['terms_acceptance', 'UPDATE'],
  ['mikro_orm_migrations', 'INSERT UPDATE DELETE'],
  ['graphile_worker.migrations', 'INSERT UPDATE DELETE'],
];

async function rightsTo(table: string, rights: string[]): Promise<string[]> {
  const { rows } = await portal.query<{ may: string }>(
    `select may from unnest($2::text[]) may where has_table_privilege($1, may) order by 1`,
    [table, rights],
  );
  return rows.map(({ may }) => may);
}

describe('the role that the portal works as', () => {
  test.each([
    ['a table of its own', 'create table mine (id int)'],
    ['a temporary one, too', 'create temporary table mine (id int)'],
    ['a function', `create function mine() returns int language sql as 'select 1'`],
    ['a schema', 'create schema mine'],
    ['another column', 'alter table account add column mine int'],
    ['a table gone', 'drop table audit_entry'],
    ['the trigger of the audit log dropped', 'drop trigger audit_entry_append_only on audit_entry'],
    ['the trigger of the audit log disabled', 'alter table audit_entry disable trigger all'],
    ['triggers that do not fire', 'set session_replication_role = replica'],
    ['the function of the trigger replaced', 'alter function refuse_change() rename to refused'],
    ['the audit log changed', `update audit_entry set action = 'nothing'`],
    ['the audit log emptied', 'delete from audit_entry'],
    ['any table emptied at once', 'truncate account cascade'],
    ['a trigger of its own', 'create trigger mine before insert on account execute function refuse_change()'],
    ['the rights of the owner', 'set role shieldhub'],
    ['another role', 'create role mine'],
    ['a migration that did not run', 'delete from mikro_orm_migrations'],
    ['a file of the server', `copy account to '/mine'`],
    ['a signed consent signed anew', 'update signing_record set signed_at = now()'],
  ])('is refused %s', async (_what, statement) => {
    await expect(portal.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(kept)('keeps %s: no %s', async (table, refused) => {
    expect(await rightsTo(table, refused.split(' '))).toEqual([]);
    expect(await rightsTo(table, ['SELECT'])).toEqual(['SELECT']);
  });

  test('reads and writes the rows of every other table', async () => {
    const { rows } = await portal.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'sandbox', 'graphile_worker')`,
    );
    const names = rows.map(({ name }) => name).filter((name) => !kept.some(([table]) => table === name));
    expect(names.length).toBeGreaterThan(40);
    for (const name of names)
      expect(await rightsTo(name, ['SELECT', 'INSERT', 'UPDATE', 'DELETE']), name).toHaveLength(
        name === 'terms_version' ? 3 : 4,
      );
    await portal.query(`select graphile_worker.add_job('test')`);
    expect((await portal.query('select 1 from graphile_worker._private_jobs')).rowCount).toBe(1);
  });

  test('has rights to what a later migration makes, and keeps none of more than it needs', async () => {
    await owner.query('create table later (id int); grant all on audit_entry to shieldhub_portal');
    await portal.query('insert into later values (1)');
    await grantRights(owner, database);
    expect(await rightsTo('later', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])).toHaveLength(4);
    expect(await rightsTo('audit_entry', ['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER'])).toEqual([]);
    await owner.query('drop table later');
  });

  test('still works after a migration was taken back', async () => {
    await rollbackMigration(database, migrations);
    expect((await portal.query('select 1 from mikro_orm_migrations')).rowCount).toBe(migrations.length - 1);
    await migrateDatabase(database, migrations);
  });

  test('every trigger that its rights are read from refuses in each case', async () => {
    const { rows } = await owner.query<{ source: string }>(
      `select distinct prosrc as source from pg_proc where proname like '%refuse%change'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { source } of rows) expect(source).toMatch(/^\s*begin\s+raise exception [^;]+;\s+end\s*$/);
  });
});

describe('production', () => {
  test('works as the role that owns nothing, and as no other', async () => {
    await requireRestrictedRole(database.url);
    for (const url of [
      database.ownerUrl,
      database.ownerUrl.replaceAll('shieldhub:shieldhub', 'postgres:postgres'),
    ])
      await expect(requireRestrictedRole(url)).rejects.toMatchObject({ exitCode: 78 });
  });

  test('works as no role that may become the owner', async () => {
    const admin = await open(database.ownerUrl.replaceAll('shieldhub:shieldhub', 'postgres:postgres'));
    await admin.query(`begin; create role shieldhub_climber login password 'x' in role shieldhub; commit`);
    try {
      const url = database.url.replace('shieldhub_portal:shieldhub_portal', 'shieldhub_climber:x');
      await expect(requireRestrictedRole(url)).rejects.toMatchObject({ exitCode: 78 });
    } finally {
      await admin.query('drop role shieldhub_climber');
      await admin.end();
    }
  });
});

test('a role that the database does not have is named when it is migrated', async () => {
  const url = database.url.replace('shieldhub_portal:', 'nobody:');
  await expect(migrateDatabase({ ...database, url }, migrations)).rejects.toMatchObject({
    message: expect.stringContaining('the database has no role "nobody"'),
    exitCode: 78,
  });
});
