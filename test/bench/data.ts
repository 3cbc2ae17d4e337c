import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectFolder } from '#cli/build.ts';
import { onPortal } from '#cli/connect.ts';
import { demoPassword } from '#cli/demo/index.ts';
import { setUpDemoPortal } from '#cli/demo/portal.ts';
import { fillDatabase } from '#cli/fill/index.ts';
import { migrations } from '#migrations/index.ts';
import { hashPassword } from '#modules/identity/index.ts';
import { createLog, type DatabaseAddress, migrateDatabase } from '#modules/platform/index.ts';
import { benchConfig } from './surroundings.ts';

/** Statuses and expirations are right only on the day of the load, so older data is loaded again. */
const month = () => new Date().toISOString().slice(0, 7);

/** A hash of everything that the data depends on. */
function fingerprint(people: number): string {
  const hash = createHash('sha256').update(`${people} ${month()}`);
  for (const folder of ['migrations', join('cli', 'fill')]) {
    for (const file of readdirSync(join(projectFolder, folder)).sort()) {
      hash.update(readFileSync(join(projectFolder, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * A database with this many people. It is kept between runs until the schema or the generator changes.
 * @param server any database of the server, whose owner may create databases
 * @returns its address, with the role that the portal works with, and the seconds that making it took
 */
export async function openFilled(
  server: DatabaseAddress,
  people: number,
  tell: (line: string) => void,
): Promise<{ url: string; seconds: number }> {
  const name = `filled_${people}`;
  const nameIn = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const filled = { url: nameIn(server.url), ownerUrl: nameIn(server.ownerUrl) };
  const wanted = fingerprint(people);
  const admin = new pg.Client({ connectionString: server.ownerUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
      [name],
    );
    const [mark, took] = rows[0]?.mark?.split(' ') ?? [];
    if (mark === wanted) return { url: filled.url, seconds: Number(took) };
    tell(`Making ${people.toLocaleString('en-US')} people...`);
    await dropDatabase(admin, name);
    await admin.query(`create database ${name}`);
    await migrateDatabase(filled, migrations);
    const config = benchConfig();
    await onPortal(
      { config, log: createLog({ level: config.logLevel }), databaseUrl: filled.url },
      setUpDemoPortal,
    );
    const passwordHash = await hashPassword(config, demoPassword);
    const seconds = await fillDatabase(filled.ownerUrl, { people, now: new Date(), passwordHash });
    tell(`Made in ${seconds.toFixed(0)} s.`);
    await admin.query(`comment on database ${name} is '${wanted} ${seconds}'`);
    return { url: filled.url, seconds };
  } finally {
    await admin.end();
  }
}

/**
 * Without force, PostgreSQL stops an autovacuum of the database itself. With it, the owner of the database would have to
 * terminate it, which only a superuser may.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin
    .query(`drop database if exists ${name}`)
    .catch(() => admin.query(`drop database if exists ${name} with (force)`));
}

/** A copy of a filled database, for what changes its rows. */
export async function openCopy(
  server: DatabaseAddress,
  filledUrl: string,
): Promise<DatabaseAddress & { drop(): Promise<void> }> {
  const name = 'filled_copy';
  const from = new URL(filledUrl).pathname.slice(1);
  const asOwner = async (act: (admin: pg.Client) => Promise<unknown>) => {
    const admin = new pg.Client({ connectionString: server.ownerUrl });
    await admin.connect();
    try {
      await act(admin);
    } finally {
      await admin.end();
    }
  };
  const drop = () => asOwner((admin) => dropDatabase(admin, name));
  await drop();
  await asOwner((admin) => admin.query(`create database ${name} template ${from}`));
  const nameIn = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { url: nameIn(server.url), ownerUrl: nameIn(server.ownerUrl), drop };
}
