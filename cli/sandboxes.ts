import pg from 'pg';
import type { Portal } from '#modules/platform/index.ts';
import { startStripeSandbox } from '#sandboxes/payments/index.ts';

const host = '127.0.0.1';

/**
 * Starts the payment sandbox on its own port, with its own database connections, because the portal waits for its
 * answers while it holds connections.
 * @param webPort the port that gets its signed events
 */
export async function startSandbox(
  portal: Portal,
  databaseUrl: string,
  webPort: number,
): Promise<{ close(): Promise<void> }> {
  const { payments } = portal.config;
  if (payments.kind !== 'sandbox') return { close: async () => undefined };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: 'payment sandbox' });
  // The pool itself does not listen to a client that is being closed.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      portal.log.warn({ err: error }, 'A connection of the payment sandbox was lost'),
    ),
  );
  pool.on('error', () => undefined); // logged by the client's own listener
  const sandbox = await startStripeSandbox({
    pool,
    host,
    port: payments.sandboxPort,
    secretKey: payments.secretKey,
    webhookSecret: payments.webhookSecret,
    webhookUrl: `http://${host}:${webPort}/hooks/stripe`,
    now: () => portal.clock.now(),
    log: portal.log.child({ sandbox: 'payments' }),
  });
  return {
    async close() {
      await sandbox.close();
      await pool.end();
    },
  };
}
