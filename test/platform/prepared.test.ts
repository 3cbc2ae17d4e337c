import { describe, expect, it } from 'vitest';
import { column, sql, statement } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const asked = statement({
  name: 'test.prepared',
  prepared: true,
  row: { n: column.integer },
  sql: (n: number) => sql`select ${n}::int + 1 as n`,
});
const usual = statement({
  name: 'test.not-prepared',
  row: { n: column.integer },
  sql: (n: number) => sql`select ${n}::int + 2 as n`,
});
const kept = statement({
  name: 'test.kept',
  row: { statement: column.text },
  sql: () => sql`select statement from pg_prepared_statements where statement like 'select $1::int + %'`,
});

describe('a prepared statement', () => {
  it('is kept by its connection, and answers for each value', async () => {
    const { first, second, statements } = await portal.work('test.prepare', async (work) => ({
      first: await work.row(asked(1)),
      second: await work.row(asked(41)),
      third: [await work.row(usual(1)), await work.row(usual(2)), await work.row(usual(3))],
      statements: await work.rows(kept()),
    }));
    expect([first, second]).toEqual([{ n: 2 }, { n: 42 }]);
    expect(statements).toEqual([{ statement: 'select $1::int + 1 as n' }]);
  });

  it('is also any other query of the builder from its second time on, unless it reads all columns of a table', async () => {
    const statements = await portal.work('test.prepare-again', async ({ db }) => {
      const setting = (key: string) => db.selectFrom('setting').where('key', '=', key);
      const prepared = async () => {
        const { rows } = await sql<{ statement: string }>`
          select statement from pg_prepared_statements where statement like ${'%from "setting" where "key" = $1%'}`.execute(
          db,
        );
        return rows.map((row) => row.statement);
      };
      await setting('one').select('updated_at').execute();
      await setting('one').selectAll().execute();
      const afterOne = await prepared();
      await setting('two').select('updated_at').execute();
      await setting('two').selectAll().execute();
      return { afterOne, afterTwo: await prepared() };
    });
    expect(statements).toEqual({
      afterOne: [],
      afterTwo: ['select "updated_at" from "setting" where "key" = $1'],
    });
  });

  it('is kept on the connections for reading too', async () => {
    const { rows } = await asked(1).execute(portal.readingDb);
    expect(rows).toEqual([{ n: 2 }]);
  });
});
