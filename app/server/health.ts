import type { IncomingMessage, ServerResponse } from 'node:http';
import { MINUTE, type Portal, SECOND } from '#modules/platform/index.ts';

/** One check that must pass before this process gets requests. */
export interface HealthCheck {
  name: string;
  /** @throws Failing for what else fails; anything if the check itself fails */
  run(portal: Portal): Promise<void>;
}

/** What a check of several things found. */
class Failing extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(`Not answering: ${names.join(', ')}`);
    this.names = names;
  }
}

const limit = 2 * SECOND;
/** Services around the process are checked at most this often, because the mail provider counts each log-in. */
const serviceInterval = MINUTE;

/**
 * `/healthz` answers 200 while the process runs, with the portal's time. `/readyz` answers 200 if every check passes.
 * It answers 503 with the names of the failed checks, or while the process shuts down. `degraded` names what works badly
 * for every process alike (storage, mail, each outside service that is left alone, queue, a replica that is left out). It
 * does not make this one unready, because then all would go at once.
 * It also reports for how many milliseconds the event loop was blocked in the last minute.
 */
export function healthAnswers(portal: Portal, checks: readonly HealthCheck[], isLeaving: () => boolean) {
  const failing = keptFor(0, () => failingOf(portal, checks));
  const degraded = keptFor(serviceInterval, () => failingOf(portal, serviceChecks));
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const ready = path === '/readyz';
    const [found, kept] = ready ? await Promise.all([failing(), degraded()]) : [[], []];
    const worse = ready && portal.replica?.isLeftOut ? [...kept, 'replica'] : kept;
    const failed = ready && isLeaving() ? [...found, 'shutdown'] : found;
    const status = failed.length > 0 ? 'failing' : worse.length > 0 ? 'degraded' : 'ok';
    const body = JSON.stringify({
      status,
      failed,
      ...(ready ? { degraded: worse } : {}),
      now: portal.clock.now().toISOString(),
      ...(ready ? { event_loop_ms: portal.eventLoop.delay() } : {}),
    });
    response.writeHead(failed.length === 0 ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/**
 * Requests that come while the checks run get the result of these checks, so that many requests cost no more than one.
 * @param lifetime how many milliseconds a result counts
 */
function keptFor(lifetime: number, run: () => Promise<string[]>): () => Promise<string[]> {
  let kept: { result: Promise<string[]>; until: number } | null = null;
  return () => {
    if (kept && performance.now() < kept.until) return kept.result;
    const next = { result: run(), until: Number.POSITIVE_INFINITY };
    const settled = () => {
      next.until = performance.now() + lifetime;
    };
    next.result.then(settled, settled);
    kept = next;
    return next.result;
  };
}

async function failingOf(portal: Portal, checks: readonly HealthCheck[]): Promise<string[]> {
  const results = await Promise.all(
    checks.map(async (check) => {
      try {
        await within(check.run(portal));
        return [];
      } catch (error) {
        portal.log.warn({ err: error, check: check.name }, 'not ready');
        return error instanceof Failing ? error.names : [check.name];
      }
    }),
  );
  return [...new Set(results.flat())];
}

function within(check: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer')), limit);
  return Promise.race([check, promise]).finally(() => clearTimeout(timer));
}

/** Reads the queue's tables, which exist only after the queue's own migrations have run. */
export const standardChecks: HealthCheck[] = [
  {
    name: 'database',
    run: async ({ healthPool }) => {
      await healthPool.query('select 1');
    },
  },
  {
    name: 'queue',
    run: async ({ healthPool }) => {
      await healthPool.query('select 1 from graphile_worker.migrations limit 1');
    },
  },
];

/** What all processes share. */
const serviceChecks: HealthCheck[] = [
  { name: 'storage', run: ({ storage }) => storage.check() },
  { name: 'mail', run: (portal) => portal.checkMail() },
  {
    name: 'providers',
    async run({ healthPool }) {
      const { rows } = await healthPool.query<{ provider: string }>(
        'select provider from provider_state where open_since is not null order by 1',
      );
      if (rows.length > 0) throw new Failing(rows.map(({ provider }) => provider));
    },
  },
  {
    name: 'queue',
    async run({ healthPool }) {
      const { rows } = await healthPool.query<{ working: boolean; waiting: boolean }>(
        `select exists (select from worker_heartbeat where seen_at > now() - interval '1 minute') as working,
          exists (select from graphile_worker.jobs where locked_at is null and attempts = 0
            and run_at < now() - interval '10 minutes') as waiting`,
      );
      if (!rows[0]?.working) throw new Error('No worker runs');
      if (rows[0].waiting) throw new Error('Jobs have waited for more than ten minutes');
    },
  },
];

/** Checks that the newest migration has run. @param newest its name in the table of migrations */
export function migrationsCheck(newest: string): HealthCheck {
  let seen = false;
  return {
    name: 'migrations',
    async run({ healthPool }) {
      if (seen) return;
      const { rowCount } = await healthPool.query('select 1 from mikro_orm_migrations where name = $1', [
        newest,
      ]);
      if (rowCount === 0) throw new Error(`${newest} has not run`);
      seen = true;
    },
  };
}
