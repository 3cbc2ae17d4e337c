import { openForPeople } from '../crypto/person-keys.ts';
import { sql } from '../database/sql.ts';
import { type DataSubject, type PersonalData, personalTables } from '../personal-data.ts';
import { auditColumns, sealedDetails } from './list.ts';

const table = personalTables('platform');

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
        return rows.map(({ id, at, action, address, agent }) => ({
          at,
          action,
          address,
          agent,
          detail: details.get(id) ?? null,
        }));
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
  ],
};
