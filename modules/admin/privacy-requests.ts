import { z } from 'zod';
import {
  answerRequest,
  closeLimit,
  openTexts,
  privacyOutcomes,
  privacyRequestKinds,
  privacyRequestStates,
  sendPrivacyNotice,
  takeRequest,
} from '#modules/identity/index.ts';
import {
  choiceFilter,
  column,
  defineGrid,
  erasureWaits,
  gridColumn,
  inputOf,
  operation,
  segmentFilter,
  sql,
  staff,
} from '#modules/platform/index.ts';
import { privacyAnswerFields, privacyClosingFields } from './fields.ts';
import { assignToCaller } from './pipeline/assigning.ts';
import { Refusal } from './refusals.ts';

/** The queue of requests about personal data, which staff handle in the order of their deadlines (D23). */

const kindLabels = { limit: 'Limit', export: 'Copy', deletion: 'Deletion' };
const stateLabels = { open: 'Open', taken: 'Assigned', answered: 'Answered', closed: 'Closed' };

const columns = {
  id: gridColumn(column.uuid, 'r.id'),
  kind: gridColumn(column.oneOf(privacyRequestKinds), 'r.kind', {
    filter: choiceFilter({
      name: 'kind',
      label: 'Kind',
      any: 'Any kind',
      choices: privacyRequestKinds.map((value) => ({ value, label: kindLabels[value] })),
      where: (value) => sql`r.kind = ${value}`,
    }),
  }),
  state: gridColumn(column.oneOf(privacyRequestStates), 'r.state', {
    filter: choiceFilter({
      name: 'state',
      label: 'State',
      any: 'Any state',
      choices: privacyRequestStates.map((value) => ({ value, label: stateLabels[value] })),
      where: (value) => sql`r.state = ${value}`,
    }),
  }),
  outcome: gridColumn(column.oneOf(privacyOutcomes).nullable(), 'r.outcome'),
  userid: gridColumn(column.uuid.nullable(), 'r.account_id'),
  /** Empty once the person is erased. */
  name: gridColumn(column.text, 'r.name'),
  emailaddress: gridColumn(column.text, 'r.emailaddress'),
  requested_at: gridColumn(column.instant, 'r.requested_at', {
    sort: { name: 'requested', by: sql`r.requested_at`, type: 'timestamptz' },
  }),
  due_at: gridColumn(column.instant, 'r.due_at', {
    sort: { name: 'due', by: sql`r.due_at`, type: 'timestamptz' },
  }),
  overdue: gridColumn(
    column.boolean,
    (now) => sql`(r.closed_at is null and r.answered_at is null and r.due_at <= ${now})`,
  ),
  erase_at: gridColumn(column.instant.nullable(), 'r.erase_at'),
  waits_for: gridColumn(column.oneOf(erasureWaits).nullable(), 'r.waits_for'),
  waits_until: gridColumn(column.instant.nullable(), 'r.waits_until'),
  taken_by: gridColumn(column.text.nullable(), sql`taker.firstname || ' ' || taker.lastname`),
  answered_at: gridColumn(column.instant.nullable(), 'r.answered_at'),
  closed_at: gridColumn(column.instant.nullable(), 'r.closed_at'),
};

/** What was written, encrypted. */
const internal = {
  taken_by_account_id: gridColumn(column.uuid.nullable(), 'r.taken_by_account_id'),
  message_sealed: gridColumn(column.text.nullable(), 'r.message_sealed'),
  answer_sealed: gridColumn(column.text.nullable(), 'r.answer_sealed'),
};

/** The requests; those that are due first are at the top. */
export const privacyRequestGrid = defineGrid({
  name: 'requests',
  table: sql`privacy_request r`,
  id: 'r.id',
  joins: sql`left join account taker on taker.id = r.taken_by_account_id`,
  columns,
  internal,
  filters: [
    segmentFilter({
      name: 'work',
      label: 'Requests',
      choices: [
        { value: 'all', label: 'All' },
        { value: 'waiting', label: 'Waiting' },
        { value: 'mine', label: 'Assigned to me' },
      ],
      where: (value) =>
        value === 'mine' ? sql`r.state = 'taken'` : sql`(r.closed_at is null and r.answered_at is null)`,
    }),
  ],
  order: ['due', 'asc'],
  rows: 20,
});

export const listPrivacyRequests = operation({
  name: 'admin.list-privacy-requests',
  summary: 'The requests about personal data, nearest deadline first.',
  access: staff,
  kind: 'read',
  input: privacyRequestGrid.input,
  output: privacyRequestGrid.output
    .omit({ rows: true })
    .extend({ requests: z.array(privacyRequestGrid.row) }),
  async run(work, input) {
    const where =
      input.work === 'mine'
        ? sql<boolean>`r.taken_by_account_id = ${work.caller.accountId}`
        : sql<boolean>`true`;
    const { rows, ...page } = await privacyRequestGrid.read(work, input, { where }, undefined);
    return { requests: rows, ...page };
  },
});

const requestId = z.object({ requestid: z.uuid() });

export const getPrivacyRequest = operation({
  name: 'admin.get-privacy-request',
  summary: 'One request about personal data, with its message and answer.',
  access: staff,
  kind: 'read',
  input: requestId,
  output: z.object({
    request: privacyRequestGrid.row.extend({ message: z.string().nullable(), answer: z.string().nullable() }),
    /** Whether it is assigned to the caller. */
    mine: z.boolean(),
  }),
  async run(work, { requestid }) {
    const row = await privacyRequestGrid.readRow(work, sql<boolean>`r.id = ${requestid}`);
    if (!row) throw new Refusal('not-found', { detail: `privacy request ${requestid}` });
    return {
      request: { ...privacyRequestGrid.present(row, undefined), ...openTexts(work, row) },
      mine: row.taken_by_account_id === work.caller.accountId,
    };
  },
});

export const takePrivacyRequest = operation({
  name: 'admin.take-privacy-request',
  summary: 'Assigns a request about personal data to the caller.',
  access: staff,
  kind: 'write',
  input: requestId,
  output: z.object({}),
  async run(work, { requestid }) {
    await takeRequest(work, requestid, work.caller.accountId);
    await assignToCaller(work, ['privacy_request'], requestid);
    return {};
  },
});

export const answerPrivacyRequest = operation({
  name: 'admin.answer-privacy-request',
  summary: 'Answers a request to limit the use of personal data, by email.',
  access: staff,
  kind: 'write',
  input: inputOf(privacyAnswerFields).extend(requestId.shape),
  output: z.object({}),
  async run(work, { requestid, answer }) {
    await answerRequest(work, requestid, answer);
    await work.enqueue(sendPrivacyNotice, { requestId: requestid, occasion: 'answered' });
    return {};
  },
});

export const closePrivacyRequest = operation({
  name: 'admin.close-privacy-request',
  summary:
    'Closes a request to limit the use of personal data. Without an answer, the person is mailed the reason.',
  access: staff,
  kind: 'write',
  input: inputOf(privacyClosingFields).partial().extend(requestId.shape),
  output: z.object({}),
  async run(work, { requestid, reason = '' }) {
    const outcome = await closeLimit(work, requestid, reason);
    if (outcome === 'dismissed') {
      await work.enqueue(sendPrivacyNotice, { requestId: requestid, occasion: 'closed' });
    }
    return {};
  },
});
