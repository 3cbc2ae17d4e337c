import { z } from 'zod';
import {
  decideDispute,
  decideForSilent,
  findDisputedChange,
  getSilence,
} from '#modules/applications/index.ts';
import {
  column,
  freeText,
  grades,
  operation,
  sql,
  staff,
  statement,
  yesNo,
} from '#modules/platform/index.ts';
import { adminLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { writeNote } from '../user/notes.ts';
import { getLivingSubject, getSubject, userId } from '../user/subject.ts';

/** The scores that a person was asked to accept (doc3 §4). */

const statuses = ['PENDING', 'APPROVED', 'DISPUTE', 'SUPERSEDED'] as const;

export const scoreChange = z.object({
  id: z.uuid(),
  change_dts: z.date(),
  change_type: z.enum(['new', 'monitorupdate']),
  status: z.enum(statuses),
  from_score: z.string().nullable(),
  from_expiration: z.string().nullable(),
  to_score: z.string(),
  to_expiration: z.string().nullable(),
  accepted_dts: z.date().nullable(),
  /** The state of an open dispute, and by when it has to be answered. */
  disputeid: z.uuid().nullable(),
  dispute_due_dts: z.date().nullable(),
});

export const scoreChangesOf = statement({
  name: 'admin.list-score-changes',
  row: {
    id: column.uuid,
    change_dts: column.instant,
    change_type: column.oneOf(['new', 'monitorupdate']),
    status: column.oneOf(statuses),
    from_score: column.text.nullable(),
    from_expiration: column.date.nullable(),
    to_score: column.text,
    to_expiration: column.date.nullable(),
    accepted_dts: column.instant.nullable(),
    disputeid: column.uuid.nullable(),
    dispute_due_dts: column.instant.nullable(),
  },
  sql: (accountId: string) => sql`
    select change.id, change.created_at as change_dts, change.score_change_type as change_type,
      case change.state when 'pending' then 'PENDING' when 'accepted' then 'APPROVED'
        when 'disputed' then 'DISPUTE' else 'SUPERSEDED' end as status,
      change.previous_score as from_score,
      (select earlier.expiration from shield_score earlier
        where earlier.account_id = change.account_id and earlier.activated_at < change.created_at
        order by earlier.activated_at desc limit 1) as from_expiration,
      change.score as to_score, given.expiration as to_expiration, given.activated_at as accepted_dts,
      open.id as disputeid, open.due_at as dispute_due_dts
    from score_change change
    left join shield_score given on given.score_change_id = change.id
    left join lateral (
      select id, due_at from dispute
      where score_change_id = change.id and resolved_at is null order by due_at limit 1) open on true
    where change.account_id = ${accountId}
    order by change.created_at desc
    limit 200`,
});

export const getScoreChanges = operation({
  name: 'admin.get-score-changes',
  summary: 'The scores that a person was asked to accept, newest first.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({ score_changes: z.array(scoreChange) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    return { score_changes: await work.rows(scoreChangesOf(userid)) };
  },
});

export const getWaitingScore = operation({
  name: 'admin.get-waiting-score',
  summary: 'A score that a person was asked to accept, and from when on staff may decide on it.',
  access: staff,
  kind: 'read',
  input: userId.extend({ scorechangeid: z.uuid() }),
  output: z.object({
    name: z.string(),
    change: scoreChange,
    pending: z.boolean(),
    /** How often the person was reminded, of three. */
    reminders: z.number().int(),
    decidable_dts: z.date(),
    decidable: z.boolean(),
  }),
  async run(work, { userid, scorechangeid }) {
    const { firstname, lastname } = await getSubject(work, userid);
    const { pending, reminders, decidableAt, decidable } = await getSilence(work, userid, scorechangeid);
    const change = (await work.rows(scoreChangesOf(userid))).find(({ id }) => id === scorechangeid);
    if (!change) throw new Refusal('not-found', { detail: `score change ${scorechangeid}` });
    return {
      name: `${firstname} ${lastname}`,
      change,
      pending,
      reminders,
      decidable_dts: decidableAt,
      decidable,
    };
  },
});

/**
 * Ends the dispute about a score (D81). If approved, the score stays as it is and waits for the person again. If
 * rejected, a monitoring update is replaced by the score before it, and any other score by the corrected score from the
 * agency. A score that the person left unanswered for 30 days becomes active if approved, and is closed if rejected.
 * @throws Refusal not-found, person-erased, applications.score-not-silent, applications.no-open-dispute
 */
export const resolveScoreChange = operation({
  name: 'admin.resolve-score-change',
  summary:
    'Approves or rejects a disputed score change, on which the person then decides again, or one that the person left unanswered for 30 days.',
  access: staff,
  kind: 'staged',
  input: userId.extend({
    scorechangeid: z.uuid(),
    approve: yesNo,
    note: freeText(4000, adminLimits['note.least-characters']),
    corrected_score: z.enum(grades).optional(),
  }),
  output: z.object({}),
  async run(work, { userid, scorechangeid, approve, note, corrected_score }) {
    const { pending } = await getSilence(work, userid, scorechangeid);
    if (pending) {
      await work.apart(async (inside) => {
        await getLivingSubject(inside, userid);
        const { applicationId } = await decideForSilent(inside, {
          accountId: userid,
          scoreChangeId: scorechangeid,
          approve,
        });
        await writeNote(inside, { userid, note_type: 'note', note, applicationid: applicationId });
      });
      return {};
    }
    const found = await findDisputedChange(work, userid, scorechangeid);
    const score = corrected_score ?? found.previousScore;
    await decideDispute(
      work,
      found.disputeId,
      approve
        ? { outcome: 'confirmed', explanation: note }
        : { outcome: 'corrected', explanation: note, ...(score ? { score } : {}) },
    );
    return {};
  },
});
