import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { advanceClock } from '#modules/platform/clock.ts';
import { openDatabase } from '#modules/platform/database/sql.ts';
import { type AppOptions, type RunningApp, startApp, startShield } from './app.ts';
import { test as base } from './fixtures.ts';
import { openOperations } from './operations.ts';
import { Outbox } from './outbox.ts';
import type { MovableClock } from './stopwatch.ts';

export interface OwnPortal extends MovableClock {
  app: RunningApp;
  database: pg.Pool;
  /** The same database, with the role that owns its tables. */
  ownerDatabase: pg.Pool;
  /**
   * Runs another command of the portal on its database until it ends.
   * @returns its output
   */
  shield(...args: string[]): Promise<string>;
}

/**
 * For journeys that may break the portal or move its clock. All tests of a file share one portal, so they run one after
 * the other.
 */
export const test = base.extend<object, { portalOptions: AppOptions; portal: OwnPortal }>({
  portalOptions: [{ command: ['up'] }, { scope: 'worker', option: true }],
  portal: [
    async ({ portalOptions }, use) => {
      const app = await startApp(portalOptions);
      const database = openPool(app.databaseUrl);
      const ownerDatabase = openPool(app.ownerUrl);
      await use({
        app,
        database,
        ownerDatabase,
        now: () => clockOf(app),
        advance: (ms) => advance(app, database, ms),
        shield: (...args) => shield(app, args),
      });
      await database.end();
      await ownerDatabase.end();
      await app.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
  operations: [
    async ({ portal }, use) => {
      const operations = await openOperations(portal.app.environment);
      await use(operations);
      await operations.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: async ({ portal }, use) => use(portal.app.url),
  outbox: async ({ portal }, use) => {
    const outbox = new Outbox(portal.app.databaseUrl);
    await use(outbox);
    await outbox.close();
  },
});

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => undefined);
  return pool;
}

const NOTICE_LIMIT = 120_000;

/** The portal learns of it by a notification, so this waits until the web server answers with the new time. */
async function advance(app: RunningApp, database: pg.Pool, ms: number): Promise<void> {
  const ahead = await advanceClock(openDatabase(database), ms);
  const limit = Date.now() + NOTICE_LIMIT;
  while ((await clockOf(app)) < Date.now() + ahead - 1000) {
    if (Date.now() > limit) throw new Error('the portal did not hear that its clock moved');
    await pause(20);
  }
}

async function clockOf(app: RunningApp): Promise<number> {
  const answer = await fetch(`${app.url}/healthz`);
  return Date.parse(((await answer.json()) as { now: string }).now);
}

async function shield(app: RunningApp, args: string[]): Promise<string> {
  const { child, output } = startShield(args, app.environment);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`shield ${args.join(' ')} ended with ${code}:\n${output()}`);
  return output();
}
