import { z } from 'zod';
import { companyMember, roleAtLeast } from '#modules/enterprise/index.ts';
import { operation, type Work } from '#modules/platform/index.ts';
import { ADVERSE_LISTED } from '../limits.ts';
import { type ActionRow, firstDecisionDay, getAction, placeOf } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { openDetails } from './sealed.ts';
import { caseAnswer, readCase } from './showing.ts';
import { shownState, shownStates } from './states.ts';

/** What a company reads of its adverse actions. A viewer sees no results, since they are of the report (D100). */

export const adverseListed = z.object({
  id: z.uuid(),
  /** Such as `A-482-193`. */
  number: z.string(),
  person: z.string(),
  decision: z.string(),
  place: z.string(),
  state: z.enum(shownStates),
  started_at: z.date(),
  /** The first day on which the company may decide, at the place of work (D133). */
  decide_from: z.iso.date().nullable(),
  closed_at: z.date().nullable(),
});

/** A row of the list, as the company and staff see it. */
export function listed(
  work: Pick<Work, 'now' | 'portal'>,
  row: ActionRow & { details: string },
): z.output<typeof adverseListed> {
  const { person, decision } = openDetails(work.portal.keys, row.id, row.details);
  return {
    id: row.id,
    number: caseNumber(row.case_number),
    person,
    decision,
    place: placeOf(row).name,
    state: shownState(row, work.now),
    started_at: row.started_at,
    decide_from: firstDecisionDay(row),
    closed_at: row.closed_at,
  };
}

export const listAdverseActions = operation({
  name: 'network.list-adverse-actions',
  summary: 'The adverse actions of the caller’s company, open ones first.',
  access: companyMember('viewer'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ actions: z.array(adverseListed) }),
  async run(work) {
    const rows = await work.db
      .selectFrom('adverse_action')
      .selectAll()
      .where('company_id', '=', work.caller.companyId)
      .orderBy((row) => row.eb('closed_at', 'is not', null))
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(ADVERSE_LISTED)
      .execute();
    return {
      actions: rows.map((row) => listed(work, row)),
    };
  },
});

export const getAdverseAction = operation({
  name: 'network.get-adverse-action',
  summary: 'An adverse action of the caller’s company with its notices and evidence.',
  access: companyMember('viewer'),
  kind: 'read',
  input: z.object({ adverseid: z.uuid() }),
  output: z.object({ adverse: caseAnswer, connectionid: z.uuid().nullable() }),
  async run(work, { adverseid }) {
    const { companyId, teamRole } = work.caller;
    const row = await getAction(work, adverseid, { companyId });
    const found = await readCase(work, row);
    const isViewer = !roleAtLeast(teamRole, 'admin');
    const connection = await work.db
      .selectFrom('connection')
      .select('id')
      .where('owner_company_id', '=', companyId)
      .where('account_id', '=', row.account_id)
      .where('connection_type', '=', 'INDIVIDUAL')
      .where('removed_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst();
    return {
      adverse: isViewer ? { ...found, results: [], notices: [] } : found,
      connectionid: connection?.id ?? null,
    };
  },
});
