import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Environment } from '#modules/platform/index.ts';
import { freePort } from '../free-port.ts';

export interface Installation {
  dataFolder: string;
  environment: Environment;
  port: number;
}

/** Before each test, an empty data folder and free ports for `shield up`. It is filled in for each test. */
export function newInstallation(): Installation {
  const installation: Installation = { dataFolder: '', environment: {}, port: 0 };
  beforeEach(async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'shieldhub-up-'));
    chmodSync(dataFolder, 0o755);
    const port = await freePort();
    const environment = {
      DATA_FOLDER: dataFolder,
      PORT: String(port),
      STRIPE_SANDBOX_PORT: String(await freePort()),
    };
    Object.assign(installation, { dataFolder, environment, port });
  });
  afterEach(() => rmSync(installation.dataFolder, { recursive: true, force: true }));
  return installation;
}
