import { openListener } from '#app/server/listener.ts';
import type { Config } from '#modules/platform/starting.ts';

const host = '127.0.0.1';

/**
 * Checks this before the start begins.
 * @throws StartError if the port of the payment sandbox is in use
 */
export async function checkSandboxPort({ payments }: Config): Promise<void> {
  if (payments.kind !== 'sandbox') return;
  const probe = await openListener({ host, port: payments.sandboxPort, variable: 'STRIPE_SANDBOX_PORT' });
  await probe.drain(0);
}
