import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MINUTE, SECOND } from '../browser.ts';
import { releaseLostConnections } from './lost-connections.ts';

export type Orm = MikroORM;

/**
 * Instants come back as Date and counts as numbers in plain rows and entities alike; plain dates stay `yyyy-MM-dd`,
 * which has no time zone to lose.
 */
function rowTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (value) => value);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** Whoever waits longer for a connection is told that the portal is busy, instead of waiting for good. */
const CONNECTION_WAIT = 10 * SECOND;
/** Longer than any query of ours; a runaway one gives its connection back. */
const STATEMENT_LIMIT = MINUTE;

export interface OrmSettings {
  databaseUrl: string;
  entities: readonly (EntitySchema | (new () => object))[];
  /** Connections that one process holds at most. */
  poolSize: number;
  applicationName: string;
}

/** Connects the mapper and the pool that everything in one process shares. @throws when the database cannot be reached */
export async function createOrm(settings: OrmSettings): Promise<{ orm: Orm; pool: pg.Pool }> {
  const orm = await MikroORM.init({
    clientUrl: settings.databaseUrl,
    entities: [...settings.entities],
    debug: false,
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolSize },
    driverOptions: {
      types: rowTypes(),
      application_name: settings.applicationName,
      connectionTimeoutMillis: CONNECTION_WAIT,
      statement_timeout: STATEMENT_LIMIT,
    },
  });
  const pool: pg.Pool = await orm.em.getConnection().getNativeClient();
  releaseLostConnections(pool);
  return { orm, pool };
}
