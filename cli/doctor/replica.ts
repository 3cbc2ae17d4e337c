import pg from 'pg';
import { type Portal, SECOND } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

/** Beyond this, the portal does not read from a replica (D142). In seconds. */
const MOST_LAG = 10;

/** Whether the server of DATABASE_READ_URL is a replica of this database and close behind it. */
export async function checkReplica({ pool, config }: Portal): Promise<Answer> {
  const { databaseReadUrl } = config;
  if (databaseReadUrl === null) return ok('none');
  const replica = new pg.Client({ connectionString: databaseReadUrl, connectionTimeoutMillis: 5 * SECOND });
  replica.on('error', () => undefined);
  await replica.connect();
  try {
    const { rows } = await replica.query<{ recovers: boolean; position: string; behind: number }>(
      `select pg_is_in_recovery() as recovers, pg_last_wal_replay_lsn() as position,
        coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as behind`,
    );
    const [found] = rows;
    if (!found?.recovers)
      return wrong(
        'DATABASE_READ_URL leads to no replica',
        'Set it to a streaming replica, or leave it out.',
      );
    const { rows: primary } = await pool.query<{ bytes: number }>(
      'select greatest(0, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), $1::pg_lsn))::bigint as bytes',
      [found.position],
    );
    const bytes = Number(primary[0]?.bytes ?? 0);
    if (bytes === 0) return ok('it has replayed everything');
    const words = `${bytes} bytes and ${found.behind.toFixed(0)} s behind`;
    return found.behind > MOST_LAG
      ? warning(words, 'docs/operations/troubles.md says what to look at, under "Replica lags".')
      : ok(words);
  } finally {
    await replica.end();
  }
}
