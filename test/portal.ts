import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { handlers, schedules } from '#jobs/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { advanceClock } from '#modules/platform/clock.ts';
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
import { checkMails } from './check-mails.ts';
import { cloneDatabase } from './database.ts';
import { loggedErrors } from './logged-errors.ts';
import { pooledUrl } from './pooled-url.ts';
import { requireAudit } from './require-audit.ts';
import { lightPasswords, testSecrets } from './secrets.ts';
import { type VisitedPortal, Visitor, type VisitorOptions } from './visitor.ts';

export interface TestPortalOptions {
  /** Variables of the configuration, as in the environment. */
  environment?: Environment;
  /** The time of the clock at the start; by default the next 15:00 UTC. */
  now?: Date;
  /** A migrated database that the caller ends; by default the portal gets its own. */
  database?: DatabaseAddress | undefined;
  /** A replica of that database, from which the portal also reads. */
  readUrl?: string;
  /** Gets every line of the log, including the finest level. */
  logLines?: string[];
}

export interface TestPortal extends VisitedPortal {
  readonly clock: TestClock;
  /** The address of its database, for code that opens its own connections. */
  readonly databaseUrl: string;
  /** The same with the role that owns the tables, for what the portal itself may not do. */
  readonly ownerUrl: string;
  /**
   * Runs the jobs in the queue, including those that they enqueue, until nothing is due.
   * @param ahead also runs jobs that become due within this many milliseconds
   * @returns how many jobs were done
   * @throws if one fails, unless `failures` is given to collect the errors
   */
  runJobs(options?: { ahead?: number; failures?: JobEvent[] }): Promise<number>;
  runSchedule(name: string): Promise<void>;
  /** Returns the log lines at level error so far and removes them. A test that expects one takes it. */
  takeErrors(): Record<string, unknown>[];
}

/**
 * The next 15:00 UTC. Hours of work, in which the date is the same all over the United States and in UTC: a test that
 * runs across midnight, or across 11:00 UTC, when dates and scores change, would fail once in a while.
 */
function nextAfternoon(): Date {
  const next = new Date();
  next.setUTCHours(15, 0, 0, 0);
  return next.getTime() > Date.now() ? next : new Date(next.getTime() + DAY);
}

/** With TEST_POOLER, the port of a PgBouncer, portals of tests reach their database through it; otherwise null. */
function pooledAddress({ url }: DatabaseAddress): string | null {
  const { TEST_POOLER: port } = process.env;
  return port ? pooledUrl(url, Number(port)) : null;
}

/**
 * A complete portal for one test file: its own database, sandbox adapters, and a clock that tests move. It closes after
 * the last test of the file.
 */
export async function testPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const database: DatabaseAddress & { drop?(): Promise<void> } = options.database ?? (await cloneDatabase());
  const pooled = pooledAddress(database);
  const folder = await mkdtemp(join(tmpdir(), 'shieldhub-test-'));
  const clock = new TestClock(options.now ?? nextAfternoon());
  const config = readConfig(
    {
      DATABASE_POOL: '8',
      DATA_FOLDER: folder,
      PASSWORD_MEMORY: lightPasswords,
      PUBLIC_URL: 'http://localhost:3000',
      ...(pooled ? { DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.url } : {}),
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
    databaseUrl: pooled ?? database.url,
    readUrl: options.readUrl ?? null,
    applicationName: 'test',
  });
  requireAudit(portal);
  checkMails(portal);
  // Programs of the portal that a test starts on the same database then have the same time.
  if (!options.now) await advanceClock(portal.db, clock.now().getTime() - Date.now());
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
