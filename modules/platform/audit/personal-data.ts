import { openForPeople } from '../crypto/person-keys.ts';
import { sql } from '../database/sql.ts';
import { isOnHold } from '../legal-holds.ts';
import { type DataSubject, type PersonalData, personalTables } from '../personal-data.ts';
import { SYSTEM_ADDRESS } from '../visit.ts';
import { auditColumns, auditDetail, type SealedEntry, sealedDetails } from './list.ts';

const table = personalTables('platform');

/**
 * Whose act it was: the id of an account or a company, which the export says in words (D151).
 * @param accountId the person who reads it
 */
function actorOf(entry: SealedEntry, accountId: string): string {
  const { actor_id, admin_id, company_id, key_id } = entry;
  if (admin_id) return admin_id;
  if (key_id && company_id) return company_id;
  if (!actor_id) return isVisit(entry) ? 'someone who was not logged in' : 'the portal';
  return company_id && actor_id !== accountId ? company_id : actor_id;
}

const isVisit = ({ address }: SealedEntry) => address !== null && address !== SYSTEM_ADDRESS;

/** The audit log and the person's key; both stay, and without the key the log's details are unreadable (D23). */
export const platformPersonalData: PersonalData = {
  module: 'platform',
  tables: [
    table({
      table: 'audit_entry',
      title: 'Record of what was done in your account and by whom',
      of: ({ accountId }: DataSubject) => sql`(about_id = ${accountId} or actor_id = ${accountId})`,
      columns: auditColumns,
      async present(rows, { db, portal }, { accountId }) {
        // What the person did to somebody else is left out: it is not theirs to read.
        const own = sealedDetails(rows.filter((row) => row.about_id === accountId));
        const details = await openForPeople(db, portal.keys, own);
        return rows.map((row) => {
          const yours = row.actor_id === accountId && !row.admin_id;
          const unknown = !row.actor_id && !row.key_id && isVisit(row);
          const seen = yours || unknown ? { address: row.address, agent: row.agent } : {};
          const detail = details.get(row.id) ?? null;
          return {
            at: row.at,
            action: row.action,
            by: actorOf(row, accountId),
            ...seen,
            detail: detail === null ? null : auditDetail(row, detail),
          };
        });
      },
      erase: 'nothing',
      retained: 'audit',
    }),
    table({
      table: 'person_key',
      title: 'The key that encrypts texts about you',
      of: ({ accountId }: DataSubject) => sql`person_id = ${accountId}`,
      withheld: 'A key tells nothing about you, and protects what is encrypted with it.',
      // The row stays, so that no new key is ever made for an erased person.
      erase: (_subject, now) => sql`wrapped = null, erased_at = coalesce(erased_at, ${now}::timestamptz)`,
    }),
    table({
      table: 'legal_hold',
      title: 'Notes about what the law makes us keep',
      of: ({ accountId }: DataSubject) => sql`account_id = ${accountId}`,
      withheld: 'The law requires us to keep some data, and may not let us say why.',
      erase: 'rows',
    }),
  ],
  holds: [{ wait: 'law', isOpen: (work, { accountId }) => isOnHold(work, { accountId }) }],
};
