import type pg from 'pg';

/**
 * Releases a connection to its pool as soon as it breaks while in use. Otherwise it would never be released, because a
 * connection whose rollback failed is not returned to the pool, and the pool would shrink with each broken connection.
 */
export function releaseLostConnections(pool: pg.Pool): void {
  const heard = new WeakSet<pg.PoolClient>();
  const held = new WeakSet<pg.PoolClient>();
  // The pool itself removes idle connections that break, but without a listener their error event would end the
  // process.
  pool.on('error', () => undefined);
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('acquire', (client) => {
    held.add(client);
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', (error: Error) => {
      if (!held.has(client)) return;
      client.release(error);
      // The code that holds the connection may still release it later.
      client.release = () => undefined;
    });
  });
}
