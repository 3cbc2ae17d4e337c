import { tmpdir } from 'node:os';
import { onPortal } from '#cli/connect.ts';
import { setUpDemoPortal } from '#cli/demo/portal.ts';
import { migrations, schema } from '#migrations/index.ts';
import { TestClock } from '#modules/platform/clock.ts';
import { readConfig } from '#modules/platform/config.ts';
import type { DatabaseAddress } from '#modules/platform/database/address.ts';
import { migrateDatabase } from '#modules/platform/database/schema.ts';
import { createLog } from '#modules/platform/log.ts';
import { testSecrets } from './secrets.ts';

/** Migrates a database to the newest schema, as the start of the portal does. */
export async function migrate(database: DatabaseAddress): Promise<void> {
  await migrateDatabase(database, migrations, schema);
}

/** Adds to a migrated database what the portal of the demo data has before anybody has an account. */
export async function setUpDemoPortalAt(databaseUrl: string): Promise<void> {
  const config = readConfig({ DATA_FOLDER: tmpdir() }, () => testSecrets);
  // Before any time at which a test's clock starts.
  const clock = new TestClock(new Date('2025-01-01T00:00:00Z'));
  await onPortal({ config, log: createLog({ level: 'error' }), databaseUrl, clock }, setUpDemoPortal);
}
