import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseClient } from '#modules/platform/database/client.ts';
import { PreparedTexts } from '#modules/platform/database/prepared-texts.ts';
import { anyOf, column, sql, statement } from '#modules/platform/index.ts';
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
const listed = statement({
  name: 'test.listed',
  prepared: true,
  row: { id: column.uuid },
  sql: (ids: readonly string[]) => sql`select id from test_listed where id = ${anyOf(ids)}`,
});
const planned = statement({
  name: 'test.planned',
  row: { custom_plans: column.integer, generic_plans: column.integer },
  sql: () => sql`
    select custom_plans::int, generic_plans::int from pg_prepared_statements where statement like '%from test_listed%'
      and statement not like '%pg_prepared_statements%'`,
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

  it('is planned once for all short lists, after its first executions', async () => {
    const { found, plans } = await portal.work('test.plan', async (work) => {
      // As a portal has it; the database of the tests takes the plan for all values at once.
      await sql`set local plan_cache_mode = auto`.execute(work.db);
      await sql`create temporary table test_listed on commit drop as
        select gen_random_uuid() as id from generate_series(1, 20000)`.execute(work.db);
      await sql`create unique index on test_listed (id)`.execute(work.db);
      await sql`analyze test_listed`.execute(work.db);
      const { rows } = await sql<{ id: string }>`select id from test_listed limit 20`.execute(work.db);
      const all = rows.map(({ id }) => id);
      const ids = all.slice(0, 2);
      const found = [];
      for (const list of [ids, [], ids.slice(1), ids.slice(1), ids.slice(1), ids.slice(1), ids])
        found.push((await work.rows(listed(list))).length);
      const plans = await work.rows(planned());
      found.push((await work.rows(listed(all))).length);
      return { found, plans };
    });
    expect(found).toEqual([2, 0, 1, 1, 1, 1, 2, 20]);
    // PostgreSQL compares the cost of five plans for the values with that of one for all.
    expect(plans).toEqual([{ custom_plans: 5, generic_plans: 2 }]);
  });

  it('is kept on the connections for reading too', async () => {
    const { rows } = await asked(1).execute(portal.readingDb);
    expect(rows).toEqual([{ n: 2 }]);
  });
});

/** A connection that shares its texts with no other, because other tests can have sent the same ones, or the most. */
async function ownConnection(texts: PreparedTexts) {
  class OwnClient extends DatabaseClient {
    override readonly preparedTexts = texts;
  }
  const client = new OwnClient({ connectionString: portal.databaseUrl, pipeline: true });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    send: (text: string) => client.query(text, ['one']),
    prepared: async () => {
      const { rows } = await client.query<{ statement: string }>(
        `select statement from pg_prepared_statements order by statement`,
      );
      return rows.map((row) => row.statement);
    },
  };
}

describe('a text with values', () => {
  const text = 'select updated_at from setting where key = $1';
  const other = 'select value from setting where key = $1';

  it('is prepared when it is sent a second time', async () => {
    const { send, prepared } = await ownConnection(new PreparedTexts());
    await send(text);
    expect(await prepared()).toEqual([]);
    await send(text);
    await send(other);
    expect(await prepared()).toEqual([text]);
  });

  it('is never prepared if it reads all columns of a table, is planned for its values, or is as long as an insert of many rows', async () => {
    const texts = new PreparedTexts();
    const { send, prepared } = await ownConnection(texts);
    const never = [
      'select * from setting where key = $1',
      'select t.* from setting t where key = $1',
      `${text} ${'or false '.repeat(500)}`,
    ];
    for (let time = 0; time < 3; time++) {
      for (const each of never) await send(each);
      texts.planForValues(text);
      await send(text);
    }
    expect(await prepared()).toEqual([]);
  });

  it('is not prepared once the most are, unless it is declared so', async () => {
    const texts = new PreparedTexts(1);
    const { send, prepared } = await ownConnection(texts);
    for (const each of [text, text, other, other]) await send(each);
    expect(await prepared()).toEqual([text]);
    texts.keep(other);
    await send(other);
    expect(await prepared()).toEqual([text, other]);
  });
});
