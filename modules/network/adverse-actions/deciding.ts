import { z } from 'zod';
import { companyMember } from '#modules/enterprise/index.ts';
import { operation, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { type ActionRow, getAction, lockAction, placeOf } from './actions.ts';
import { type By, byCaller, writeEvidence } from './evidence.ts';
import { aboutAction, giveNotice, makeNotice } from './giving.ts';
import { openDetails } from './sealed.ts';
import { notice } from './shapes.ts';
import { requireReviewed } from './starting.ts';
import { type ClosedBecause, shownState } from './states.ts';
import { tellPerson } from './telling.ts';

/** How an adverse action ends: the company decides, withdraws, or something else ends it. */

const access = companyMember('admin');
const input = z.object({ adverseid: z.uuid() });

/** @throws Refusal not-found */
export const previewFinalNotice = operation({
  name: 'network.preview-final-notice',
  summary: 'The final notice of an adverse action as the person would get it.',
  access,
  kind: 'read',
  input,
  output: z.object({ notice }),
  async run(work, { adverseid }) {
    const row = await getAction(work, adverseid, { companyId: work.caller.companyId });
    const details = openDetails(work.portal.keys, row.id, row.details);
    return { notice: await makeNotice(work, 'final', await aboutAction(work, row, details)) };
  },
});

/** @throws Refusal not-found, network.adverse-closed, network.adverse-not-ready, network.adverse-unreviewed */
export const sendFinalNotice = operation({
  name: 'network.send-final-notice',
  summary: 'Decides an adverse action after its wait: the person gets the final notice.',
  access,
  kind: 'write',
  inPersonOnly: true,
  input,
  output: z.object({}),
  async run(work, { adverseid }) {
    const row = await lockOpen(work, adverseid, work.caller.companyId);
    if (shownState(row, work.now) !== 'ready') throw new Refusal('network.adverse-not-ready');
    requireReviewed(work, placeOf(row));
    const details = openDetails(work.portal.keys, row.id, row.details);
    const note = await giveNotice(work, 'final', row, details);
    await work.db
      .updateTable('adverse_action')
      .set({
        state: 'final',
        closed_at: work.now,
        closed_by_account_id: work.caller.accountId,
        closed_because: 'final',
      })
      .where('id', '=', row.id)
      .execute();
    await writeEvidence(work, row.id, 'final', { by: byCaller(work.caller), note });
    await tellPerson(work, row, 'final');
    await work.audit({
      action: networkAudit.adverseDecided,
      about: row.account_id,
      object: { type: 'adverse_action', id: row.id },
    });
    return {};
  },
});

/** @throws Refusal not-found, network.adverse-closed */
export const withdrawAdverseAction = operation({
  name: 'network.withdraw-adverse-action',
  summary: 'Withdraws an adverse action before the decision; the person is told.',
  access,
  kind: 'write',
  inPersonOnly: true,
  input,
  output: z.object({}),
  async run(work, { adverseid }) {
    const row = await lockOpen(work, adverseid, work.caller.companyId);
    await closeAction(work, row, 'company', byCaller(work.caller));
    return {};
  },
});

async function lockOpen(work: Pick<Work, 'db'>, id: string, companyId: string): Promise<ActionRow> {
  const row = await lockAction(work, id, { companyId });
  if (row.closed_at) throw new Refusal('network.adverse-closed', { detail: row.state });
  return row;
}

/** Ends an open action without a decision, and tells the person unless they are being erased. @param row locked */
export async function closeAction(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'enqueue' | 'audit' | 'rows'>,
  row: ActionRow,
  because: Exclude<ClosedBecause, 'final'>,
  by: By | null = null,
): Promise<void> {
  await work.db
    .updateTable('adverse_pause')
    .set({ to_at: work.now })
    .where('adverse_action_id', '=', row.id)
    .where('to_at', 'is', null)
    .execute();
  await work.db
    .updateTable('adverse_action')
    .set({
      state: because === 'lapsed' ? 'lapsed' : 'withdrawn',
      closed_at: work.now,
      closed_by_account_id: by?.accountId ?? null,
      closed_because: because,
    })
    .where('id', '=', row.id)
    .execute();
  await writeEvidence(work, row.id, because === 'lapsed' ? 'lapsed' : 'withdrawn', {
    by,
    note: reasons[because],
  });
  if (because !== 'erased') await tellPerson(work, row, 'withdrawal');
  await work.audit({
    action: networkAudit.adverseEnded,
    about: row.account_id,
    object: { type: 'adverse_action', id: row.id },
    detail: { because },
  });
}

const reasons: Record<Exclude<ClosedBecause, 'final'>, string> = {
  company: '',
  'company-ended': 'The company was turned off',
  corrected: 'The results were removed from the report',
  erased: 'The person’s account was deleted',
  lapsed: 'Nobody decided within 60 days after the wait',
};
