import { DAY, purge, type Sweep, sql } from '#modules/platform/index.ts';

/** How long after its end it is kept that a link to a result was made. */
export const APPROVAL_CODE_KEPT = 90 * DAY;

export const approvalCodesSweep: Sweep = purge({
  name: 'applications.approval-codes',
  table: 'approval_code',
  key: 'code_hash',
  people: sql`select account_id from score_change where id = t.score_change_id`,
  ended: (now) => sql`expires_at <= ${new Date(now.getTime() - APPROVAL_CODE_KEPT)}`,
});
