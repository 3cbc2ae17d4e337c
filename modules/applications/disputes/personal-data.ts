import { column, type DataSubject, personalTables, sql } from '#modules/platform/index.ts';
import { openDocumentName, openMessage, openTexts } from './sealed.ts';

/** What disputes hold about a person (D23). */

const table = personalTables('applications');
const ofAccount = ({ accountId }: DataSubject) => sql`account_id = ${accountId}`;

export const disputeTables = [
  table({
    table: 'dispute',
    title: 'Errors you reported',
    of: ofAccount,
    columns: {
      id: column.uuid,
      score_change_id: column.uuid,
      errortext: column.text,
      received_at: column.instant,
      due_at: column.instant,
      resolved_at: column.instant.nullable(),
      state: column.text,
      outcome: column.text.nullable(),
      items: column.text.nullable(),
      statement: column.text.nullable(),
      explanation: column.text.nullable(),
      kind: column.text,
      blocked_at: column.instant.nullable(),
      lifted_at: column.instant.nullable(),
      lift_reason: column.text.nullable(),
    },
    present: async (rows, { portal }) => rows.map((row) => ({ ...row, ...openTexts(portal, row) })),
    erase: 'nothing',
    retained: 'screening',
  }),
  table({
    table: 'dispute_document',
    title: 'Documents in your disputes',
    of: ofAccount,
    columns: {
      id: column.uuid,
      dispute_id: column.uuid,
      purpose: column.text,
      author: column.text,
      name: column.text,
      content_type: column.text,
      file_bytes: column.integer,
      added_at: column.instant,
    },
    present: async (rows, { portal }) =>
      rows.map(({ name, ...row }) => ({ ...row, name: openDocumentName(portal, row.id, name) })),
    erase: 'nothing',
    retained: 'screening',
  }),
  table({
    table: 'dispute_message',
    title: 'Messages in your disputes',
    of: ofAccount,
    columns: {
      id: column.uuid,
      dispute_id: column.uuid,
      author: column.text,
      body: column.text,
      written_at: column.instant,
    },
    present: async (rows, { portal }) =>
      rows.map(({ body, ...row }) => ({ ...row, body: openMessage(portal, row.id, body) })),
    erase: 'nothing',
    retained: 'screening',
  }),
];
