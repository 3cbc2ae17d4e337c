import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MINUTE, SECOND } from '../browser.ts';
import { boundQueue } from './bounded-queue.ts';
import { DatabaseClient } from './client.ts';
import { releaseLostConnections } from './lost-connections.ts';

export type Orm = MikroORM;

/**
 * Instants come back as Date and counts as numbers in plain rows and entities alike; plain dates stay `yyyy-MM-dd`,
 * which has no time zone to lose.
 */
export function rowTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (value) => value);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** Whoever waits longer for a connection is told that the portal is busy, instead of waiting for good. */
const CONNECTION_WAIT = 5 * SECOND;
/** For each connection, how many may wait for one: a second or two of work. */
const WAITING = 16;
/** Longer than any query of ours; a runaway one gives its connection back. */
const STATEMENT_LIMIT = MINUTE;

export interface OrmSettings {
  databaseUrl: string;
  entities: readonly (EntitySchema | (new () => object))[];
  /** Connections that one process holds at most, of each kind: for transactions, and for reading. */
  poolSize: number;
  applicationName: string;
}

export interface Connected {
  orm: Orm;
  /** The mapper's own pool. */
  pool: pg.Pool;
  /** Connections on which PostgreSQL refuses every write. */
  readingPool: pg.Pool;
  /** One connection for the checks of readiness, so that they do not queue behind requests. */
  healthPool: pg.Pool;
}

/** Connects the mapper and the pools that everything in one process shares. @throws when the database cannot be reached */
export async function createOrm(settings: OrmSettings): Promise<Connected> {
  const connection = {
    Client: DatabaseClient,
    pipeline: true,
    types: rowTypes(),
    application_name: settings.applicationName,
    connectionTimeoutMillis: CONNECTION_WAIT,
    statement_timeout: STATEMENT_LIMIT,
  };
  // The mapper takes host, roles and name from the address, and nothing else.
  const options = new URL(settings.databaseUrl).searchParams.get('options');
  const orm = await MikroORM.init({
    clientUrl: settings.databaseUrl,
    entities: [...settings.entities],
    debug: false,
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolSize },
    driverOptions: { ...connection, ...(options === null ? {} : { options }) },
  });
  const pool: pg.Pool = await orm.em.getConnection().getNativeClient();
  releaseLostConnections(pool);
  const readingPool = new pg.Pool({
    ...connection,
    connectionString: readingUrl(settings.databaseUrl),
    max: settings.poolSize,
  });
  releaseLostConnections(readingPool);
  const healthPool = new pg.Pool({ ...connection, connectionString: settings.databaseUrl, max: 1 });
  releaseLostConnections(healthPool);
  for (const each of [pool, readingPool]) boundQueue(each, WAITING * settings.poolSize);
  return { orm, pool, readingPool, healthPool };
}

/** The same database for connections whose transactions are all read-only; costs no statement of its own. */
function readingUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c default_transaction_read_only=on`);
  return url.href;
}
