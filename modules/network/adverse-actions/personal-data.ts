import {
  column,
  type DataSubject,
  type ErasureHold,
  type PersonalTable,
  personalTables,
  sql,
} from '#modules/platform/index.ts';
import { caseNumber } from './case-number.ts';
import { openDetails, openEvidence, openNotice } from './sealed.ts';

/** What adverse actions hold about a person. It stays after an erasure, as proof for 5 years (D133). */

const table = personalTables('network');
const ofAction = ({ accountId }: DataSubject) =>
  sql`adverse_action_id in (select id from adverse_action where account_id = ${accountId})`;

export const adverseTables: readonly PersonalTable[] = [
  table({
    table: 'adverse_evidence',
    title: 'What happened with those notices',
    of: ofAction,
    columns: {
      id: column.uuid,
      adverse_action_id: column.uuid,
      kind: column.text,
      at: column.instant,
      detail: column.text,
      hash: column.text,
    },
    present: async (rows, { portal }) =>
      rows.map(({ id, detail, ...row }) => ({
        ...row,
        ...openEvidence(portal.keys, id, detail),
      })),
    erase: 'nothing',
    retained: 'adverse-action',
  }),
  table({
    table: 'adverse_notice',
    title: 'The notices as you got them',
    of: ofAction,
    columns: {
      id: column.uuid,
      adverse_action_id: column.uuid,
      kind: column.text,
      body: column.text,
      body_hash: column.text,
      report_hash: column.text,
      made_at: column.instant,
    },
    present: async (rows, { portal }) =>
      rows.map(({ id, body, ...row }) => ({ ...row, body: openNotice(portal.keys, id, body) })),
    erase: 'nothing',
    retained: 'adverse-action',
  }),
  table({
    table: 'adverse_pause',
    title: 'When those decisions waited for your disputes',
    of: ofAction,
    columns: {
      adverse_action_id: column.uuid,
      from_at: column.instant,
      to_at: column.instant.nullable(),
    },
    erase: 'nothing',
    retained: 'adverse-action',
  }),
  table({
    table: 'adverse_action',
    title: 'Decisions of companies because of your report',
    of: ({ accountId }) => sql`account_id = ${accountId}`,
    columns: {
      id: column.uuid,
      case_number: column.integer,
      company_id: column.uuid,
      place: column.text,
      details: column.text,
      state: column.text,
      started_at: column.instant,
      delivered_at: column.instant.nullable(),
      wait_ends_at: column.instant.nullable(),
      closed_at: column.instant.nullable(),
    },
    present: async (rows, { portal }) =>
      rows.map(({ details, case_number, ...row }) => ({
        ...row,
        case_number: caseNumber(case_number),
        ...openDetails(portal.keys, row.id, details),
      })),
    erase: 'nothing',
    retained: 'adverse-action',
  }),
];

export const adverseHold: ErasureHold = {
  wait: 'adverse-action',
  async isOpen({ db }, { accountId }) {
    const open = await db
      .selectFrom('adverse_action')
      .select('id')
      .where('account_id', '=', accountId)
      .where('closed_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return open !== undefined;
  },
};
