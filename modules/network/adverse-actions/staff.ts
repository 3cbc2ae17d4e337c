import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { formatDate, instantOf, localTime, operation, staff } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { postingForm } from '../forms.ts';
import { ADVERSE_LISTED } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { type ActionRow, getAction, lockAction, placeOf } from './actions.ts';
import { adverseListed, listed } from './company.ts';
import { beginWait } from './delivery.ts';
import { byCaller, readEvidence, writeEvidence } from './evidence.ts';
import { findToPost, paperKinds } from './paper.ts';
import { caseAnswer, readCase } from './showing.ts';

/** Staff see all adverse actions and decide in none. They record that a notice was posted on paper (D133). */

export const listAllAdverseActions = operation({
  name: 'network.list-all-adverse-actions',
  summary: 'The newest adverse actions of all companies; those whose notice has to be posted come first.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    actions: z.array(
      adverseListed.extend({
        company: z.string(),
        /** A notice has to be posted on paper. */
        to_post: z.boolean(),
      }),
    ),
  }),
  async run(work) {
    const rows = await work.db
      .selectFrom('adverse_action')
      .innerJoin('company', 'company.id', 'adverse_action.company_id')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('adverse_evidence')
            .select('kind')
            .whereRef('adverse_action_id', '=', 'adverse_action.id')
            .where('kind', 'in', paperKinds)
            .orderBy('position', 'desc')
            .limit(1)
            .as('paper'),
        (join) => join.onTrue(),
      )
      .selectAll('adverse_action')
      .select(['company.company_name', 'paper.kind as paper'])
      .orderBy((row) => row.or([row('paper.kind', 'is', null), row('paper.kind', '=', 'posted')]))
      .orderBy((row) => row.eb('closed_at', 'is not', null))
      .orderBy('started_at', 'desc')
      .orderBy('adverse_action.id')
      .limit(ADVERSE_LISTED)
      .execute();
    return {
      actions: rows.map((row) => ({
        ...listed(work, row),
        company: row.company_name,
        to_post: row.paper !== null && row.paper !== 'posted',
      })),
    };
  },
});

export const getAdverseActionForStaff = operation({
  name: 'network.get-adverse-action-for-staff',
  summary: 'An adverse action with its notices and evidence, and where a paper notice goes.',
  access: staff,
  kind: 'write',
  input: z.object({ adverseid: z.uuid() }),
  output: z.object({
    adverse: caseAnswer,
    userid: z.uuid(),
    address: z.string(),
    /** The days on which it may have been posted. */
    earliest: z.iso.date(),
    latest: z.iso.date(),
  }),
  async run(work, { adverseid }) {
    const row = await getAction(work, adverseid, 'anybody');
    const { address1, address2, city, state, postalcode } = await getPerson(work, row.account_id);
    await work.audit({
      action: networkAudit.adverseSeenByStaff,
      about: row.account_id,
      object: { type: 'adverse_action', id: row.id },
    });
    return {
      adverse: await readCase(work, row),
      userid: row.account_id,
      address: [address1, address2, city, `${state} ${postalcode}`.trim()].filter(Boolean).join(', '),
      ...postingDays(row, work.now),
    };
  },
});

/** The days at the place of work on which the newest notice may have been posted. */
function postingDays(row: ActionRow, now: Date): { earliest: string; latest: string } {
  const { timeZone } = placeOf(row);
  const dayOf = (at: Date) => localTime(at, timeZone).slice(0, 10);
  return { earliest: dayOf(row.closed_at ?? row.started_at), latest: dayOf(now) };
}

/** @throws Refusal not-found, network.adverse-posted, network.adverse-posting-day */
export const recordPosting = operation({
  name: 'network.record-adverse-posting',
  summary:
    'Records the day on which the notice of an adverse action was posted on paper; the wait begins then.',
  access: staff,
  kind: 'write',
  input: postingForm.schema.and(z.object({ adverseid: z.uuid() })),
  output: z.object({}),
  async run(work, { adverseid, posted_on }) {
    const row = await lockAction(work, adverseid, 'anybody');
    if (!findToPost(await readEvidence(work, row.id))) throw new Refusal('network.adverse-posted');
    const { timeZone } = placeOf(row);
    const { earliest, latest } = postingDays(row, work.now);
    if (posted_on < earliest || posted_on > latest) {
      throw new Refusal('network.adverse-posting-day', { field: 'posted_on' });
    }
    await writeEvidence(work, row.id, 'posted', {
      by: byCaller(work.caller),
      note: `On ${formatDate(posted_on)}`,
    });
    if (!row.closed_at) await beginWait(work, row, instantOf(`${posted_on}T00:00`, timeZone));
    await work.audit({
      action: networkAudit.adversePosted,
      about: row.account_id,
      object: { type: 'adverse_action', id: row.id },
      detail: { posted_on },
    });
    return {};
  },
});
