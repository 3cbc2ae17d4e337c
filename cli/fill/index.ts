import pg from 'pg';
import { formatCount, SECOND } from '#modules/platform/index.ts';
import { loadInBulk } from './loading.ts';
import { insertCompanies, insertConnections } from './networks.ts';
import { insertPeople, makePeople } from './people.ts';
import type { FillWanted } from './wanted.ts';

/** The accounts of the filled data that one can sign in to without a second step. */
export function filledAccounts(people: number): { emailaddress: string; who: string }[] {
  return [
    {
      emailaddress: 'owner1@example.com',
      who: `owns a company with ${formatCount(people / 10, 'connection')}`,
    },
    { emailaddress: 'person1@example.com', who: 'a person with a large network of their own' },
    { emailaddress: 'newcomer@example.com', who: 'a person with nothing yet' },
    { emailaddress: 'staff@example.com', who: 'staff; the second step comes by mail' },
  ];
}

/** Triggers are off while the tables are loaded. */
const countForOverview = `
  insert into overview_count (figure, key, day, change) select figure, key, day, change from overview_recount`;

const tables = [
  'account',
  'session_facts',
  'company',
  'team_member',
  'purchase',
  'ledger_entry',
  'application',
  'cra_order',
  'score_change',
  'shield_id',
  'shield_score',
  'access_entry',
  'connection',
  'connection_event',
  'network_alert',
];

/**
 * Fills a migrated database that has no accounts with people, their checks and scores, companies and five connections
 * for each person. The same input gives the same rows. The database itself makes the rows, which is faster than copying
 * them into it. If it fails, nothing is left behind. Nothing in it is encrypted, and no file is
 * stored, so reports, findings and the links of open invitations cannot be opened.
 * @param ownerUrl the database's address with the role that owns its tables
 * @returns how many seconds it took
 */
export async function fillDatabase(ownerUrl: string, wanted: FillWanted): Promise<number> {
  const started = performance.now();
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await loadInBulk(client, tables, async () => {
      await client.query(makePeople(wanted));
      const statements = [...insertPeople(wanted), ...insertCompanies(wanted), ...insertConnections(wanted)];
      for (const statement of statements) await client.query(statement);
      await client.query(countForOverview);
    });
    // Vacuum sets the visibility map, which index-only scans need.
    for (const table of tables) await client.query(`vacuum ${table}`);
    return (performance.now() - started) / SECOND;
  } finally {
    await client.end();
  }
}
