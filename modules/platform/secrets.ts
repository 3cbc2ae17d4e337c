import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const secretsFile = z.object({
  encryptionKey: z.string(),
  lookupKey: z.string(),
  signingKey: z.string(),
  stripeWebhook: z.string(),
  craWebhook: z.string(),
  databasePassword: z.string(),
});

/** Secrets that development generates once and keeps, so that data and sessions survive a restart. */
export type Secrets = z.infer<typeof secretsFile>;

function generateSecrets(): Secrets {
  return {
    encryptionKey: randomBytes(32).toString('base64'),
    lookupKey: randomBytes(32).toString('hex'),
    signingKey: randomBytes(32).toString('hex'),
    stripeWebhook: randomBytes(24).toString('hex'),
    craWebhook: randomBytes(24).toString('hex'),
    databasePassword: randomBytes(24).toString('hex'),
  };
}

/**
 * Reads the secrets in the data folder (mode 600) and generates them at the first call. Two processes that start at the
 * same time get the same secrets, because the complete file is put in place by creating a link, which fails if the file
 * already exists.
 */
export function developmentSecrets(dataFolder: string): Secrets {
  const file = resolve(dataFolder, 'secrets.json');
  const found = readSecrets(file);
  if (found) return found;
  mkdirSync(dataFolder, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(generateSecrets(), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  chmodSync(file, 0o600);
  const kept = readSecrets(file);
  if (!kept) throw new Error(`${file} cannot be read`);
  return kept;
}

function readSecrets(file: string): Secrets | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return secretsFile.parse(JSON.parse(text));
}
