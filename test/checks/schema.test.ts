import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, expect, test } from 'vitest';
import { testPortal } from '#test/portal.ts';

/** What a migration alone can say: the mapper would drop these, and only these. */
const beyondEntities = /^alter table "\w+" drop constraint "\w+_(fk|excl|uniq_deferred)";$/;

const portal = await testPortal();

test('the entities and the migrated schema are the same', async () => {
  const orm = await MikroORM.init({
    clientUrl: portal.orm.config.get('clientUrl') ?? '',
    entities: portal.orm.config.get('entities') as EntitySchema[],
  });
  afterAll(() => orm.close());
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false });
  const statements = difference
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !beyondEntities.test(line));
  expect(statements).toEqual([]);
});
