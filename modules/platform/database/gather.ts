/** How many are asked for with one query; more wait for the next. */
export const MOST_GATHERED = 100;

interface Asking<K, V> {
  key: K;
  answer(value: V): void;
  fail(error: unknown): void;
}

/**
 * Reads what is asked for in one turn of the event loop with one query: under load many requests arrive together, and a
 * query for all of them costs little more than one for a single request. Nobody waits for a request that comes later.
 * @param read the values of the keys, in the order of the keys
 * @returns reads the value of one key; if the query fails, everybody who asked in that turn gets its error
 */
export function gather<K, V>(read: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let waiting: Asking<K, V>[] = [];

  function ask(): void {
    const asked = waiting;
    waiting = [];
    for (let at = 0; at < asked.length; at += MOST_GATHERED) void answer(asked.slice(at, at + MOST_GATHERED));
  }

  async function answer(asked: readonly Asking<K, V>[]): Promise<void> {
    try {
      const values = await read(asked.map(({ key }) => key));
      if (values.length !== asked.length)
        throw new Error(`${values.length} of ${asked.length} keys were read`);
      for (const [at, { answer }] of asked.entries()) answer(values[at] as V);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  return (key) =>
    new Promise((done, fail) => {
      if (waiting.push({ key, answer: done, fail }) === 1) setImmediate(ask);
    });
}
