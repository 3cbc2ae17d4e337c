import { migrations } from '#migrations/index.ts';
import { migrateDatabase } from '#modules/platform/database/schema.ts';

/** Brings a database to the newest schema, as a start of the portal does. */
export async function migrate(url: string): Promise<void> {
  await migrateDatabase(url, migrations);
}
