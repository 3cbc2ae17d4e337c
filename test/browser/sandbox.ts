import pg from 'pg';
import { readConfig } from '#modules/platform/config.ts';
import { createLog } from '#modules/platform/log.ts';
import { startStripeSandbox } from '#sandboxes/payments/index.ts';
import type { RunningApp } from './app.ts';

/** The payment provider, for portals whose web and worker run as separate processes. */
export async function startPaymentSandbox(app: RunningApp): Promise<() => Promise<void>> {
  const { payments, port } = readConfig(app.environment);
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  const sandbox = await startStripeSandbox({
    pool,
    host: '127.0.0.1',
    port: payments.sandboxPort,
    secretKey: payments.secretKey,
    webhookSecret: payments.webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}/hooks/stripe`,
    now: () => new Date(),
    log: createLog({ level: 'error' }),
  });
  return async () => {
    await sandbox.close();
    await pool.end();
  };
}
