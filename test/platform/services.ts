import pg from 'pg';
import { afterAll } from 'vitest';
import { TestClock } from '#modules/platform/clock.ts';
import { KeyRing } from '#modules/platform/crypto/index.ts';
import { rowTypes } from '#modules/platform/database/orm.ts';
import { type Database, openDatabase } from '#modules/platform/database/sql.ts';
import { createLog, type Log } from '#modules/platform/log.ts';
import { cloneDatabase } from '#test/database.ts';

/** The services of platform without a portal: database, pool, keys, clock, and a log that tests can read. */
export interface TestServices {
  url: string;
  pool: pg.Pool;
  /** Connections with the role that owns the tables. */
  ownerPool: pg.Pool;
  db: Database;
  keys: KeyRing;
  clock: TestClock;
  log: Log;
  /** What was logged at level warn and above. */
  lines: Record<string, unknown>[];
}

export const ringOptions = {
  active: 'k1',
  keys: { k1: Buffer.alloc(32, 1).toString('base64'), k0: Buffer.alloc(32, 2).toString('base64') },
  lookupKey: 'the lookup key of the tests',
  signingKeys: ['the signing key of the tests'],
};

/** The services for one test file, closed after it. */
export async function testServices(): Promise<TestServices> {
  const database = await cloneDatabase();
  const open = (connectionString: string) => {
    const opened = new pg.Pool({ connectionString, max: 20, types: rowTypes() });
    // A connection that the database closes must not end the process. The next query fails instead.
    opened.on('error', () => undefined);
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened;
  };
  const pool = open(database.url);
  const ownerPool = open(database.ownerUrl);
  const lines: Record<string, unknown>[] = [];
  afterAll(async () => {
    await pool.end();
    await ownerPool.end();
    await database.drop();
  });
  return {
    url: database.url,
    pool,
    ownerPool,
    db: openDatabase(pool),
    keys: new KeyRing(ringOptions),
    clock: new TestClock(),
    log: createLog({ level: 'warn', destination: { write: (line) => lines.push(JSON.parse(line)) } }),
    lines,
  };
}
