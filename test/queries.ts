import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Portal } from '#modules/platform/index.ts';

/** The queries of the database. */
export interface Asked {
  /** The number of statements, without those that only begin and end a transaction. */
  queries: number;
  /** In milliseconds: how long at least one of them was running, measured in the process. */
  ms: number;
  /** How often something was sent to the database. Statements that are sent together count once. */
  packets: number;
}

const watched = new WeakSet<object>();
/** Set in whatever is counted: a process also asks the database by itself, now and then. */
const counting = new AsyncLocalStorage<true>();
/** While a request comes over a socket, which takes it out of what is counted. */
let isAllCounted = false;
let asked: Asked = { queries: 0, ms: 0, packets: 0 };
let running = 0;
let since = 0;

/**
 * Runs a function and reports its database queries. Packets of the rest of the process in that time are counted too.
 * @param overSocket whether it asks the portal's web server of this process; all queries in that time are counted then
 */
export async function countQueries(
  portal: Pick<Portal, 'pool'>,
  run: () => unknown,
  { overSocket = false } = {},
): Promise<Asked> {
  // The mapper uses another driver than the pool for reading.
  const client = await portal.pool.connect();
  const prototypes = [Object.getPrototypeOf(client), pg.Client.prototype] as object[];
  client.release();
  for (const prototype of prototypes) watch(prototype);
  asked = { queries: 0, ms: 0, packets: 0 };
  isAllCounted = overSocket;
  try {
    await counting.run(true, async () => run());
  } finally {
    isAllCounted = false;
  }
  return asked;
}

function watch(prototype: object): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const query = Reflect.get(prototype, 'query') as (...args: unknown[]) => unknown;
  Reflect.set(prototype, 'query', function counted(this: pg.Client, ...args: unknown[]): unknown {
    watchStream(this.connection.stream);
    if (isOwn(args[0]) || !(isAllCounted || counting.getStore())) return query.apply(this, args);
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
  });
}

function watchStream(stream: object): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  for (const name of ['_write', '_writev']) {
    const send = Reflect.get(stream, name) as (...args: unknown[]) => unknown;
    Reflect.set(stream, name, (...args: unknown[]) => {
      asked.packets += 1;
      return send.apply(stream, args);
    });
  }
}

/**
 * Whether a statement begins or ends a transaction, or comes from the tests, which look at what was written
 * (`test/require-audit.ts`).
 */
function isOwn(first: unknown): boolean {
  const text = (typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text) ?? '';
  return (
    /^\s*(?:begin|start transaction|commit|rollback|set transaction)\b/i.test(text) ||
    text.includes('/* asked by the tests */')
  );
}

function began(): void {
  asked.queries += 1;
  if (running === 0) since = performance.now();
  running += 1;
}

function ended(): void {
  running -= 1;
  if (running === 0) asked.ms += performance.now() - since;
}
