import { z } from 'zod';
import { accountContains } from '#modules/identity/index.ts';
import {
  choiceFilter,
  column,
  defineGrid,
  gridColumn,
  openForPeople,
  operation,
  Refusal,
  searchFilter,
  segmentFilter,
  sql,
  staff,
  statement,
} from '#modules/platform/index.ts';
import { refundCauses, refundStates } from '#modules/purchasing/index.ts';
import { sealedNotes } from '../user/notes.ts';

/** The refunds of the portal: those that wait for a second admin, and what became of the others (D33). */

const stateLabels = {
  waiting: 'Needs approval',
  sending: 'Being sent',
  done: 'Refunded',
  failed: 'Failed',
  rejected: 'Rejected',
};

const columns = {
  id: gridColumn(column.uuid, 'r.id'),
  state: gridColumn(column.oneOf(refundStates), 'r.state', {
    filter: choiceFilter({
      name: 'state',
      label: 'State',
      any: 'Any state',
      choices: refundStates.map((value) => ({ value, label: stateLabels[value] })),
      where: (value) => sql`r.state = ${value}`,
    }),
  }),
  cause: gridColumn(column.oneOf(refundCauses), 'r.cause'),
  userid: gridColumn(column.uuid, 'r.account_id'),
  name: gridColumn(column.text, sql`person.firstname || ' ' || person.lastname`),
  emailaddress: gridColumn(column.text, 'person.emailaddress'),
  package_descrip: gridColumn(column.text, 'purchase.package_descrip'),
  /** Cents. */
  amount: gridColumn(column.integer, 'r.amount_cents'),
  currency: gridColumn(column.text, 'r.currency'),
  cancel_application: gridColumn(column.boolean, 'r.cancel_application'),
  requested_by: gridColumn(
    column.text.nullable(),
    sql`coalesce(requester.firstname || ' ' || requester.lastname, r.requested_operator || ' at the terminal')`,
  ),
  requested_at: gridColumn(column.instant, 'r.requested_at', {
    sort: { name: 'requested', by: sql`r.requested_at`, type: 'timestamptz' },
  }),
  decided_by: gridColumn(column.text.nullable(), sql`decider.firstname || ' ' || decider.lastname`),
  decided_at: gridColumn(column.instant.nullable(), 'r.decided_at'),
  /** The newer refund that replaces this failed one. */
  sent_again_as: gridColumn(
    column.uuid.nullable(),
    sql`(select later.id from refund later where later.follows_id = r.id)`,
  ),
  /** What the payment service said about the parts that it refused. */
  failure: gridColumn(
    column.text.nullable(),
    sql`(select string_agg(failure, ' ') from refund_part where refund_id = r.id)`,
  ),
};

/** The refunds, newest first. */
export const refundGrid = defineGrid({
  name: 'refunds',
  table: sql`refund r`,
  id: 'r.id',
  joins: sql`
    join purchase on purchase.id = r.purchase_id
    join account person on person.id = r.account_id
    left join account requester on requester.id = r.requested_by
    left join account decider on decider.id = r.decided_by`,
  columns,
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name or email',
      where: (term) => sql<boolean>`r.account_id in (select id from account where ${accountContains(term)})`,
    }),
    segmentFilter({
      name: 'work',
      label: 'Refunds',
      choices: [
        { value: 'all', label: 'All' },
        { value: 'waiting', label: 'Needs approval' },
        { value: 'unmatched', label: 'Unmatched payments' },
      ],
      where: (value) => (value === 'unmatched' ? sql`r.cause = 'unmatched'` : sql`r.state = 'waiting'`),
    }),
  ],
  order: ['requested', 'desc'],
  rows: 20,
});

export const listRefunds = operation({
  name: 'admin.list-refunds',
  summary: 'The refunds, newest first: those waiting for a second admin, and all others.',
  access: staff,
  kind: 'read',
  input: refundGrid.input,
  output: refundGrid.output.omit({ rows: true }).extend({ refunds: z.array(refundGrid.row) }),
  async run(work, input) {
    const { rows, ...page } = await refundGrid.read(work, input, { where: sql`true` }, undefined);
    return { refunds: rows, ...page };
  },
});

/** The money of the purchase, and the notes that were written in the transactions of the refund and its decision. */
const aboutRefund = statement({
  name: 'admin.about-refund',
  row: {
    paid: column.integer,
    refunded: column.integer,
    note_id: column.uuid.nullable(),
    note_account_id: column.uuid.nullable(),
    note_sealed: column.text.nullable(),
    decision_id: column.uuid.nullable(),
    decision_account_id: column.uuid.nullable(),
    decision_sealed: column.text.nullable(),
  },
  sql: (id: string) => sql`
    select coalesce(money.paid, 0)::int as paid, coalesce(money.refunded, 0)::int as refunded,
      note.id as note_id, note.account_id as note_account_id, note.note_sealed,
      decision.id as decision_id, decision.account_id as decision_account_id,
      decision.note_sealed as decision_sealed
    from refund r
    cross join lateral (
      select sum(entry.amount_cents) filter (where entry.kind = 'charge') as paid,
        -sum(entry.amount_cents) filter (where entry.kind in ('refund', 'refund-failed')) as refunded
      from ledger_entry entry left join ledger_entry charge on charge.id = entry.charge_id
      where entry.purchase_id = r.purchase_id and coalesce(charge.kind, entry.kind) = 'charge'
    ) money
    left join lateral (
      select id, account_id, note_sealed from admin_note
      where (author_account_id = r.requested_by or author_operator = r.requested_operator) and written_at = r.requested_at and note_type = 'refund'
      order by id limit 1
    ) note on true
    left join lateral (
      select id, account_id, note_sealed from admin_note
      where author_account_id = r.decided_by and written_at = r.decided_at and note_type = 'refund'
      order by id limit 1
    ) decision on true
    where r.id = ${id}`,
});

/** @throws Refusal not-found */
export const getRefund = operation({
  name: 'admin.get-refund',
  summary: 'One refund, with who issued it and who decided on it.',
  access: staff,
  kind: 'read',
  input: z.object({ refundid: z.uuid() }),
  output: z.object({
    refund: refundGrid.row,
    /** Cents that were paid for the check, by the buyer and the company together, and that went back before. */
    paid: z.number().int(),
    refunded: z.number().int(),
    /** What the admin who issued it wrote; null if nobody did, or once the person is erased. */
    reason: z.string().nullable(),
    /** What the admin who decided on it wrote, likewise. */
    decision_note: z.string().nullable(),
  }),
  async run(work, { refundid }) {
    const row = await refundGrid.readRow(work, sql<boolean>`r.id = ${refundid}`);
    if (!row) throw new Refusal('not-found', { detail: `refund ${refundid}` });
    const about = await work.row(aboutRefund(refundid));
    const noteId = about?.note_id ?? '';
    const decisionId = about?.decision_id ?? '';
    // A note stays with its person's key when a check moves to another account.
    const texts = await openForPeople(work.db, work.portal.keys, [
      ...sealedNotes(about?.note_account_id ?? '', [{ id: noteId, note_sealed: about?.note_sealed ?? null }]),
      ...sealedNotes(about?.decision_account_id ?? '', [
        { id: decisionId, note_sealed: about?.decision_sealed ?? null },
      ]),
    ]);
    return {
      refund: refundGrid.present(row, undefined),
      paid: about?.paid ?? 0,
      refunded: about?.refunded ?? 0,
      reason: texts.get(noteId) ?? null,
      decision_note: texts.get(decisionId) ?? null,
    };
  },
});
