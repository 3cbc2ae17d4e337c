import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#modules/platform/database/sql.ts';
import { setSetting } from '#modules/platform/settings.ts';
import { sandboxDelays } from '#sandboxes/cra/index.ts';
import { verificationDelay } from '#sandboxes/idv/index.ts';
import { cloneFilled, TEMPLATES_KEPT, type TestDatabase } from '../database.ts';
import { fingerprintOf } from '../source-fingerprint.ts';

const root = join(import.meta.dirname, '..', '..');
/** The data folders (secrets, files) of the kept databases, by their names. */
const folders = join(root, '.data', 'test', 'demo');

/** The sources that the demo data depends on. */
const sources = ['app/server', 'cli', 'jobs', 'migrations', 'modules', 'sandboxes', 'package-lock.json'];

/** Includes the day, because the dates of the demo data are relative to it. */
const fingerprint = () => fingerprintOf(sources, new Date().toISOString().slice(0, 10));

/**
 * A database with the demo data, and its data folder. The demo data is made once for each state of the sources and each
 * day, and then kept, because making it takes as long as many journeys.
 * @param environment the environment of the portal that will use it; DATA_FOLDER is set in it
 * @param seed makes the demo data in the given environment
 */
export async function cloneDemo(
  environment: Record<string, string>,
  seed: (environment: Record<string, string>) => Promise<void>,
): Promise<TestDatabase> {
  const name = `demo_${await fingerprint()}`;
  const folder = join(folders, name);
  const database = await cloneFilled(name, async ({ url, ownerUrl }) => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await removeOldFolders();
    await seed({ ...environment, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_FOLDER: folder });
  });
  if (!existsSync(folder))
    throw new Error(`${folder} is gone: remove .data/test, and the demo data is made again`);
  await cp(folder, environment.DATA_FOLDER ?? '', { recursive: true });
  await settleIn(database.url, `localhost:${environment.PORT}`);
  return database;
}

/** Keeps only the newest folders, as many as there are databases. */
async function removeOldFolders(): Promise<void> {
  const made = await Promise.all(
    (await readdir(folders)).map(async (name) => ({
      name,
      at: (await stat(join(folders, name))).birthtimeMs,
    })),
  );
  for (const { name } of made.sort((one, other) => other.at - one.at).slice(TEMPLATES_KEPT)) {
    await rm(join(folders, name), { recursive: true, force: true });
  }
}

/** Changes the port in people's registered hosts to this portal's port, and removes the delays of the sandboxes. */
async function settleIn(url: string, host: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await pool.query(`update account set registered_host = $1 where registered_host <> ''`, [host]);
    await setSetting(openDatabase(pool), sandboxDelays, { received: 0, inprogress: 0 }, new Date());
    await setSetting(openDatabase(pool), verificationDelay, { processing: 0 }, new Date());
  } finally {
    await pool.end();
  }
}
