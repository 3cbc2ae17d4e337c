import pg from 'pg';
import { onPortal } from '#cli/connect.ts';
import { setUpDemoPortal } from '#cli/demo/portal.ts';
import { fillDatabase } from '#cli/fill/index.ts';
import { migrations } from '#migrations/index.ts';
import { createLog, migrateDatabase } from '#modules/platform/index.ts';
import { startReplication } from '../replication.ts';
import type { Measured } from './figures.ts';
import { compare, type Server, startServer } from './load.ts';
import { openSession } from './sessions.ts';
import { benchConfig, openBenchPortal } from './surroundings.ts';

const PEOPLE = 10_000;

/** What a database has committed since it started. */
async function committed(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ committed: number }>(
      'select xact_commit::float8 as committed from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.committed ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Requests per second of one web process without a replica and with one, which is another server of PostgreSQL on the
 * same machine. So the figure says what it costs, not what a second machine would add.
 */
export async function measureReplica(): Promise<Measured[]> {
  const replication = await startReplication();
  const servers: Server[] = [];
  try {
    const { primary, readUrl } = replication;
    await migrateDatabase(primary, migrations);
    const config = benchConfig();
    const at = { config, log: createLog({ level: config.logLevel }), databaseUrl: primary.url };
    await onPortal(at, setUpDemoPortal);
    await fillDatabase(primary.ownerUrl, { people: PEOPLE, now: new Date(), passwordHash: 'none' });
    const portal = await openBenchPortal(config, primary.url);
    const cookie = await openSession(portal, 'person1@example.com').finally(() => portal.close());
    await replication.catchUp();
    const alone = await startServer('portal', primary.url, '');
    servers.push(alone);
    const reading = await startServer('portal', primary.url, readUrl);
    servers.push(reading);
    const before = await committed(readUrl);
    const targets = ['/user', '/user/network'].flatMap((path) =>
      [alone, reading].map(({ port }) => ({ port, path, headers: { host: config.baseHost, cookie } })),
    );
    const [homeAlone = 0, home = 0, networkAlone = 0, network = 0] = await compare(targets);
    if ((await committed(readUrl)) - before < 100) throw new Error('the replica answered nothing');
    const figure = (name: string, seen: number, none: number): Measured => ({
      name: `${name}, with a replica`,
      unit: '/s',
      seen,
      beside: { name: 'none', seen: none },
      goal: { partOfBeside: 0.8 },
    });
    return [
      figure('GET /user, a score and a large network', home, homeAlone),
      figure('GET /user/network, 10,000 connections', network, networkAlone),
    ];
  } finally {
    for (const server of servers) await server.stop();
    await replication.stop();
  }
}
