import {
  CopiedRows,
  leftOut,
  placeholderPdf,
  replacements,
  type TableCopies,
} from '#modules/platform/index.ts';
import { evidenceHash } from './adverse-actions/evidence.ts';
import { noticeBody, noticeNote, sha256 } from './adverse-actions/notice.ts';
import type { AdverseDetails, EvidenceDetail, Notice } from './adverse-actions/shapes.ts';
import type { EvidenceKind } from './adverse-actions/states.ts';
import { reasonAad } from './alerts/exceptions/reading.ts';
import { INVITATION_CODE } from './invitations/inviting.ts';
import { SHARE_CODE } from './sharing/codes.ts';

const {
  always,
  codeWord,
  company,
  email,
  evenNull,
  firstname,
  hashOf,
  kept,
  lastname,
  linkCode,
  nulled,
  phone,
  REMOVED,
  sealed,
  sealedFor,
  shieldNumber,
  words,
} = replacements;

type Row = Parameters<typeof kept>[1];

/** Whom an invitation is for: the person, or the address until it is known who that is. */
const invited = (row: Row): string => row.of('account_id') ?? row.of('to_email') ?? row.of('id') ?? '';

const sortNameOf = ({ made }: Row, person: string): string =>
  `${made.lastname(person)} ${made.firstname(person)}`.toLowerCase();

function connectionName(row: Row): string {
  const client = row.of('sharing_company_id');
  return client === null ? sortNameOf(row, invited(row)) : row.made.company(client).toLowerCase();
}

function searchText(row: Row): string {
  const client = row.of('sharing_company_id');
  const { made } = row;
  const [address, shieldid] = [row.of('account_email') ?? row.of('to_email'), row.of('shieldid')];
  return [
    client === null ? made.fullName(invited(row)) : made.company(client),
    address === null ? '' : made.email(address),
    shieldid === null ? '' : made.shieldNumber(shieldid),
  ]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

const notice: Notice = { title: 'Notice', from: REMOVED, to: REMOVED, sections: [] };
const noticeHash = sha256(noticeBody(notice));
const reportHash = sha256(placeholderPdf);
/** The entries that name a notice and its report. */
const giving: readonly string[] = ['started', 'corrected', 'moved', 'final'];

/** The entries of each action, whose hashes are made of the made-up ones, so that they prove each other in the copy. */
function evidenceCopies() {
  const last = { action: '', hash: '' };
  const detailOf = (row: Row): EvidenceDetail => {
    const actor = row.of('actor_account_id');
    return {
      who: actor === null ? '' : row.made.fullName(actor),
      note: giving.includes(row.of('kind') ?? '') ? noticeNote(noticeHash, reportHash) : '',
    };
  };
  return {
    detail: sealed((_value, row) => JSON.stringify(detailOf(row))),
    hash: (_value: string, row: Row) => {
      const action = row.of('adverse_action_id') ?? '';
      const entry = {
        position: Number(row.of('position')),
        kind: row.of('kind') as EvidenceKind,
        at: new Date((row.of('at') ?? '').replace(' ', 'T').replace(/\+00$/, 'Z')),
        actorAccountId: row.of('actor_account_id'),
        detail: detailOf(row),
      };
      const hash = evidenceHash(action, entry, last.action === action ? last.hash : '');
      Object.assign(last, { action, hash });
      return hash;
    },
    kind: kept,
  };
}

/** A list that has not ended cannot go on, because the copy does not have its rows: it was cancelled. */
const unended = (row: Row): boolean => ['uploaded', 'sending', 'paused'].includes(row.of('state') ?? '');

/** What a copy without personal data has of the network module's tables: who is connected with whom, and no name. */
export const networkCopies: TableCopies = {
  access_request: {},
  adverse_action: {
    details: sealed((_value, row) => {
      const details: AdverseDetails = {
        person: row.made.fullName(row.of('account_id') ?? ''),
        decision: 'continue',
        results: [],
        assessment: '',
      };
      return JSON.stringify(details);
    }),
    place: kept,
  },
  adverse_evidence: new CopiedRows({
    order: ['adverse_action_id', 'position'],
    columns: evidenceCopies,
  }),
  adverse_notice: {
    body: sealed(noticeBody(notice)),
    body_hash: always(noticeHash),
    report_hash: hashOf(placeholderPdf),
    version: kept,
  },
  adverse_pause: {},
  alert_delivery: {},
  alert_mail: {},
  alert_reader: {},
  alert_rule: {},
  alert_rule_saving: {},
  alert_subscription: { include_statuses: kept },
  bulk_column_choice: leftOut,
  bulk_day: {},
  bulk_invitation: new CopiedRows({
    also: {
      begun_at: 'coalesce(t.started_at, t.made_at)',
      started_by: 'coalesce(t.started_by_account_id, t.made_by_account_id)',
    },
    columns: () => ({
      check_counts: kept,
      check_outcomes: kept,
      column_kinds: kept,
      ended_at: evenNull((row) => (unended(row) ? row.of('begun_at') : row.of('ended_at'))),
      file_name: always('people.csv'),
      head_sealed: nulled,
      pause_reason: nulled,
      resume_at: nulled,
      rows_key: nulled,
      sent_counts: kept,
      source: kept,
      started_at: evenNull((row) => row.of('begun_at')),
      started_by_account_id: evenNull((row) => row.of('started_by')),
      state: (value: string, row: Row) => (unended(row) ? 'cancelled' : value),
    }),
  }),
  bulk_invitation_row: { outcome: codeWord },
  bulk_limit: {},
  compliance_exception: new CopiedRows({
    also: { person: 'select c.account_id from connection c where c.id = t.connection_id' },
    columns: () => ({ reason_sealed: sealedFor('person', reasonAad) }),
  }),
  connection: new CopiedRows({
    also: { account_email: 'select a.emailaddress from account a where a.id = t.account_id' },
    columns: () => ({
      ...linkCode(INVITATION_CODE),
      legal_firstname: firstname('account_id'),
      legal_lastname: lastname('account_id'),
      score: kept,
      search_text: (_value: string, row: Row) => searchText(row),
      shieldid: shieldNumber,
      sort_name: (_value: string, row: Row) => connectionName(row),
      to_email: email,
      to_firstname: firstname(invited),
      to_lastname: lastname(invited),
      to_shieldid: shieldNumber,
      told_score: kept,
      told_stage: kept,
    }),
  }),
  connection_event: { kind: kept },
  invitation_detail: {
    business_name: company('connection_id'),
    mobile: phone,
    note: words,
  },
  invitation_mail: {},
  invite_center_code: leftOut,
  network_alert: {
    businessname: company('account_id'),
    firstname: firstname('account_id'),
    lastname: lastname('account_id'),
    previous_score: kept,
    score: kept,
    sort_name: (_value, row) => sortNameOf(row, row.of('account_id') ?? ''),
  },
  own_invitation_request: {},
  report_purpose: { purpose: kept, words: kept },
  search_entry: {},
  share_link: { ...linkCode(SHARE_CODE), label: words, to_email: email },
  sms_acceptance: leftOut,
  sms_opt_out: leftOut,
};
