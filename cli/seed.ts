import type { Listener } from '#app/server/listener.ts';
import { sql } from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import type { Surroundings } from './connect.ts';
import { table } from './terminal.ts';

/** The demo data is a program of its own that only a first start needs. */
const demo = () => import('./demo/index.ts');

/**
 * Puts the demo data into a migrated database that is known to be empty.
 * @param listener the portal's own port, where it is held already
 * @throws the signal's reason as soon as it is aborted; what is in the database by then is worth nothing
 */
export async function fillWithDemo(at: Surroundings, listener: Listener, signal: AbortSignal): Promise<void> {
  const { seedDemo } = await demo();
  const filling = seedDemo(at, listener);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([filling, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    filling.catch(() => undefined);
  }
}

/**
 * Puts the demo data into a migrated database that has no accounts yet.
 * @param listener the portal's own port, where it is held already
 * @returns false when it has
 */
export async function seedDatabase(at: Surroundings, listener?: Listener): Promise<boolean> {
  const { config, log, databaseUrl } = at;
  const portal = await startPortal({ config, log, databaseUrl, applicationName: 'shield seed' });
  try {
    const { rows } = await sql<{ any: boolean }>`select exists (select from account) as any`.execute(
      portal.db,
    );
    if (rows[0]?.any) return false;
  } finally {
    await portal.close();
  }
  const { seedDemo } = await demo();
  await seedDemo(at, listener);
  return true;
}

/** Who can sign in to the demo data. */
export async function describeDemo(): Promise<string[]> {
  const { demoAccounts, demoPassword } = await demo();
  const rows = demoAccounts.map(({ emailaddress, who }) => [emailaddress, who]);
  return table(['demo account', `password ${demoPassword}`], rows);
}
