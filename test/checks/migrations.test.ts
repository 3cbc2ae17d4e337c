import { expect, test } from 'vitest';
import { migrations } from '#migrations/index.ts';
import { dumpSchema } from '#modules/platform/database/dump.ts';
import { listMigrations, migrateDatabase, rollbackMigration } from '#modules/platform/database/schema.ts';
import { emptyDatabase } from '#test/database.ts';

test('the migrations go down to nothing and up again to the same schema', async () => {
  const database = await emptyDatabase();
  try {
    await migrateDatabase(database.url, migrations);
    const first = await dumpSchema(database.url);
    expect(first).toContain('create table account (');
    while (await rollbackMigration(database.url, migrations)) {
      // One at a time, to the last.
    }
    expect((await listMigrations(database.url, migrations)).filter(({ executedAt }) => executedAt)).toEqual(
      [],
    );
    expect(await dumpSchema(database.url), 'what the migrations made is gone').toBe('');
    await migrateDatabase(database.url, migrations);
    expect(await dumpSchema(database.url)).toBe(first);
  } finally {
    await database.drop();
  }
});
