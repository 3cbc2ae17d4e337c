import { expect, test } from 'vitest';
import {
  getPrivacyRequest,
  listDisputes,
  listPrivacyRequests,
  openDisputeDocument,
  takePrivacyRequest,
} from '#modules/admin/index.ts';
import { DAY, HOUR, newId, type RawBuilder, sql } from '#modules/platform/index.ts';
import { newApplication, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** The queues of staff, with rows in every state and at the very moment of their deadline. */
const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const { visitor } = staff;
const colleague = await newStaff(portal, { firstname: 'Tom', lastname: 'Okafor' });
const now = portal.clock.now();
const at = (ms: number) => new Date(now.getTime() + ms);
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);

interface Case {
  due: number;
  kind?: 'error' | 'identity-theft';
  resolved?: boolean;
  takenBy?: string;
}

async function newDispute({ due, kind = 'error', resolved = false, takenBy }: Case): Promise<string> {
  const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Dora', lastname: 'Disputer' });
  const application = await newApplication(portal, accountId, 'done');
  const change = await newScoreChange(portal, accountId, application, 'new', 'IC03');
  const id = newId();
  await write(sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, opened_at_status,
      received_at, due_at, kind, items, state, resolved_at, outcome, result_due_at, taken_by_account_id, taken_at)
    values (${id}, ${accountId}, ${application}, ${change}, ${someSealed}, 'done', ${at(due - 30 * DAY)}, ${at(due)}, ${kind},
      ${kind === 'error' ? null : someSealed}, ${resolved ? 'withdrawn' : 'received'},
      ${resolved ? at(0) : null}, ${resolved ? 'withdrawn' : null}, ${resolved ? at(DAY) : null}, ${takenBy ?? null},
      ${takenBy ? at(0) : null})`);
  return id;
}

test('disputes are in the order of their deadlines, overdue from that moment until they are resolved', async () => {
  const later = await newDispute({ due: HOUR, takenBy: staff.accountId });
  const soon = await newDispute({ due: 1, kind: 'identity-theft', takenBy: colleague.accountId });
  const passed = await newDispute({ due: 0, kind: 'identity-theft' });
  const resolved = await newDispute({
    due: -1,
    kind: 'identity-theft',
    resolved: true,
    takenBy: staff.accountId,
  });
  const list = async (work?: 'all' | 'open' | 'blocks' | 'mine') =>
    (await visitor.perform(listDisputes, work ? { work } : {})).disputes;
  const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id);
  expect(await ids()).toEqual([resolved, passed, soon, later]);
  expect(await ids('open')).toEqual([passed, soon, later]);
  expect(await ids('blocks')).toEqual([passed, soon]);
  expect(await ids('mine')).toEqual([later]);
  expect((await list()).map(({ overdue, taken_by }) => [overdue, taken_by])).toEqual([
    [false, 'Ada Minton'],
    [true, null],
    [false, 'Tom Okafor'],
    [false, 'Ada Minton'],
  ]);
  expect((await list())[0]).toMatchObject({
    name: 'Dora Disputer',
    state: 'withdrawn',
    outcome: 'withdrawn',
  });
  const received = await visitor.perform(listDisputes, { sort: 'received', dir: 'desc' });
  expect(received.disputes.map(({ id }) => id)).toEqual([later, soon, passed, resolved]);
  const document = visitor.perform(openDisputeDocument, { disputeid: soon, documentid: newId() });
  expect((await refusalOf(document)).code).toBe('not-found');
});

type RequestState = 'open' | 'taken' | 'answered' | 'closed';

async function newRequest(due: number, state: RequestState, takenBy?: string): Promise<string> {
  const id = newId();
  const answered = state === 'answered' ? at(0) : null;
  const closed = state === 'closed' ? at(0) : null;
  await write(sql`insert into privacy_request (id, kind, state, name, emailaddress, host, requested_at, due_at,
      answered_at, closed_at, outcome, taken_by_account_id, taken_at)
    values (${id}, 'limit', ${state}, 'Wanda', ${`${id}@example.com`}, 'localhost:3000', ${at(due - 21 * DAY)}, ${at(due)},
      ${answered}, ${closed}, ${closed && 'answered'}, ${takenBy ?? null}, ${takenBy ? at(0) : null})`);
  return id;
}

test('requests are overdue from the moment of their deadline until they are answered or closed', async () => {
  const later = await newRequest(HOUR, 'taken', staff.accountId);
  const soon = await newRequest(1, 'taken', colleague.accountId);
  const passed = await newRequest(0, 'open');
  const answered = await newRequest(-1, 'answered', staff.accountId);
  const closed = await newRequest(-2, 'closed');
  const list = async (asked: object) => (await visitor.perform(listPrivacyRequests, asked)).requests;
  const ids = async (asked: object) => (await list(asked)).map(({ id }) => id);
  expect(await ids({})).toEqual([closed, answered, passed, soon, later]);
  expect((await list({})).map(({ overdue }) => overdue)).toEqual([false, false, true, false, false]);
  expect(await ids({ work: 'waiting' })).toEqual([passed, soon, later]);
  // What was answered is nobody's work, though it stays known who took it.
  expect(await ids({ work: 'mine' })).toEqual([later]);
  expect(await ids({ state: 'answered' })).toEqual([answered]);
  expect(await ids({ kind: 'limit', state: 'closed' })).toEqual([closed]);
  expect(await ids({ kind: 'export' })).toEqual([]);
  await visitor.perform(takePrivacyRequest, { requestid: passed });
  expect((await visitor.perform(getPrivacyRequest, { requestid: passed })).request).toMatchObject({
    id: passed,
    state: 'taken',
    taken_by: 'Ada Minton',
  });
  const unknown = visitor.perform(getPrivacyRequest, { requestid: newId() });
  expect((await refusalOf(unknown)).code).toBe('not-found');
});
