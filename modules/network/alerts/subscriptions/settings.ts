import { z } from 'zod';
import { operation, teamRoles, type Work } from '#modules/platform/index.ts';
import { alertDeliveries, alertTypes, subscriptionTypes } from '../../fields.ts';
import { connectionStatuses } from '../../statuses.ts';
import { alertReader } from '../access.ts';
import { choicesOf, readChoices } from './reading.ts';

/** What the page with the caller's subscriptions shows (D130). */
export const getAlertSettings = operation({
  name: 'network.get-alert-settings',
  summary:
    'Which alerts the caller gets by email, when the daily summary goes, and how many others on the team get.',
  access: alertReader('admin'),
  kind: 'read',
  input: z.object({}),
  output: z.object({
    deliveries: z.record(z.enum(subscriptionTypes), z.enum(alertDeliveries)),
    /** Types without a list are told in every status. */
    includestatuses: z.partialRecord(z.enum(alertTypes), z.array(z.enum(connectionStatuses))),
    /** When the caller last chose; null while they have the defaults. */
    saved_at: z.date().nullable(),
    /** 0 to 23, in the time zone of the company. */
    daily_summary_hour: z.number().int(),
    time_zone: z.string(),
    /** How many alerts wait for the caller's next summary. */
    waiting: z.number().int(),
    /** Who changes hour and time zone. */
    owner: z.boolean(),
    members: z.array(
      z.object({
        name: z.string(),
        role: z.enum(teamRoles),
        own: z.boolean(),
        /** How many types they get at once, and how many in the summary. */
        at_once: z.number().int(),
        daily: z.number().int(),
      }),
    ),
  }),
  async run(work) {
    const { companyId, teamRole } = work.caller;
    const summary = await work.db
      .selectFrom('company')
      .select(['daily_summary_hour', 'time_zone'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return {
      ...(await readChoices(work, work.caller)),
      ...summary,
      waiting: await countWaiting(work, work.caller),
      owner: teamRole === 'owner',
      members: await readMembers(work, work.caller),
    };
  },
});

async function countWaiting(
  { db }: Pick<Work, 'db'>,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<number> {
  const { waiting } = await db
    .selectFrom('alert_delivery')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('at_once', '=', false)
    .where('mail_id', 'is', null)
    .executeTakeFirstOrThrow();
  return waiting;
}

async function readMembers(
  { db }: Pick<Work, 'db'>,
  { companyId, accountId }: { companyId: string; accountId: string },
) {
  const members = await db
    .selectFrom('team_member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'm.role', 'a.firstname', 'a.lastname'])
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute();
  const saved = await db
    .selectFrom('alert_subscription')
    .select(['account_id', 'subscription_type', 'delivery', 'include_statuses'])
    .where('company_id', '=', companyId)
    .execute();
  return members.map(({ account_id, role, firstname, lastname }) => {
    const rows = saved.filter((row) => row.account_id === account_id);
    const chosen = Object.values(choicesOf(role, rows).deliveries);
    return {
      name: `${firstname} ${lastname}`.trim(),
      role,
      own: account_id === accountId,
      at_once: chosen.filter((delivery) => delivery === 'ATONCE').length,
      daily: chosen.filter((delivery) => delivery === 'SUMMARY').length,
    };
  });
}
