import type pg from 'pg';

/**
 * Gives a connection that breaks in somebody's hands back to its pool at once. By itself it stays lost: a transaction
 * cannot be rolled back on it, and what failed to roll back is never given back, so that every break would make the
 * pool smaller until nothing is left of it.
 */
export function releaseLostConnections(pool: pg.Pool): void {
  const heard = new WeakSet<pg.PoolClient>();
  const held = new WeakSet<pg.PoolClient>();
  // Idle ones the pool removes itself; unheard, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('acquire', (client) => {
    held.add(client);
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', (error: Error) => {
      if (!held.has(client)) return;
      client.release(error);
      // Whoever held it may still give it back, once it notices.
      client.release = () => undefined;
    });
  });
}
