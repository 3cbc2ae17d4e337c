import { z } from 'zod';
import { getReportVersion } from '#modules/applications/index.ts';
import type { Work } from '#modules/platform/index.ts';
import { type ActionRow, firstDecisionDay, placeOf, readStanding } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { readEvidence } from './evidence.ts';
import { contactOf } from './giving.ts';
import { findToPost } from './paper.ts';
import { openDetails, openNotice } from './sealed.ts';
import { namedResult, notice } from './shapes.ts';
import { evidenceKinds, shownState, shownStates } from './states.ts';

/** An adverse action as its pages show it. */

const contact = z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() });

export const caseAnswer = z.object({
  id: z.uuid(),
  /** Such as `A-482-193`. */
  number: z.string(),
  person: z.string(),
  state: z.enum(shownStates),
  place: z.string(),
  decision: z.string(),
  results: z.array(namedResult),
  started_at: z.date(),
  started_by: z.string(),
  /** Null before the notice is delivered. */
  clock: z
    .object({
      total: z.number(),
      passed: z.number(),
      /** The last day that the person has; while a dispute is open, as if it ended now. */
      last_day: z.iso.date(),
      /** The first day on which the company may decide, at the place of work (D133). */
      decide_from: z.iso.date().nullable(),
    })
    .nullable(),
  closed_at: z.date().nullable(),
  closed_by: z.string(),
  closed_because: z.string().nullable(),
  round: z.number(),
  opened_at: z.date().nullable(),
  /** A notice has to be posted on paper. */
  to_post: z.boolean(),
  /** The words of the notices have not been reviewed by a lawyer. */
  unreviewed: z.boolean(),
  report: z.object({ made_at: z.date(), hash: z.string() }),
  company: contact,
  agency: contact,
  notices: z.array(
    z.object({
      kind: z.enum(['first', 'final']),
      round: z.number(),
      made_at: z.date(),
      hash: z.string(),
      version: z.string(),
      content: notice,
    }),
  ),
  evidence: z.array(
    z.object({
      position: z.number(),
      kind: z.enum(evidenceKinds),
      at: z.date(),
      who: z.string(),
      note: z.string(),
      hash: z.string(),
    }),
  ),
});
export type CaseAnswer = z.output<typeof caseAnswer>;

export async function readCase(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  row: ActionRow,
): Promise<CaseAnswer> {
  const { keys } = work.portal;
  const details = openDetails(keys, row.id, row.details);
  const standing = await readStanding(work, row);
  const notices = await work.db
    .selectFrom('adverse_notice')
    .selectAll()
    .where('adverse_action_id', '=', row.id)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  const evidence = await readEvidence(work, row.id);
  const report = await getReportVersion(work, row.score_change_id);
  const opened = evidence.findLast(
    ({ kind, at }) => kind === 'opened' && at >= (row.delivered_at ?? row.started_at),
  );
  return {
    id: row.id,
    number: caseNumber(row.case_number),
    person: details.person,
    state: shownState(row, work.now),
    place: placeOf(row).name,
    decision: details.decision,
    results: details.results,
    started_at: row.started_at,
    started_by: evidence.find(({ kind }) => kind === 'started')?.detail.who ?? '',
    clock: standing && {
      total: standing.total,
      passed: standing.passed,
      last_day: standing.lastDay,
      decide_from: firstDecisionDay(row),
    },
    closed_at: row.closed_at,
    closed_by: evidence.findLast(({ kind }) => kind === 'final' || kind === 'withdrawn')?.detail.who ?? '',
    closed_because: row.closed_because,
    round: row.round,
    opened_at: opened?.at ?? null,
    to_post: findToPost(evidence) !== null,
    unreviewed: notices.some(({ reviewed }) => !reviewed),
    report: { made_at: report.madeAt, hash: report.hash },
    company: await contactOf(work, row.company_id),
    agency: report.agency,
    notices: notices.map(({ id, kind, round, made_at, body, body_hash, version }) => ({
      kind,
      round,
      made_at,
      hash: body_hash,
      version,
      content: openNotice(keys, id, body),
    })),
    evidence: evidence
      .map(({ detail, actorAccountId: _id, ...entry }) => ({ ...entry, ...detail }))
      .reverse(),
  };
}
