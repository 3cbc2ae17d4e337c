import pg from 'pg';
import { SECOND } from '../browser.ts';
import { exitCodes, StartError } from '../start-error.ts';

/**
 * A connection outside any pool, which the caller must end.
 * @throws StartError if the database cannot be reached
 */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10 * SECOND });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { hostname, port, username } = new URL(databaseUrl);
    const reason = error instanceof AggregateError ? 'connection refused' : (error as Error).message;
    throw new StartError(
      `The database at ${hostname}:${port || 5432} cannot be reached as ${username}: ${reason}. Check DATABASE_URL and DATABASE_OWNER_URL.`,
      exitCodes.unavailable,
      { cause: error },
    );
  }
}
