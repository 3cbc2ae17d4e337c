import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Portal, SECOND } from '#modules/platform/index.ts';

/** One thing that must be well before this process takes requests. */
export interface HealthCheck {
  name: string;
  /** @throws when it is not well */
  run(portal: Portal): Promise<void>;
}

const limit = 2 * SECOND;

/**
 * `/healthz`: this process runs, and what it takes the time to be. `/readyz`: it can serve, by every check; 503 with the names of those that fail,
 * and while it shuts down.
 */
export function healthAnswers(portal: Portal, checks: readonly HealthCheck[], isDraining: () => boolean) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const failed = path === '/readyz' ? await failing(portal, checks) : [];
    if (path === '/readyz' && isDraining()) failed.push('shutdown');
    const body = JSON.stringify({
      status: failed.length === 0 ? 'ok' : 'failing',
      failed,
      now: portal.clock.now().toISOString(),
    });
    response.writeHead(failed.length === 0 ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

async function failing(portal: Portal, checks: readonly HealthCheck[]): Promise<string[]> {
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

/** The queue's tables tell that it was migrated too. */
export const standardChecks: HealthCheck[] = [
  {
    name: 'database',
    run: async ({ pool }) => {
      await pool.query('select 1');
    },
  },
  {
    name: 'queue',
    run: async ({ pool }) => {
      await pool.query('select 1 from graphile_worker.migrations limit 1');
    },
  },
];

/** The newest of our migrations has run. @param newest its name, as the table of migrations holds it */
export function migrationsCheck(newest: string): HealthCheck {
  let seen = false;
  return {
    name: 'migrations',
    async run({ pool }) {
      if (seen) return;
      const { rowCount } = await pool.query('select 1 from mikro_orm_migrations where name = $1', [newest]);
      if (rowCount === 0) throw new Error(`${newest} has not run`);
      seen = true;
    },
  };
}
