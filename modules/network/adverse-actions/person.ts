import { z } from 'zod';
import { openReportVersion } from '#modules/applications/index.ts';
import { type Caller, operation, person, temporaryFile, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { ADVERSE_LISTED } from '../limits.ts';
import { type ActionRow, firstDecisionDay, lockAction } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { byCaller, writeEvidence } from './evidence.ts';
import { caseAnswer, readCase } from './showing.ts';
import { shownState, shownStates } from './states.ts';

/**
 * What the person reads of an adverse action about them. That they opened it is written down, so staff who act as them
 * cannot (D16).
 */

const input = z.object({ adverseid: z.uuid() });

export const listMyNotices = operation({
  name: 'network.list-my-notices',
  summary:
    'The notices that companies gave the caller about decisions because of their report, open ones first.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    notices: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        company: z.string(),
        state: z.enum(shownStates),
        started_at: z.date(),
        /** The first day on which the company may decide, at the place of work (D133). */
        decide_from: z.iso.date().nullable(),
        closed_at: z.date().nullable(),
      }),
    ),
  }),
  async run(work) {
    const rows = await work.db
      .selectFrom('adverse_action')
      .innerJoin('company', 'company.id', 'adverse_action.company_id')
      .select([
        'adverse_action.id',
        'case_number',
        'company_name',
        'state',
        'started_at',
        'delivered_at',
        'wait_ends_at',
        'place',
        'paper_since',
        'closed_at',
      ])
      .where('account_id', '=', work.caller.accountId)
      .orderBy((row) => row.eb('closed_at', 'is not', null))
      .orderBy('started_at', 'desc')
      .limit(ADVERSE_LISTED)
      .execute();
    return {
      notices: rows.map((row) => ({
        id: row.id,
        number: caseNumber(row.case_number),
        company: row.company_name,
        state: shownState(row, work.now),
        started_at: row.started_at,
        decide_from: firstDecisionDay(row),
        closed_at: row.closed_at,
      })),
    };
  },
});

/** @throws Refusal not-found, including for somebody else's */
export const openMyNotice = operation({
  name: 'network.open-my-notice',
  summary: 'A notice about the caller, with what happens next. That it was opened is kept as evidence.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input,
  output: z.object({ adverse: caseAnswer, applicationid: z.uuid() }),
  async run(work, { adverseid }) {
    const row = await lockAction(work, adverseid, { accountId: work.caller.accountId });
    await noteOpening(work, row, 'opened');
    return { adverse: await readCase(work, row), applicationid: row.application_id };
  },
});

/** @throws Refusal not-found, including for somebody else's */
export const openNoticeReport = operation({
  name: 'network.open-notice-report',
  summary: 'The report that the company relies on, as a PDF. That it was opened is kept as evidence.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input,
  output: z.object({ pdf: temporaryFile }),
  async run(work, { adverseid }) {
    const row = await lockAction(work, adverseid, { accountId: work.caller.accountId });
    await noteOpening(work, row, 'report-opened');
    return { pdf: await openReportVersion(work, row.score_change_id) };
  },
});

/** Once for each notice and day in UTC. */
async function noteOpening(
  work: Work<Caller>,
  row: ActionRow,
  kind: 'opened' | 'report-opened',
): Promise<void> {
  const today = new Date(`${work.now.toISOString().slice(0, 10)}T00:00:00Z`);
  const last = await work.db
    .selectFrom('adverse_notice')
    .select(({ fn }) => fn.max<Date>('made_at').as('at'))
    .where('adverse_action_id', '=', row.id)
    .executeTakeFirst();
  const known = await work.db
    .selectFrom('adverse_evidence')
    .select('id')
    .where('adverse_action_id', '=', row.id)
    .where('kind', '=', kind)
    .where('at', '>=', last?.at && last.at > today ? last.at : today)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  // Without the network address: the company reads the evidence.
  await writeEvidence(work, row.id, kind, { by: byCaller(work.caller) });
  await work.audit({
    action: networkAudit.adverseOpened,
    about: row.account_id,
    object: { type: 'adverse_action', id: row.id },
    detail: { what: kind },
  });
}
