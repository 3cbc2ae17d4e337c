import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { findPostmaster, startEmbedded } from '#embedded-database/index.ts';
import type { DatabaseAddress } from '#modules/platform/index.ts';
import { migrate, setUpDemoPortalAt } from '#test/migrate.ts';

export interface KillableServer extends DatabaseAddress {
  /** Kills PostgreSQL, which is then started again on the same port. Resolves when its process has ended. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Resolves when it accepts connections. */
  untilReady(): Promise<void>;
}

/** A PostgreSQL server for one test, with a migrated database that is set up: the one of development. */
export async function killableServer(): Promise<KillableServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'shieldhub-killable-'));
  // If the tests run as root, the server runs as another user.
  await chmod(dataFolder, 0o755);
  const embedded = await startEmbedded({ dataFolder, password: 'password-of-the-test' });
  afterAll(async () => {
    await embedded.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  await embedded.createDatabase(async (draft) => {
    await migrate(draft);
    await setUpDemoPortalAt(draft.url);
  });
  const running = () => findPostmaster(join(dataFolder, 'postgres'));
  return {
    url: embedded.url,
    ownerUrl: embedded.ownerUrl,
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
