import type { Config, Log } from '#modules/platform/index.ts';

/** The outside services that play along on ports of their own. @returns how to end them */
export async function startSandboxes(config: Config, _log: Log): Promise<() => Promise<void>> {
  if (config.payments.kind !== 'sandbox') return async () => undefined;
  return async () => undefined;
}
