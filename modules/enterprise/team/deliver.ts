import { countInvitation, findPersonByEmail, getPerson, uncountInvitation } from '#modules/identity/index.ts';
import { MailRefused, type Portal } from '#modules/platform/index.ts';
import { brandForCompany } from '../brand/brands.ts';
import { sendTeamInvitation, type TeamNews } from '../jobs.ts';
import { openTeamCode } from './invitations.ts';
import { teamChangedMail, teamInvitationMail } from './mails.ts';

/** Mails an invitation, or queues it if the address got its share of the day (D128), unless it was accepted or withdrawn in the meantime or has expired. */
export async function deliverTeamInvitation(
  portal: Portal,
  invitationId: string,
  messageId: string,
): Promise<void> {
  const row = await portal.db
    .selectFrom('team_invitation as i')
    .innerJoin('company as c', 'c.id', 'i.company_id')
    .innerJoin('account as inviter', 'inviter.id', 'i.invited_by_account_id')
    .select([
      'i.to_email',
      'i.role',
      'i.code_sealed',
      'i.expires_at',
      'c.id as companyId',
      'c.company_name',
      'inviter.firstname',
      'inviter.lastname',
      'inviter.role as inviterRole',
    ])
    .where('i.id', '=', invitationId)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', portal.clock.now())
    .where('c.enterprise_enabled', '=', true)
    .executeTakeFirst();
  if (!row) return;
  const { allowed, retryAfter } = await countInvitation(portal, row.to_email);
  if (!allowed) {
    return portal.work('enterprise.queue-team-invitation', (work) =>
      work.enqueue(
        sendTeamInvitation,
        { invitationId },
        { delay: retryAfter, key: `team-invitation:${invitationId}` },
      ),
    );
  }
  const brand = await brandForCompany(portal, row.companyId);
  const letter = teamInvitationMail({
    company: row.company_name,
    // Staff, who are on no team, invite on behalf of the company.
    inviter: row.inviterRole === 'ADMIN' ? null : `${row.firstname} ${row.lastname}`,
    role: row.role,
    path: `/link/${openTeamCode({ portal }, invitationId, row.code_sealed)}`,
    expires: row.expires_at,
    timeZone: brand.timeZone,
    known: (await findPersonByEmail({ db: portal.db }, row.to_email)) !== null,
  });
  try {
    await portal.mailTo({ address: row.to_email }, { host: brand.host, messageId }, letter);
  } catch (error) {
    if (!(error instanceof MailRefused)) await uncountInvitation(portal, row.to_email);
    throw error;
  }
}

/** Mails everybody who is affected by what happened in a team. */
export async function deliverTeamNews(
  portal: Portal,
  about: {
    companyId: string;
    news: TeamNews;
    accountId: string;
    otherId: string | null;
    cardRemoved: boolean;
    byStaff: boolean;
  },
  messageId: string,
): Promise<void> {
  const { companyId, news, accountId, otherId, cardRemoved, byStaff } = about;
  const { company_name } = await portal.db
    .selectFrom('company')
    .select('company_name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const other = otherId && (await getPerson({ db: portal.db }, otherId));
  const { host } = await brandForCompany(portal, companyId);
  const letter = teamChangedMail({
    company: company_name,
    news,
    cardRemoved,
    byStaff,
    other: other ? `${other.firstname} ${other.lastname}` : '',
  });
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}
