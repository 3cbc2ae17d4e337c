import type pg from 'pg';

/** All connections are in use, and the maximum number of requests is already waiting for one. */
export class PoolFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} requests already wait for a connection`);
    this.name = 'PoolFull';
  }
}

/**
 * Refuses a request for a connection if too many are already waiting. Its answer would come so late that nobody would
 * read it, and all later requests would have to wait too.
 * @param most the maximum number of requests that wait
 */
export function boundQueue(pool: pg.Pool, most: number): void {
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const bounded = (callback?: Callback) => {
    if (pool.waitingCount < most) return callback ? connect(callback) : connect();
    const full = new PoolFull(pool.waitingCount);
    if (!callback) return Promise.reject(full);
    queueMicrotask(() => callback(full, undefined, () => undefined));
  };
  pool.connect = bounded as typeof pool.connect;
}
