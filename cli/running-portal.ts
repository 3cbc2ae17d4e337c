import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Config, type Environment, readDatabaseConfig } from '#modules/platform/starting.ts';

/** The variables that say where a portal of development is found. */
const addresses = z.strictObject({
  PORT: z.string(),
  PUBLIC_URL: z.string(),
  STRIPE_SANDBOX_PORT: z.string(),
});
const running = addresses.extend({ pid: z.int().positive() });

const fileIn = (dataFolder: string) => join(dataFolder, 'portal.json');

/**
 * Writes into the data folder where this portal is found, for commands that run beside it. Development only.
 * @returns a function that deletes it
 */
export async function announcePortal({
  environment,
  dataFolder,
  port,
  publicUrl,
  payments,
}: Config): Promise<() => Promise<void>> {
  if (environment === 'production') return async () => undefined;
  const found: z.infer<typeof running> = {
    pid: process.pid,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    STRIPE_SANDBOX_PORT: String(payments.sandboxPort),
  };
  await mkdir(dataFolder, { recursive: true });
  await writeFile(fileIn(dataFolder), JSON.stringify(found));
  return () => rm(fileIn(dataFolder), { force: true });
}

/**
 * The environment for a command that runs beside the portal of its data folder: with that portal's addresses, unless the
 * environment names one of them.
 */
export function besidePortal(environment: Environment): Environment {
  if (Object.keys(addresses.shape).some((name) => environment[name]?.trim())) return environment;
  const { environment: kind, dataFolder } = readDatabaseConfig(environment);
  if (kind === 'production') return environment;
  const found = readPortal(fileIn(dataFolder));
  if (!found || !isRunning(found.pid)) return environment;
  const { pid: _pid, ...named } = found;
  return { ...environment, ...named };
}

function readPortal(file: string): z.infer<typeof running> | null {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A portal that was killed leaves its file behind. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
