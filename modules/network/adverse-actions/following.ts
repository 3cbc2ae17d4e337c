import {
  findNewestReport,
  getReportVersion,
  isDisputed,
  type ReportVersion,
} from '#modules/applications/index.ts';
import { newId, type Work } from '#modules/platform/index.ts';
import { type ActionRow, lockOpenActions, readStanding } from './actions.ts';
import { closeAction } from './deciding.ts';
import { writeEvidence } from './evidence.ts';
import { giveNotice } from './giving.ts';
import { resultsOf } from './offer.ts';
import { openDetails, sealDetails } from './sealed.ts';
import type { AdverseDetails } from './shapes.ts';
import { tellPerson } from './telling.ts';

/** What the person's disputes do to the open adverse actions about them (D133). */

/** After a dispute began or ended: pauses or goes on. */
export async function followDisputes(work: Work, { accountId }: { accountId: string }): Promise<void> {
  for (const row of await lockOpenActions(work, accountId)) {
    const disputed = await isDisputed(work, row.application_id);
    if (disputed && row.state === 'waiting') await pause(work, row);
    if (!disputed && row.state === 'paused') await resume(work, row);
  }
}

/**
 * After staff moved checks to another account of the same person: the open actions about them move as well. The person
 * may never have seen a notice that went to the other account, so they get a new one, and the wait begins anew.
 */
export async function followMovedChecks(
  work: Work,
  { from, to, applicationIds }: { from: string; to: string; applicationIds: readonly string[] },
): Promise<void> {
  for (const row of await lockOpenActions(work, from)) {
    if (!applicationIds.includes(row.application_id)) continue;
    const report = await getReportVersion(work, row.score_change_id);
    const details = openDetails(work.portal.keys, row.id, row.details);
    await noticeAnew(work, row, { account_id: to, report, details }, 'moved');
  }
}

/** Before a person is erased, for an action that began while the erasure did. */
export async function endForErased(work: Work, { accountId }: { accountId: string }): Promise<void> {
  for (const row of await lockOpenActions(work, accountId)) await closeAction(work, row, 'erased');
}

async function pause(work: Work, row: ActionRow): Promise<void> {
  await work.db
    .insertInto('adverse_pause')
    .values({ id: newId(), adverse_action_id: row.id, round: row.round, from_at: work.now })
    .execute();
  await work.db
    .updateTable('adverse_action')
    .set({ state: 'paused', wait_ends_at: null })
    .where('id', '=', row.id)
    .execute();
  await writeEvidence(work, row.id, 'paused', { note: 'The person disputed the report' });
}

async function resume(work: Work, row: ActionRow): Promise<void> {
  await work.db
    .updateTable('adverse_pause')
    .set({ to_at: work.now })
    .where('adverse_action_id', '=', row.id)
    .where('to_at', 'is', null)
    .execute();
  const newest = await findNewestReport(work, row.application_id);
  const [before, now] = [
    await getReportVersion(work, row.score_change_id),
    await getReportVersion(work, newest),
  ];
  if (contentOf(before) !== contentOf(now)) return restart(work, row, now);
  const standing = await readStanding(work, row);
  await work.db
    .updateTable('adverse_action')
    .set({ state: 'waiting', wait_ends_at: standing?.endsAt ?? null })
    .where('id', '=', row.id)
    .execute();
  await writeEvidence(work, row.id, 'resumed', { note: 'The report stays as it was' });
}

/** The agency may repeat the same report under another id. */
const contentOf = ({ hash, findings }: ReportVersion) => JSON.stringify([hash, findings]);

/**
 * After a correction: the person gets a new notice about what is left of the named results, and the wait begins anew.
 * If nothing is left, the action ends.
 */
async function restart(work: Work, row: ActionRow, report: ReportVersion): Promise<void> {
  const details = openDetails(work.portal.keys, row.id, row.details);
  const found = resultsOf(report);
  const results = found.filter(({ search }) => details.results.some((named) => named.search === search));
  const isLeft = details.results.length > 0 ? results.length > 0 : found.length > 0;
  if (!isLeft) return closeAction(work, row, 'corrected');
  const kept = { ...details, results };
  await noticeAnew(work, row, { account_id: row.account_id, report, details: kept }, 'corrected');
}

/** The person gets a new notice, and the wait begins anew. */
async function noticeAnew(
  work: Work,
  row: ActionRow,
  about: { account_id: string; report: ReportVersion; details: AdverseDetails },
  because: 'corrected' | 'moved',
): Promise<void> {
  const { account_id, report, details } = about;
  // The other account may have an address that takes mails.
  const paper_since =
    because === 'moved' && row.paper_since ? (report.electronic ? null : work.now) : row.paper_since;
  const next = {
    ...row,
    account_id,
    paper_since,
    round: row.round + 1,
    score_change_id: report.scoreChangeId,
  };
  await work.db
    .updateTable('adverse_action')
    .set({
      account_id,
      paper_since,
      state: 'waiting',
      round: next.round,
      score_change_id: next.score_change_id,
      details: sealDetails(work.portal.keys, row.id, details),
      delivered_at: null,
      wait_ends_at: null,
    })
    .where('id', '=', row.id)
    .execute();
  const note = await giveNotice(work, 'first', next, details, because);
  await writeEvidence(work, row.id, because, { note });
  await tellPerson(work, next, 'first');
}
