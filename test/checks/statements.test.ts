import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { column, declaredStatements, sql, statement } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { describeStatement, findRowProblems, findShapeProblems } from '#test/statements.ts';

/** Compares every statement of the modules with how PostgreSQL describes it for the migrated schema. */

const portal = await testPortal();
const client = new pg.Client({ connectionString: portal.databaseUrl });
await client.connect();
afterAll(() => client.end());

/** The statements of the modules, without those that tests declare. */
const statements = declaredStatements.filter(({ name }) => !/^(grid\.)?test\b/.test(name));

const textOf = (query: { textFor(db: typeof portal.db): string }) => query.textFor(portal.db);

describe('declared statements', () => {
  it('are all loaded, each under a name of its own', () => {
    expect(handlers.length).toBeGreaterThan(0);
    const names = statements.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(statements.map((declared) => [declared.name, declared] as const))(
    '%s answers the columns that it declares',
    async (_name, declared) => {
      for (const form of declared.forms()) {
        const described = await describeStatement(client, textOf(form));
        expect(findShapeProblems(declared.row, described)).toEqual([]);
      }
    },
  );
});

describe('what the comparison sees', () => {
  const shape = { id: column.uuid, count: column.count, at: column.instant.nullable() };
  const planted = (fragment: ReturnType<typeof sql>) => {
    const query = statement({ name: 'test.planted', row: shape, sql: () => fragment });
    return describeStatement(client, textOf(query()));
  };

  it('a column of another type', async () => {
    const described = await planted(sql`select id, 1 as count, registered_at as at from account`);
    expect(findShapeProblems(shape, described)).toEqual(['count is int4, declared as int8']);
  });

  it('a column that is missing, and one too many', async () => {
    const described = await planted(sql`select id, 1::bigint as count, registered_at from account`);
    expect(findShapeProblems(shape, described)).toEqual([
      'at is declared and not answered',
      'registered_at is answered and not declared',
    ]);
  });

  it('a statement that PostgreSQL cannot prepare', async () => {
    await expect(planted(sql`select nothing from account`)).rejects.toThrow(
      'column "nothing" does not exist',
    );
  });

  it('a null where none was declared, in any row that a test reads', async () => {
    const query = statement({
      name: 'test.null',
      row: { at: column.instant },
      sql: () => sql`select null::timestamptz as at`,
    });
    await expect(query().execute(portal.db)).rejects.toThrow(
      'test.null answered other rows than it declares',
    );
    expect(findRowProblems(shape, { id: 'x', count: '1', at: null })).toEqual([
      'id is string x',
      'count is string 1',
    ]);
  });
});
