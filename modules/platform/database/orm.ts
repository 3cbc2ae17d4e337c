import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MINUTE, SECOND } from '../browser.ts';
import { boundQueue } from './bounded-queue.ts';
import { DatabaseClient, PooledClient } from './client.ts';
import { releaseLostConnections } from './lost-connections.ts';

export type Orm = MikroORM;

/**
 * Makes plain rows and entities return the same values: instants as Date, counts as numbers, and plain dates as the
 * text `yyyy-MM-dd`, because they have no time zone.
 */
export function rowTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (value) => value);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** A request that waits longer for a connection is told that the portal is busy. */
const CONNECTION_WAIT = 5 * SECOND;
/** How many requests may wait, per connection: about one or two seconds of work. */
const WAITING = 16;
/** Longer than any query of the portal takes. A query that exceeds it gives its connection back. */
const STATEMENT_LIMIT = MINUTE;

export interface OrmSettings {
  databaseUrl: string;
  /** The address of a streaming replica; null for none. */
  readUrl: string | null;
  /** Whether the address leads to a pooler of transactions, which refuses settings of a connection. */
  pooled: boolean;
  entities: readonly (EntitySchema | (new () => object))[];
  /** The maximum number of connections of one process, for transactions and for reading each. */
  poolSize: number;
  applicationName: string;
}

export interface Connected {
  orm: Orm;
  /** The mapper's own pool. */
  pool: pg.Pool;
  /** Connections on which PostgreSQL refuses every write, unless a pooler stands before it. */
  readingPool: pg.Pool;
  /** Connections to the replica; null without one. */
  replicaPool: pg.Pool | null;
  /** One connection for the readiness checks, so that they do not wait behind requests. */
  healthPool: pg.Pool;
}

/**
 * Connects the mapper and the pools that everything in one process shares.
 * @throws if the database cannot be reached
 */
export async function createOrm(settings: OrmSettings): Promise<Connected> {
  const connection = {
    Client: settings.pooled ? PooledClient : DatabaseClient,
    pipeline: true,
    types: rowTypes(),
    application_name: settings.applicationName,
    connectionTimeoutMillis: CONNECTION_WAIT,
    ...(settings.pooled ? {} : { statement_timeout: STATEMENT_LIMIT }),
  };
  // The mapper takes only host, roles and name from the address, so the options are passed separately.
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
    connectionString: settings.pooled ? settings.databaseUrl : readingUrl(settings.databaseUrl),
    max: settings.poolSize,
  });
  releaseLostConnections(readingPool);
  const replicaPool = settings.readUrl === null ? null : openReplicaPool(settings.readUrl, settings);
  const healthPool = new pg.Pool({ ...connection, connectionString: settings.databaseUrl, max: 1 });
  releaseLostConnections(healthPool);
  for (const each of [pool, readingPool]) boundQueue(each, WAITING * settings.poolSize);
  return { orm, pool, readingPool, replicaPool, healthPool };
}

/** A replica that does not answer soon is left out, so nobody waits for it as long as for the primary. */
const REPLICA_WAIT = SECOND;

function openReplicaPool(
  connectionString: string,
  { poolSize, applicationName }: Pick<OrmSettings, 'poolSize' | 'applicationName'>,
): pg.Pool {
  const replicaPool = new pg.Pool({
    Client: DatabaseClient,
    pipeline: true,
    types: rowTypes(),
    application_name: applicationName,
    connectionString,
    connectionTimeoutMillis: REPLICA_WAIT,
    statement_timeout: STATEMENT_LIMIT,
    max: poolSize,
  } as pg.PoolConfig);
  releaseLostConnections(replicaPool);
  boundQueue(replicaPool, WAITING * poolSize);
  return replicaPool;
}

/** The address for connections whose transactions are all read-only. It needs no additional statement. */
function readingUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c default_transaction_read_only=on`);
  return url.href;
}
