import type { MailList, TeamRole, Work } from '#modules/platform/index.ts';
import { networkAudit } from '../../audit.ts';
import type { AlertDelivery } from '../../fields.ts';
import type { Deliveries } from './choices.ts';
import { dropUnsent, type Member, readChoices, storeChoices } from './reading.ts';

/** After a member left a team or became a viewer: ends the subscriptions, and what waits to be sent. */
export async function endSubscriptions(
  work: Work,
  { companyId, accountId, role }: { companyId: string; accountId: string; role: TeamRole | null },
): Promise<void> {
  if (role !== null && role !== 'viewer') return;
  await work.db
    .deleteFrom('alert_subscription')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();
  await dropUnsent(work, { companyId, accountId });
}

const deliveryOf: Partial<Record<MailList, AlertDelivery>> = {
  alerts: 'ATONCE',
  'alert-summary': 'SUMMARY',
};

/** After somebody unsubscribed by the link of a mail: they get no more mails of that kind. */
export async function unsubscribeFromAlerts(
  work: Work,
  { accountId, list }: { accountId: string; list: MailList },
): Promise<void> {
  const ended = deliveryOf[list];
  const member = ended && (await lockMember(work, accountId));
  if (!member || member.teamRole === 'viewer') return;
  const { deliveries, includestatuses } = await readChoices(work, member);
  const left = Object.entries(deliveries).map(([type, delivery]) => [
    type,
    delivery === ended ? 'NO' : delivery,
  ]);
  await saveChoices(work, member, {
    deliveries: Object.fromEntries(left) as Deliveries,
    includestatuses,
  });
}

/** The member's row is locked, so that the choices do not outlive a role that ends at the same time. */
export async function lockMember({ db }: Pick<Work, 'db'>, accountId: string): Promise<Member | undefined> {
  const member = await db
    .selectFrom('team_member')
    .select(['company_id', 'role'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return member && { accountId, companyId: member.company_id, teamRole: member.role };
}

export async function saveChoices(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  member: Member,
  choices: Parameters<typeof storeChoices>[2],
): Promise<void> {
  await storeChoices(work, member, choices);
  await work.audit({
    action: networkAudit.alertSubscriptionsSaved,
    about: member.accountId,
    object: { type: 'company', id: member.companyId },
    detail: { ...choices.deliveries, includestatuses: choices.includestatuses },
  });
}
