import { z } from 'zod';
import { apiKey, pageInput, pageOf, unknownCursor } from '#modules/enterprise/index.ts';
import { anyOf, type KeyCaller, operation, type Work } from '#modules/platform/index.ts';
import { type ActionRow, getAction, placeOf, readStanding } from '../adverse-actions/actions.ts';
import { readEvidence } from '../adverse-actions/evidence.ts';
import { evidenceKinds, shownState, shownStates } from '../adverse-actions/states.ts';

/**
 * How far the adverse actions of the key's company are. What they rely on and what the notices say is of the report, so
 * that it is on the pages alone, and whom they are about is known to whoever may read the connection (D135).
 */

const action = z.object({
  id: z.uuid(),
  connection_id: z.uuid().nullable().describe('Null if the person is no longer in the company’s network.'),
  state: z.enum(shownStates),
  place: z.string(),
  started_at: z.date(),
  decide_from: z.date().nullable().describe('When the company may decide. Null while that is not known.'),
  closed_at: z.date().nullable().describe('Null while the action is open.'),
});

/** The connections of the people whom these actions are about, by their accounts. */
async function connectionsOf(work: Work<KeyCaller>, rows: readonly ActionRow[]) {
  const found = await work.db
    .selectFrom('connection')
    .select(['id', 'account_id'])
    .where('owner_company_id', '=', work.caller.companyId)
    .where('account_id', '=', anyOf(rows.map(({ account_id }) => account_id)))
    .where('connection_type', '=', 'INDIVIDUAL')
    .where('removed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
  return new Map(found.map(({ id, account_id }) => [account_id, id]));
}

const answerOf = (row: ActionRow, connections: ReadonlyMap<string | null, string>, now: Date) => ({
  id: row.id,
  connection_id: connections.get(row.account_id) ?? null,
  state: shownState(row, now),
  place: placeOf(row).name,
  started_at: row.started_at,
  decide_from: row.wait_ends_at,
  closed_at: row.closed_at,
});

export const listKeyAdverseActions = operation({
  name: 'network.list-key-adverse-actions',
  summary: 'Lists the adverse actions of the company, the newest first.',
  access: apiKey('adverse_actions:read'),
  kind: 'read',
  input: z.object(pageInput),
  output: pageOf(action),
  async run(work, { limit, starting_after: after }) {
    const own = work.db
      .selectFrom('adverse_action')
      .selectAll()
      .where('company_id', '=', work.caller.companyId);
    if (after !== undefined && !(await own.where('id', '=', after).executeTakeFirst())) throw unknownCursor();
    const rows = await own
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const connections = await connectionsOf(work, page);
    return { data: page.map((row) => answerOf(row, connections, work.now)), has_more: rows.length > limit };
  },
});

export const getKeyAdverseAction = operation({
  name: 'network.get-key-adverse-action',
  summary: 'One adverse action of the company, with its wait and what happened.',
  access: apiKey('adverse_actions:read'),
  kind: 'read',
  input: z.object({ adverseid: z.uuid() }),
  output: action.extend({
    wait: z
      .object({
        days: z.number().describe('How many calendar days the person has.'),
        passed: z.number(),
        last_day: z.iso.date(),
      })
      .nullable()
      .describe('Null before the notice is delivered.'),
    events: z.array(z.object({ type: z.enum(evidenceKinds), at: z.date() })),
  }),
  async run(work, { adverseid }) {
    const row = await getAction(work, adverseid, { companyId: work.caller.companyId });
    const standing = await readStanding(work, row);
    const evidence = await readEvidence(work, row.id);
    return {
      ...answerOf(row, await connectionsOf(work, [row]), work.now),
      wait: standing && { days: standing.total, passed: standing.passed, last_day: standing.lastDay },
      events: evidence.map(({ kind: type, at }) => ({ type, at })),
    };
  },
});
