import { z } from 'zod';
import {
  decideBlock,
  decideDispute,
  disputeAnswer,
  disputeKinds,
  disputeOutcomes,
  disputeStates,
  linkDocument,
  listCorrections,
  messageFiles,
  readCase,
  requireOpenCase,
  rescindBlock,
  takeDispute,
  writeAsStaff,
} from '#modules/applications/index.ts';
import { grades } from '#modules/platform/browser.ts';
import {
  column,
  defineGrid,
  gridColumn,
  inputOf,
  operation,
  readyWith,
  segmentFilter,
  sql,
  staff,
} from '#modules/platform/index.ts';
import {
  blockDecisionFields,
  blockRescissionFields,
  disputeDecisionFields,
  disputeReplyFields,
} from './fields.ts';
import { assignToCaller } from './pipeline/assigning.ts';

/** Disputes and requests for blocks, which staff handle in the order of their deadlines (D46). */

export const disputeGrid = defineGrid({
  name: 'disputes',
  table: sql`dispute d`,
  id: 'd.id',
  joins: sql`join account a on a.id = d.account_id
    join score_change sc on sc.id = d.score_change_id
    join cra_order placed on placed.id = sc.cra_order_id
    join screening_provider provider on provider.craid = placed.craid
    left join account taker on taker.id = d.taken_by_account_id`,
  columns: {
    id: gridColumn(column.uuid, 'd.id'),
    name: gridColumn(column.text, sql`a.firstname || ' ' || a.lastname`),
    emailaddress: gridColumn(column.text, 'a.emailaddress'),
    provider: gridColumn(column.text, 'provider.name'),
    state: gridColumn(column.oneOf(disputeStates), 'd.state'),
    outcome: gridColumn(column.oneOf(disputeOutcomes).nullable(), 'd.outcome'),
    kind: gridColumn(column.oneOf(disputeKinds), 'd.kind'),
    taken_by: gridColumn(column.text.nullable(), sql`taker.firstname || ' ' || taker.lastname`),
    received_at: gridColumn(column.instant, 'd.received_at', {
      sort: { name: 'received', by: sql`d.received_at`, type: 'timestamptz' },
    }),
    due_at: gridColumn(column.instant, 'd.due_at', {
      sort: { name: 'due', by: sql`d.due_at`, type: 'timestamptz' },
    }),
    overdue: gridColumn(column.boolean, (now) => sql`(d.resolved_at is null and d.due_at <= ${now})`),
  },
  filters: [
    segmentFilter({
      name: 'work',
      label: 'Disputes',
      choices: [
        { value: 'all', label: 'All' },
        { value: 'open', label: 'Open' },
        { value: 'blocks', label: 'Identity theft' },
        { value: 'mine', label: 'Assigned to me' },
      ],
      where: (chosen) =>
        chosen === 'blocks'
          ? sql`d.kind = 'identity-theft' and d.resolved_at is null`
          : sql`d.resolved_at is null`,
    }),
  ],
  order: ['due', 'asc'],
  rows: 20,
});

export const listDisputes = operation({
  name: 'admin.list-disputes',
  summary: 'The disputes, nearest deadline first.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: disputeGrid.input,
  output: disputeGrid.output.omit({ rows: true }).extend({ disputes: z.array(disputeGrid.row) }),
  async run(work, input) {
    const where =
      input.work === 'mine'
        ? sql<boolean>`d.taken_by_account_id = ${work.caller.accountId}`
        : sql<boolean>`true`;
    const { rows, ...page } = await disputeGrid.read(work, input, { where }, undefined);
    return { disputes: rows, ...page };
  },
});

const disputeId = z.object({ disputeid: z.uuid() });

export const getDispute = operation({
  name: 'admin.get-dispute',
  summary: 'One dispute with its messages and deadline.',
  access: staff,
  kind: 'read',
  input: disputeId,
  output: z.object({
    dispute: disputeAnswer,
    /** Whether it is assigned to the caller. */
    mine: z.boolean(),
    /** The scores that a correction can give. */
    corrections: z.array(z.enum(grades)),
  }),
  async run(work, { disputeid }) {
    const { dispute, takenBy } = await readCase(work, disputeid);
    const corrections = await listCorrections(work, dispute.applicationid);
    return { dispute, mine: takenBy === work.caller.accountId, corrections };
  },
});

export const assignDispute = operation({
  name: 'admin.assign-dispute',
  summary: 'Assigns a dispute to the caller.',
  access: staff,
  kind: 'write',
  input: disputeId,
  output: z.object({}),
  async run(work, { disputeid }) {
    await takeDispute(work, disputeid);
    await assignToCaller(work, ['dispute', 'identity_theft_block'], disputeid);
    return {};
  },
});

export const replyToDispute = operation({
  name: 'admin.reply-to-dispute',
  summary: 'Writes to the person in a dispute; the agency gets it too.',
  access: staff,
  kind: 'staged',
  input: inputOf(disputeReplyFields).extend(disputeId.shape).extend(messageFiles),
  output: z.object({}),
  ready: readyWith(disputeId, (work, { disputeid }) => requireOpenCase(work, disputeid)),
  async run(work, { disputeid, message, documents }) {
    await writeAsStaff(work, disputeid, { message, documents });
    return {};
  },
});

export const openDisputeDocument = operation({
  name: 'admin.open-dispute-document',
  summary: 'The address of a document in a dispute for the caller, valid for five minutes.',
  access: staff,
  kind: 'write',
  input: disputeId.extend({ documentid: z.uuid() }),
  output: z.object({ downloadlink: z.string() }),
  async run(work, { disputeid, documentid }) {
    return {
      downloadlink: await linkDocument(work, { disputeId: disputeid, documentId: documentid, own: false }),
    };
  },
});

export const decideBlockRequest = operation({
  name: 'admin.decide-block',
  summary: 'Blocks results that come from identity theft, or declines it with a reason.',
  access: staff,
  kind: 'write',
  input: inputOf(blockDecisionFields).extend(disputeId.shape),
  output: z.object({}),
  async run(work, { disputeid, decision, reason }) {
    await decideBlock(work, disputeid, { decision, reason });
    return {};
  },
});

export const rescindBlockOfReport = operation({
  name: 'admin.rescind-block',
  summary: 'Takes a block of results back, with a reason.',
  access: staff,
  kind: 'write',
  input: inputOf(blockRescissionFields).extend(disputeId.shape),
  output: z.object({}),
  async run(work, { disputeid, reason }) {
    await rescindBlock(work, disputeid, reason);
    return {};
  },
});

export const resolveDispute = operation({
  name: 'admin.resolve-dispute',
  summary: 'Enters the agency’s result of a dispute; a corrected one needs the agency’s score.',
  access: staff,
  kind: 'staged',
  input: inputOf(disputeDecisionFields).extend(disputeId.shape),
  output: z.object({}),
  async run(work, { disputeid, outcome, explanation, score }) {
    await decideDispute(work, disputeid, { outcome, explanation, ...(score ? { score } : {}) });
    return {};
  },
});
