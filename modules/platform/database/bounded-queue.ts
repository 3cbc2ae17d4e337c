import type pg from 'pg';

/** Every connection is taken, and as many as may already wait for one. */
export class PoolFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} requests already wait for a connection`);
    this.name = 'PoolFull';
  }
}

/**
 * Refuses whoever asks for a connection while too many wait already: their answer would come so late that nobody is there
 * to read it, and everybody behind them would wait as well.
 * @param most how many may wait
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
