import { openListener } from '#app/server/listener.ts';
import { type Environment, exitCodes, readConfig, StartError } from '#modules/platform/starting.ts';

const variable = 'STRIPE_SANDBOX_PORT';

/**
 * The environment with a port of the payment sandbox that is free: if none is set and the usual one is in use, any other.
 * @throws StartError if the port that is set is in use
 */
export async function withSandboxPort(environment: Environment): Promise<Environment> {
  const { payments } = readConfig(environment);
  if (payments.kind !== 'sandbox') return environment;
  try {
    await probe(payments.sandboxPort);
    return environment;
  } catch (error) {
    const isTaken = error instanceof StartError && error.exitCode === exitCodes.inUse;
    if (!isTaken || environment[variable]?.trim()) throw error;
    return { ...environment, [variable]: String(await probe(0)) };
  }
}

async function probe(port: number): Promise<number> {
  const listener = await openListener({ host: '127.0.0.1', port, variable });
  await listener.drain(0);
  return listener.port;
}
