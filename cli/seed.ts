import { sql } from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import type { Surroundings } from './connect.ts';
import { seedDemo } from './demo/index.ts';

/**
 * Puts the demo data into a migrated database that has no accounts yet.
 * @returns false when it has
 */
export async function seedDatabase({ config, log, databaseUrl }: Surroundings): Promise<boolean> {
  const portal = await startPortal({ config, log, databaseUrl, applicationName: 'shield seed' });
  try {
    const { rows } = await sql<{ any: boolean }>`select exists (select from account) as any`.execute(
      portal.db,
    );
    if (rows[0]?.any) return false;
  } finally {
    await portal.close();
  }
  await seedDemo({ config, log, databaseUrl });
  return true;
}
