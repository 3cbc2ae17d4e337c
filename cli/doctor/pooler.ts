import pg from 'pg';
import { type Portal, SECOND } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

interface Seen {
  /** Whether something stands between that tells a process id of its own. */
  isPooled: boolean;
  /** When the server started, its database, and the role: what both addresses must have in common. */
  place: string;
  /** `0` for none. */
  statementTimeout: string;
}

/**
 * Whether a pooler stands between the portal and PostgreSQL, and what needs PostgreSQL itself goes around it: behind a
 * pooler of transactions, LISTEN hears nothing, and a brand that was changed would be shown by one process alone.
 */
export async function checkPooler({ pool, config }: Portal): Promise<Answer> {
  const client = await pool.connect();
  let behind: Seen;
  try {
    behind = await look(client);
  } finally {
    client.release();
  }
  const { databaseDirectUrl } = config;
  if (databaseDirectUrl === null)
    return behind.isPooled
      ? wrong(
          'DATABASE_URL leads to a pooler',
          'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: docs/operations/scale.md',
        )
      : ok('none');
  const direct = new pg.Client({ connectionString: databaseDirectUrl, connectionTimeoutMillis: 5 * SECOND });
  direct.on('error', () => undefined);
  await direct.connect();
  try {
    const itself = await look(direct);
    if (itself.isPooled)
      return wrong('DATABASE_DIRECT_URL leads to a pooler', 'Set it to the address of PostgreSQL itself.');
    if (itself.place !== behind.place)
      return wrong(
        'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases or roles',
        'Set both to the same database and role.',
      );
  } finally {
    await direct.end();
  }
  if (behind.statementTimeout === '0')
    return warning(
      'no statement ends by itself behind the pooler',
      "Set connect_query='set statement_timeout = 60000' there, as in deploy/database/pgbouncer.ini.",
    );
  return ok(
    behind.isPooled ? 'LISTEN and the queue go around it' : 'DATABASE_URL leads to PostgreSQL itself',
  );
}

async function look(client: pg.ClientBase): Promise<Seen> {
  const { rows } = await client.query<{ pid: number; place: string; limit: string }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit,
      concat_ws(' ', pg_postmaster_start_time(), current_database(), current_user) as place`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no row');
  // PostgreSQL tells its process at the connection; a pooler tells a number of its own.
  const { processID } = client as pg.ClientBase & { processID?: number };
  return { isPooled: processID !== row.pid, place: row.place, statementTimeout: row.limit };
}
