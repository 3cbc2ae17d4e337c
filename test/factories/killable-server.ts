import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { findPostmaster, startEmbedded } from '#embedded-database/index.ts';
import type { DatabaseAddress } from '#modules/platform/index.ts';
import { migrate, setUpDemoPortalAt } from '#test/migrate.ts';

export interface KillableServer extends DatabaseAddress {
  /** The same database as the administrator of the server. */
  readonly adminUrl: string;
  /** Kills PostgreSQL, which is then started again on the same port. Resolves when its process has ended. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Resolves when it accepts connections. */
  untilReady(): Promise<void>;
}

/**
 * A PostgreSQL server for one test, with a migrated database that is set up: the one of development.
 * @param folder where its data folder is made
 */
export async function killableServer(folder = tmpdir()): Promise<KillableServer> {
  const dataFolder = await mkdtemp(join(folder, 'shieldhub-killable-'));
  // If the tests run as root, the server runs as another user.
  await chmod(dataFolder, 0o755);
  const password = 'password-of-the-test';
  const embedded = await startEmbedded({ dataFolder, password });
  afterAll(async () => {
    await embedded.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  await embedded.createDatabase(async (draft) => {
    await migrate(draft);
    await setUpDemoPortalAt(draft.url);
  });
  const running = () => findPostmaster(join(dataFolder, 'postgres'));
  const adminUrl = new URL(embedded.ownerUrl);
  adminUrl.username = 'postgres';
  return {
    url: embedded.url,
    ownerUrl: embedded.ownerUrl,
    adminUrl: adminUrl.href,
    async kill(signal) {
      const killed = running();
      if (!killed) throw new Error('PostgreSQL does not run');
      process.kill(killed.pid, signal);
      while (running()?.pid === killed.pid) await pause(5);
    },
    async untilReady() {
      while (!running()?.ready) await pause(20);
    },
  };
}
