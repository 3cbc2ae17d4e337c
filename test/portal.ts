import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { handlers, schedules } from '#jobs/index.ts';
import { type Environment, readConfig } from '#modules/platform/config.ts';
import {
  type DatabaseAddress,
  drain,
  type JobEvent,
  runSchedule,
  TestClock,
} from '#modules/platform/index.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';
import { requireAudit } from './audited.ts';
import { cloneDatabase } from './database.ts';
import { loggedErrors } from './logged-errors.ts';
import { requireOwnHost } from './mailed.ts';
import { lightPasswords, testSecrets } from './secrets.ts';
import { type VisitedPortal, Visitor, type VisitorOptions } from './visitor.ts';

export interface TestPortalOptions {
  /** Variables of the configuration, as in the environment. */
  environment?: Environment;
  /** Where the clock stands at first; now by default. */
  now?: Date;
  /** A migrated database whose maker ends it; by default one of the portal's own. */
  database?: DatabaseAddress | undefined;
  /** Takes every line of the log, down to the finest level. */
  logLines?: string[];
}

export interface TestPortal extends VisitedPortal {
  readonly clock: TestClock;
  /** Of its own database, for what keeps connections of its own. */
  readonly databaseUrl: string;
  /** The same, as the role that owns its tables: for what the portal itself must not do. */
  readonly ownerUrl: string;
  /**
   * Runs what waits in the queue and what it queues itself, until nothing is due.
   * @param ahead milliseconds: also what is due within them
   * @returns how many jobs were done
   * @throws when one fails, unless `failures` is handed in to take them
   */
  runJobs(options?: { ahead?: number; failures?: JobEvent[] }): Promise<number>;
  /** Runs what a schedule does, by its name. */
  runSchedule(name: string): Promise<void>;
  /** Lines of the log at level error so far, and forgets them: a test that expects one takes it. */
  takeErrors(): Record<string, unknown>[];
}

/**
 * A complete portal for one test file: its own database, sandbox adapters, a clock that tests move. It closes after the
 * last test of the file.
 */
export async function testPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const database: DatabaseAddress & { drop?(): Promise<void> } = options.database ?? (await cloneDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-test-'));
  const clock = new TestClock(options.now);
  const config = readConfig(
    {
      DATABASE_POOL: '8',
      DATA_FOLDER: folder,
      PASSWORD_MEMORY: lightPasswords,
      PUBLIC_URL: 'http://localhost:3000',
      ...options.environment,
    },
    () => testSecrets,
  );
  const log = createLog({
    level: options.logLines ? 'trace' : 'error',
    destination: {
      write(line) {
        options.logLines?.push(line);
        const entry = JSON.parse(line) as Record<string, unknown>;
        if (entry.level === 'error' || entry.level === 'fatal') loggedErrors.push(entry);
      },
    },
  });
  const portal = await startPortal({
    config,
    log,
    clock,
    databaseUrl: database.url,
    applicationName: 'test',
  });
  requireAudit(portal);
  requireOwnHost(portal);
  const opened: TestPortal = Object.assign(portal, {
    clock,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    visitor: (visitorOptions?: VisitorOptions) => new Visitor(portal, visitorOptions),
    async runJobs({ ahead = 0, failures }: { ahead?: number; failures?: JobEvent[] } = {}) {
      const drained = await drain({ pool: portal.pool, context: portal, handlers, schedules, log, ahead });
      if (failures) failures.push(...drained.failures);
      else if (drained.failures.length > 0) {
        const words = drained.failures.map(({ name, message }) => `${name}: ${message}`);
        throw new Error(`jobs failed:\n${words.join('\n')}`);
      }
      return drained.done;
    },
    async runSchedule(name: string) {
      const found = schedules.find((schedule) => schedule.name === name);
      if (!found)
        throw new Error(`no schedule ${name}: ${schedules.map((schedule) => schedule.name).join(', ')}`);
      await runSchedule(portal, found, log);
    },
    takeErrors: () => loggedErrors.splice(0),
  });
  afterAll(async () => {
    await portal.close();
    await database.drop?.();
    await rm(folder, { recursive: true, force: true });
  });
  return opened;
}
