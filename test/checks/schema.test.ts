import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, expect, test } from 'vitest';
import { testPortal } from '#test/portal.ts';

/** What migrations alone say: the mapper knows neither foreign keys across modules, triggers nor views, and would drop them. */
const beyondEntities = [
  /^alter table "\w+" drop constraint "\w+_(fk|excl|uniq_deferred)";$/,
  /^drop (trigger|function|view) if exists "/,
];

const portal = await testPortal();

test('the entities and the migrated schema are the same', async () => {
  const orm = await MikroORM.init({
    clientUrl: portal.orm.config.get('clientUrl') ?? '',
    entities: portal.orm.config.get('entities') as EntitySchema[],
    // The queue's own tables, and those of the sandboxes, which stand for other companies' systems.
    schemaGenerator: { ignoreSchema: ['graphile_worker', 'sandbox'] },
  });
  afterAll(() => orm.close());
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false });
  const statements = difference
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !beyondEntities.some((pattern) => pattern.test(line)));
  expect(statements).toEqual([]);
});
