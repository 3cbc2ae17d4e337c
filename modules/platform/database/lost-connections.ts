import type pg from 'pg';

/**
 * Releases a connection to its pool as soon as it breaks while in use. Otherwise it would never be released: its
 * transaction cannot be rolled back, and a connection whose rollback failed is not returned, so each break would shrink
 * the pool.
 */
export function releaseLostConnections(pool: pg.Pool): void {
  const heard = new WeakSet<pg.PoolClient>();
  const held = new WeakSet<pg.PoolClient>();
  // The pool removes idle connections itself, but an error event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('acquire', (client) => {
    held.add(client);
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', (error: Error) => {
      if (!held.has(client)) return;
      client.release(error);
      // The holder may still release it later.
      client.release = () => undefined;
    });
  });
}
