import type pg from 'pg';

/** What one page asked of the database. */
export interface Asked {
  queries: number;
  /** Milliseconds in which at least one query ran, as the process sees it. */
  ms: number;
}

const counting = new WeakSet<object>();
let open = 0;
let since = 0;
let asked: Asked = { queries: 0, ms: 0 };

function began(): void {
  asked.queries += 1;
  if (open === 0) since = performance.now();
  open += 1;
}

function ended(): void {
  open -= 1;
  if (open === 0) asked.ms += performance.now() - since;
}

/** From now on every query of a pool is counted, of all that share its class of clients. */
export async function countQueries(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client) as pg.PoolClient;
  client.release();
  if (counting.has(prototype)) return;
  counting.add(prototype);
  const query = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const counted = function (this: pg.Client, ...args: unknown[]): unknown {
    began();
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        ended();
        return last(...answer);
      };
      return query.apply(this, args);
    }
    const result = query.apply(this, args);
    if (result instanceof Promise) result.then(ended, ended);
    else ended();
    return result;
  };
  Reflect.set(prototype, 'query', counted);
}

/** Runs something by itself and tells what it asked. */
export async function probe(run: () => Promise<unknown>): Promise<Asked> {
  asked = { queries: 0, ms: 0 };
  await run();
  if (asked.queries === 0) throw new Error('no query was seen');
  return asked;
}
