import { z } from 'zod';
import {
  choiceFilter,
  column,
  defineGrid,
  getSetting,
  gridColumn,
  inputOf,
  operation,
  Refusal,
  segmentFilter,
  setSetting,
  sql,
  staff,
} from '#modules/platform/index.ts';
import { refundApproval, refundCauses, refundStates } from '#modules/purchasing/index.ts';
import { adminAudit } from '../audit.ts';
import { refundSettingsFields } from '../fields.ts';

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
  requested_by: gridColumn(column.text.nullable(), sql`requester.firstname || ' ' || requester.lastname`),
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

/** @throws Refusal not-found */
export const getRefund = operation({
  name: 'admin.get-refund',
  summary: 'One refund, with who issued it and who decided on it.',
  access: staff,
  kind: 'read',
  input: z.object({ refundid: z.uuid() }),
  output: z.object({ refund: refundGrid.row }),
  async run(work, { refundid }) {
    const row = await refundGrid.readRow(work, sql<boolean>`r.id = ${refundid}`);
    if (!row) throw new Refusal('not-found', { detail: `refund ${refundid}` });
    return { refund: refundGrid.present(row, undefined) };
  },
});

export const getRefundSettings = operation({
  name: 'admin.get-refund-settings',
  summary: 'The amount, in cents, above which a refund needs a second admin.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ approval_cents: z.number().int() }),
  async run(work) {
    return { approval_cents: await getSetting(work.db, refundApproval) };
  },
});

export const saveRefundSettings = operation({
  name: 'admin.save-refund-settings',
  summary: 'Sets the amount above which a refund needs a second admin.',
  access: staff,
  kind: 'write',
  input: inputOf(refundSettingsFields),
  output: z.object({}),
  async run(work, { approval }) {
    const before = await getSetting(work.db, refundApproval);
    if (before === approval) return {};
    await setSetting(work.db, refundApproval, approval, work.now);
    await work.audit({
      action: adminAudit.refundSettingsSaved,
      detail: { before_cents: before, after_cents: approval },
    });
    return {};
  },
});
