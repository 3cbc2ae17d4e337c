import { column, type DataSubject, personalTables, sql } from '#modules/platform/index.ts';
import { openUpdateFindings } from './updates.ts';

/** What monitoring stores about a person (D23). */

const table = personalTables('applications');
const ofAccount = ({ accountId }: DataSubject) => sql`account_id = ${accountId}`;

export const monitoringTables = [
  table({
    table: 'monitoring_consent',
    title: 'Your consent to monitoring',
    of: ofAccount,
    columns: {
      words: column.text,
      given_at: column.instant,
      address: column.text,
      agent: column.text,
      withdrawn_at: column.instant.nullable(),
      withdrawn_by: column.text.nullable(),
    },
    erase: 'nothing',
    retained: 'agreement',
  }),
  table({
    table: 'monitoring_update',
    title: 'What monitoring found',
    of: ofAccount,
    columns: {
      id: column.uuid,
      score: column.text,
      findings: column.text,
      report_hash: column.text,
      received_at: column.instant,
      state: column.text,
    },
    present: async (rows, work) =>
      rows.map(({ findings, ...row }) => ({
        ...row,
        findings: openUpdateFindings(work, row.id, findings),
      })),
    erase: 'nothing',
    retained: 'screening',
  }),
  table({
    table: 'monitored_profile',
    title: 'Checks that were monitored',
    of: ofAccount,
    columns: {
      application_id: column.uuid,
      state: column.text,
      monitoring_id: column.text.nullable(),
      created_at: column.instant,
      first_detected_at: column.instant.nullable(),
      last_update_at: column.instant.nullable(),
      disabled_at: column.instant.nullable(),
      disabled_for: column.text.nullable(),
    },
    // The score ends with the account; `monitoringSweep` ends what is still monitored at the agency.
    erase: 'nothing',
    retained: 'screening',
  }),
];
