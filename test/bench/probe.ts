import pg from 'pg';

/** What one page asked of the database. */
export interface Asked {
  queries: number;
  /** Milliseconds in which at least one query ran, as the process sees it. */
  ms: number;
}

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

/** From now on every query of this process is counted. */
export function countQueries(): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
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
  Reflect.set(pg.Client.prototype, 'query', counted);
}

/** Runs something by itself and tells what it asked. */
export async function probe(run: () => Promise<unknown>): Promise<Asked> {
  asked = { queries: 0, ms: 0 };
  await run();
  return asked;
}
