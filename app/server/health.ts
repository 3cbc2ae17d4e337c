import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Portal, SECOND } from '#modules/platform/index.ts';

/** One check that must pass before this process gets requests. */
export interface HealthCheck {
  name: string;
  /** @throws if the check fails */
  run(portal: Portal): Promise<void>;
}

const limit = 2 * SECOND;

/**
 * `/healthz` answers 200 while the process runs, with the portal's time. `/readyz` answers 200 if every check passes.
 * It answers 503 with the names of the failed checks, or while the process shuts down. It also reports for how many
 * milliseconds the event loop was blocked in the last minute.
 */
export function healthAnswers(portal: Portal, checks: readonly HealthCheck[], isDraining: () => boolean) {
  let running: Promise<string[]> | null = null;
  // Requests that come while the checks run get the result of these checks, so that many requests cost no more than
  // one.
  const failing = () => {
    running ??= failingOf(portal, checks).finally(() => {
      running = null;
    });
    return running;
  };
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const ready = path === '/readyz';
    const failed = ready ? [...(await failing())] : [];
    if (ready && isDraining()) failed.push('shutdown');
    const body = JSON.stringify({
      status: failed.length === 0 ? 'ok' : 'failing',
      failed,
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

async function failingOf(portal: Portal, checks: readonly HealthCheck[]): Promise<string[]> {
  const results = await Promise.all(
    checks.map(async (check) => {
      try {
        await within(check.run(portal));
        return null;
      } catch (error) {
        portal.log.warn({ err: error, check: check.name }, 'not ready');
        return check.name;
      }
    }),
  );
  return results.filter((name) => name !== null);
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
