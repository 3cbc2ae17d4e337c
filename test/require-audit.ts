import { type Portal, sql, type Work } from '#modules/platform/index.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import { checkAuditEntries } from './check-audit-entries.ts';
import { checkRowOwners } from './check-row-owners.ts';
import { operations } from './checks/operation-list.ts';

/**
 * Tables that need no audit entry: counters, sessions, what was typed when one ended, codes, payment attempts, queued work, and logs. Payments have an
 * entry with their purchase.
 */
const technical = new Set([
  'audit_entry',
  'throttle',
  'login_failure',
  'session',
  'kept_text',
  'person_key',
  'verification_code',
  'passkey_challenge',
  'hook_event',
  'access_entry',
  'connection_event',
  'network_alert',
  'alert_delivery',
  'alert_mail',
  'application_status_change',
  'outbox_message',
  'sent_mail',
  'overview_count',
  'payment_attempt',
  'search_entry',
  'web_vital',
  'key_request',
  'webhook_delivery',
  'release_note_reader',
  'alert_reader',
  'tour_end',
]);

/** Tables that one operation may write without an entry, each with the reason. */
const withoutEntry: Record<string, readonly string[]> = {
  // A signing record is evidence by itself (document, hash, time, address, agent; never changed). What the person
  // enters takes effect with the submission, which has an entry.
  'applications.update-application-details': [
    'signing_record',
    'application',
    'application_step',
    'application_jurisdiction',
    'application_draft',
  ],
  // The row stores when the score's terms, the sharing choices and the download were recorded. The decision, the
  // preferences and the download have their own entries.
  'applications.save-accept': ['score_change'],
  'applications.save-accept-from-code': ['score_change'],
  'applications.download-report': ['score_change'],
  'applications.download-report-from-code': ['score_change'],
  // The row stores when each event of the mail happened. A bounce that ends an invitation is in the history.
  'identity.receive-mail-event': ['invitation_mail'],
  // Only the number of unread alerts after the person has read them.
  'network.update-alert-count': ['session_facts'],
  // The digits that were tried, the code that went out, and that the question may go out. Wrong digits, the answer
  // and a new start have entries.
  'network.prove-sms-number': ['sms_acceptance'],
  'network.prove-sms-code': ['sms_acceptance'],
  'network.sms-invite': ['sms_acceptance'],
  // When and on which host the terms were accepted. The payment has an entry.
  // That the company's card, which was declined before, is taken again.
  'purchasing.pay-here': ['purchase', 'company_card'],
  'purchasing.pay-there': ['purchase', 'company_card'],
  'purchasing.set-purchase-confirmed': ['purchase', 'company_card'],
};

const names = new Set(operations.map(({ name }) => name));

/**
 * Makes an operation fail if it changed rows without an audit entry in the same transaction, whichever test runs it.
 * Add the entry (`work.audit`), or add the table to the list above with its reason.
 */
export function requireAudit(portal: Portal): void {
  const { transaction } = portal;
  let tables: Tables | undefined;
  portal.transaction = (entry, run) =>
    transaction(entry, async (work) => {
      if (!names.has(entry.operation)) return run(work);
      tables ??= await listTables(work);
      const before = await countChanges(work, tables);
      const result = await run(work);
      await work.em.flush();
      const after = await countChanges(work, tables);
      await checkChanges(work, entry.operation, before, after);
      const written = (kind: 'inserted' | 'updated') =>
        [...after].filter(([name, now]) => now[kind] > (before.get(name)?.[kind] ?? 0)).map(([name]) => name);
      const people = written('inserted').includes('audit_entry')
        ? await checkAuditEntries(work)
        : new Set<string>();
      await checkRowOwners(work, entry.operation, written('updated'), people);
      return result;
    });
}

/** The tables of a portal: their oids in the database, and their names in the same order. */
interface Tables {
  oids: number[];
  names: string[];
}

async function listTables(work: Work<unknown>): Promise<Tables> {
  const rows = await rowsOf(
    work,
    sql<{ oid: number; name: string }>`
    /* asked by the tests */ select oid::int8::int as oid, relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return { oids: rows.map(({ oid }) => oid), names: rows.map(({ name }) => name) };
}

/** How many rows of one table were inserted, updated and deleted. */
interface Written {
  inserted: number;
  updated: number;
  deleted: number;
}

/**
 * What was written to each table by this transaction and by earlier ones on the same connection. The view
 * pg_stat_xact_user_tables contains the same but is ten times slower, and each write in a test needs it twice.
 */
async function countChanges(work: Work<unknown>, tables: Tables): Promise<Map<string, Written>> {
  const rows = await rowsOf(
    work,
    sql<Written & { name: string }>`
    /* asked by the tests */ select name, inserted, updated, deleted
    from unnest(${tables.oids}::oid[], ${tables.names}::text[]) as t (oid, name),
      lateral (select pg_stat_get_xact_tuples_inserted(oid)::int as inserted,
        pg_stat_get_xact_tuples_updated(oid)::int as updated,
        pg_stat_get_xact_tuples_deleted(oid)::int as deleted offset 0) as written
    where inserted + updated + deleted > 0`,
  );
  return new Map(rows.map(({ name, ...written }) => [name, written]));
}

async function checkChanges(
  work: Work<unknown>,
  operation: string,
  before: Map<string, Written>,
  after: Map<string, Written>,
): Promise<void> {
  const none: Written = { inserted: 0, updated: 0, deleted: 0 };
  const allowed = withoutEntry[operation] ?? [];
  const silent: string[] = [];
  for (const [name, total] of after) {
    const earlier = before.get(name) ?? none;
    const inserted = total.inserted - earlier.inserted;
    const updated = total.updated - earlier.updated;
    const deleted = total.deleted - earlier.deleted;
    if (inserted + updated + deleted === 0) continue;
    if (name === 'audit_entry') return;
    if (technical.has(name) || allowed.includes(name)) continue;
    // An insert that conflicts with another transaction counts as inserted and deleted, and leaves no row.
    if (updated === 0 && inserted === deleted && !(await hasOwnRows(work, name))) continue;
    silent.push(name);
  }
  if (silent.length === 0) return;
  throw new Error(
    `${operation} changed ${silent.join(', ')} and wrote no audit entry (test/require-audit.ts)`,
  );
}

/** Whether the table contains rows that the current transaction wrote. */
async function hasOwnRows(work: Work<unknown>, table: string): Promise<boolean> {
  const row = await rowOf(
    work,
    sql<{ found: boolean }>`
    /* asked by the tests */ select exists (select 1 from ${sql.table(table)}
      where xmin::text::bigint = pg_current_xact_id()::text::bigint & 4294967295) as found`,
  );
  return row?.found === true;
}
