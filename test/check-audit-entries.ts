import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Work } from '#modules/platform/index.ts';
import { rowsOf } from '#test/sql.ts';

/**
 * Compares each audit entry with a list that was written independently of the code: who did it, about whom, and to what.
 * It does not matter which test causes the entry.
 *
 * - actor: `key`, a key of a company; `caller`, the person of the session; `named`, somebody who has no session yet; `nobody`, the portal itself
 * - about: `owner`, the person whom the object belongs to; `actor`; `another` person; `nobody`; `omitted`: nobody, although
 *   the object belongs to a person
 * - object: its kind, with `!` if no such row exists; `-` for none
 * - detail: yes or no
 */

const list = 'test/checks/audit-entries.tsv';
const listed = new Set(
  readFileSync(join(import.meta.dirname, 'checks', 'audit-entries.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1),
);

interface Entry {
  action: string;
  actor_id: string | null;
  key_id: string | null;
  about_id: string | null;
  object_type: string | null;
  object_id: string | null;
  detailed: boolean;
}

/**
 * @returns the people that the entries name, and the owners of their objects
 * @throws Error if this transaction wrote an entry of a kind that is not listed
 */
export async function checkAuditEntries(work: Work<unknown>): Promise<Set<string>> {
  const people = new Set<string>();
  const entries = await rowsOf(
    work,
    sql<Entry>`
    /* asked by the tests */ select action, actor_id, key_id, about_id, object_type, object_id, (detail is not null or detail_sealed is not null) as detailed
    from audit_entry
    where at = ${work.now} and xmin::text::bigint = pg_current_xact_id()::text::bigint & 4294967295`,
  );
  for (const entry of entries) {
    if (entry.action.startsWith('test.')) continue;
    const object = await findObject(work, entry);
    for (const id of [entry.actor_id, entry.about_id, object.owner]) if (id) people.add(id);
    const line = await lineOf(work, entry, object);
    if (process.env.RECORD_AUDIT) appendFileSync(process.env.RECORD_AUDIT, `${line}\n`);
    else if (!listed.has(line)) {
      throw new Error(
        `${list}: if the audit entry is meant so, add the line "${line.replaceAll('\t', '\\t')}"`,
      );
    }
  }
  return people;
}

async function lineOf(work: Work<unknown>, entry: Entry, { found, owner }: AuditedObject): Promise<string> {
  const session = await work.visit.caller();
  const { action, actor_id, key_id, about_id, object_type } = entry;
  const actor =
    key_id !== null
      ? 'key'
      : actor_id === null
        ? 'nobody'
        : actor_id === session?.accountId
          ? 'caller'
          : 'named';
  const about =
    about_id === null
      ? owner
        ? 'omitted'
        : 'nobody'
      : about_id === owner
        ? 'owner'
        : about_id === actor_id
          ? 'actor'
          : 'another';
  const object = object_type === null ? '-' : found ? object_type : `${object_type}!`;
  return [action, actor, about, object, entry.detailed ? 'yes' : 'no'].join('\t');
}

/** Whether the object of an entry exists, and which account it belongs to. */
interface AuditedObject {
  found: boolean;
  owner: string | null;
}

async function findObject(
  work: Work<unknown>,
  { object_type: type, object_id: id }: Entry,
): Promise<AuditedObject> {
  if (type === null) return { found: false, owner: null };
  const table = (await tablesOf(work)).get(type);
  if (!table) return { found: false, owner: null };
  const owner = table.owner === null ? sql`null` : sql.ref(table.owner);
  const [row] = await rowsOf(
    work,
    sql<{ owner: string | null }>`
    /* asked by the tests */ select ${owner}::text as owner from ${sql.table(type)} where ${sql.ref(table.key)}::text = ${id}`,
  );
  return { found: row !== undefined, owner: row?.owner ?? null };
}

interface Table {
  /** The name of its id column. */
  key: string;
  /** The column with the id of its person; null if there is none. */
  owner: string | null;
}
let tables: Map<string, Table> | undefined;

async function tablesOf(work: Work<unknown>): Promise<Map<string, Table>> {
  if (tables) return tables;
  const rows = await rowsOf(
    work,
    sql<{ name: string; key: string; owned: boolean }>`
    /* asked by the tests */ select c.relname as name, key.attname as key, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped) as owned
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute key on key.attrelid = c.oid and key.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  tables = new Map(rows.map(({ name, key, owned }) => [name, { key, owner: owned ? 'account_id' : null }]));
  tables.set('account', { key: 'id', owner: 'id' });
  return tables;
}
