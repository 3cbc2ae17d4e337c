import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  addBusinessHours,
  changedValues,
  fingerprintOf,
  getSetting,
  HOURS_OF_BUSINESS_DAY,
  inputOf,
  operation,
  type Portal,
  type StaffAlertType,
  setSetting,
  setting,
  staffOrTerminal,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { reviewGoalFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { type GoalType, goalHours, goalTypes } from '../statuses.ts';

/** Within which time staff want to look at the alerts that have no deadline by law. */

export const goals = z.record(z.enum(goalTypes), z.number().int().positive());
type Goals = z.output<typeof goals>;

/** In business hours. */
const reviewGoals = setting<Goals>({
  key: 'admin.review-goals',
  schema: goals,
  initial: {
    idverification: 4,
    application_ssn_verification: HOURS_OF_BUSINESS_DAY,
    application_manual_review: HOURS_OF_BUSINESS_DAY,
    refund: HOURS_OF_BUSINESS_DAY,
    payment_dispute: HOURS_OF_BUSINESS_DAY,
    proof_limit: HOURS_OF_BUSINESS_DAY,
    agency_silent: HOURS_OF_BUSINESS_DAY,
    email_address: 5 * HOURS_OF_BUSINESS_DAY,
    monitor_profile_not_actioned: 5 * HOURS_OF_BUSINESS_DAY,
  },
});

/** The goal of each kind, in business hours. */
export const readGoals = ({ db }: Pick<Work, 'db'>): Promise<Goals> => getSetting(db, reviewGoals);

/** The office is where the portal's own brand is. */
const officeZone = async (portal: Portal): Promise<string> => (await brandForHost(portal, null)).timeZone;

const hasGoal = (type: StaffAlertType): type is GoalType => goalTypes.some((each) => each === type);

/** Until when staff want to have looked at an alert that was raised; null if its type has a deadline by law. */
export async function goalOf(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  type: StaffAlertType,
  raisedAt: Date,
): Promise<Date | null> {
  if (!hasGoal(type)) return null;
  const { [type]: hours } = await readGoals({ db });
  return addBusinessHours(raisedAt, hours, await officeZone(portal));
}

export const getReviewGoals = operation({
  name: 'admin.get-review-goals',
  summary: 'Within how many business hours staff want to look at each kind of alert.',
  access: staffOrTerminal,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    goals: z.record(z.enum(goalTypes), z.enum(goalHours)),
    time_zone: z.string(),
    seen: z.string(),
  }),
  async run({ db, portal }) {
    const stored = await readGoals({ db });
    return {
      goals: z
        .record(z.enum(goalTypes), z.enum(goalHours))
        .parse(Object.fromEntries(goalTypes.map((type) => [type, String(stored[type])]))),
      time_zone: await officeZone(portal),
      seen: fingerprintOf(stored),
    };
  },
});

/**
 * Changes the goals, also those of the alerts that wait already.
 * @throws Refusal admin.changed-meanwhile
 */
export const saveReviewGoals = operation({
  name: 'admin.save-review-goals',
  summary: 'Changes within how many business hours staff want to look at each kind of alert.',
  access: staffOrTerminal,
  kind: 'write',
  input: inputOf(reviewGoalFields),
  output: z.object({}),
  async run(work, { seen, ...given }) {
    await takeTransactionLock(work.db, 'review-goals');
    const stored = await readGoals(work);
    if (seen && seen !== fingerprintOf(stored)) throw new Refusal('admin.changed-meanwhile');
    const next = goals.parse(Object.fromEntries(goalTypes.map((type) => [type, Number(given[type])])));
    const changed = goalTypes.filter((type) => next[type] !== stored[type]);
    if (changed.length === 0) return {};
    await setSetting(work.db, reviewGoals, next, work.now);
    await work.audit({
      action: adminAudit.reviewGoalsSaved,
      detail: { values: changedValues(stored, next) },
    });
    await moveGoals(work, new Map(changed.map((type) => [type, next[type]])));
    return {};
  },
});

/** Gives the open alerts of these types their new goals. */
async function moveGoals(work: Work<unknown>, hours: ReadonlyMap<string, number>): Promise<void> {
  const waiting = await work.db
    .selectFrom('pipeline_alert')
    .select(['id', 'alert_type', 'raised_at'])
    .where('state', '=', 'open')
    .where('due_by_goal', '=', true)
    .where('alert_type', 'in', [...hours.keys()] as GoalType[])
    .orderBy('id')
    .forUpdate()
    .execute();
  const timeZone = await officeZone(work.portal);
  for (const { id, alert_type, raised_at } of waiting) {
    const due = addBusinessHours(raised_at, hours.get(alert_type) ?? 0, timeZone);
    await work.db.updateTable('pipeline_alert').set({ due_at: due }).where('id', '=', id).execute();
  }
}
