import { hooks } from '#app/server/hook-table.ts';
import { serveHooks } from '#app/server/hooks.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { openReception } from '#app/server/reception.ts';
import { handlers } from '#jobs/index.ts';
import {
  countJobs,
  DAY,
  getSetting,
  MINUTE,
  type Portal,
  type RunningWorker,
  setSetting,
  startWorker,
  TestClock,
} from '#modules/platform/index.ts';
import { startPortal } from '#modules/portal.ts';
import { sandboxDelays } from '#sandboxes/cra/index.ts';
import type { Surroundings } from '../connect.ts';
import { startSandbox } from '../sandboxes.ts';

/** In milliseconds: longer than any step takes on a busy machine. After it, seeding fails with an error. */
const PATIENCE = 10 * MINUTE;
const POLL_INTERVAL = 15;

/**
 * The number of connections, and of jobs that run at the same time. More would not help: each connection plans its
 * statements itself, and the process has only one thread.
 */
const CONNECTIONS = 4;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Everything the demo data needs to run: a portal with a movable clock, its worker, the sandboxes, and an HTTP server
 * for the providers' callbacks.
 */
export class Stage {
  readonly portal: Portal;
  readonly clock: TestClock;
  readonly #ends: (() => Promise<void>)[];

  private constructor(portal: Portal, clock: TestClock, ends: (() => Promise<void>)[]) {
    this.portal = portal;
    this.clock = clock;
    this.#ends = ends;
  }

  static async open(at: Surroundings, begins: Date): Promise<Stage> {
    const ends: (() => Promise<void>)[] = [];
    try {
      const held = await openListener(at.config);
      ends.push(() => held.drain(0));
      const clock = new TestClock(begins);
      const databaseUrl = withFastSettings(at.databaseUrl);
      const portal = await startPortal({
        ...at,
        config: { ...at.config, databasePool: CONNECTIONS },
        databaseUrl,
        clock,
        applicationName: 'shield seed',
      });
      ends.push(() => portal.close());
      const before = await getSetting(portal.db, sandboxDelays);
      await setSetting(portal.db, sandboxDelays, { received: 0, inprogress: 0 }, clock.now());
      ends.push(() => setSetting(portal.db, sandboxDelays, before, clock.now()));
      const sandbox = await startSandbox(portal, databaseUrl, held.port);
      ends.push(() => sandbox.close());
      const receive = serveHooks(portal, openReception(portal, servedHosts(portal)), hooks);
      held.serve((request, response) => {
        const path = request.url ?? '';
        if (!path.startsWith('/hooks/')) {
          response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '5' }).end('Starting\n');
          return;
        }
        receive(request, response, path).catch((error) => {
          portal.log.error({ err: error }, 'a callback failed');
          response.destroy();
        });
      });
      const worker: RunningWorker = await startWorker({
        pool: portal.pool,
        context: portal,
        handlers: [...handlers],
        schedules: [],
        log: portal.log,
        concurrency: CONNECTIONS,
      });
      ends.push(() => worker.stop());
      return new Stage(portal, clock, ends);
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  /**
   * Waits until all due jobs are done.
   * @throws Error if one failed, or after PATIENCE milliseconds
   */
  async settle(): Promise<void> {
    const giveUp = performance.now() + PATIENCE;
    for (;;) {
      const { waiting, running, failed } = await countJobs(this.portal.db);
      if (failed > 0) throw new Error('A job of the demo data failed: see the log');
      if (waiting === 0 && running === 0) return;
      if (performance.now() > giveUp) throw new Error('The jobs of the demo data did not finish in time');
      await sleep(POLL_INTERVAL);
    }
  }

  /** Moves the clock to `daysAgo` days before `today`. It never moves back. */
  goTo(today: Date, daysAgo: number): void {
    const to = new Date(today.getTime() - daysAgo * DAY);
    if (to > this.clock.now()) this.clock.set(to);
  }

  close(): Promise<void> {
    return endAll(this.#ends);
  }
}

/**
 * The same database with faster settings. Prepared statements are planned once, because any plan is good for so little
 * data. Commits do not wait for the disk, because a database with incomplete demo data is discarded.
 */
function withFastSettings(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c plan_cache_mode=force_generic_plan -c synchronous_commit=off');
  return url.href;
}

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
