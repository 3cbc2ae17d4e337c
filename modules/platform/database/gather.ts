/** The maximum number of keys per query. If there are more, several queries run. */
export const MOST_GATHERED = 100;

interface Asking<K, V> {
  key: K;
  answer(value: V): void;
  fail(error: unknown): void;
}

/**
 * Collects the keys that are requested in one turn of the event loop and reads them with one query. Under load many
 * requests arrive together, and a query for all of them costs little more than one for a single request. A request
 * never waits for one of a later turn.
 * @param read returns the values of the keys, in the order of the keys
 * @returns a function that reads the value of one key; if the query fails, everybody who asked in that turn gets its
 * error
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
