import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';

/** Brings a database to the newest schema: the migrations, and the queue's own tables. */
export async function migrateDatabase(url: string): Promise<void> {
  await runMigrations({ connectionString: url });
  const list = join(import.meta.dirname, '..', 'migrations', 'index.ts');
  if (!existsSync(list)) return;
  const { migrations } = await import(list);
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
