import { brandForCompany } from '#modules/enterprise/index.ts';
import { countInvitation, uncountInvitation } from '#modules/identity/index.ts';
import {
  column,
  formatDate,
  type Letter,
  MailRefused,
  type Portal,
  sql,
  statement,
} from '#modules/platform/index.ts';
import { findUsableCoupon } from '#modules/purchasing/index.ts';
import { mintCenterPath } from '../center/codes.ts';
import { sendInvitation } from '../jobs.ts';
import { findAskedPackage } from '../links/purchase-links.ts';
import { couponInvitationMail, type InvitationMail, invitationMail } from '../mails.ts';
import { shieldLinkInvitationMail } from '../shieldlink/mails.ts';
import { type ConnectionType, connectionTypes } from '../statuses.ts';
import { openCode } from './inviting.ts';
import { forgetMail, recordHandOver, recordRefusal, recordWithheld } from './mailings.ts';

/**
 * The content of an invitation's mail. No row if the invitation was answered or withdrawn or has expired, or if the
 * account is disabled.
 */
const invitationToSend = statement({
  name: 'network.invitation-to-send',
  prepared: true,
  row: {
    account_id: column.uuid.nullable(),
    /** The address as it was typed, for somebody without an account. */
    address: column.text,
    /** The address to which the mail goes. */
    mailed: column.text,
    code_sealed: column.text,
    owner_company_id: column.uuid.nullable(),
    coupon_id: column.uuid.nullable(),
    package_id: column.uuid.nullable(),
    network: column.text,
    inviter: column.text,
    asks_for_report: column.boolean,
    known: column.boolean,
    invite_expires_at: column.instant,
    connectiontype: column.oneOf(connectionTypes),
  },
  sql: (connectionId: string, now: Date) => sql`
    select coalesce(c.account_id, asked.account_id) as account_id, c.connection_type as connectiontype,
      coalesce(c.to_email, '') as address, coalesce(a.emailaddress, owner.emailaddress, c.to_email) as mailed, c.code_sealed, c.owner_company_id, c.coupon_id, c.package_id,
      coalesce(o.company_name, inviter.firstname || ' ' || inviter.lastname) as network,
      inviter.firstname || ' ' || inviter.lastname as inviter, coalesce(o.network_requires_pdf, false) as asks_for_report,
      coalesce(a.id, asked.account_id) is not null as known, c.invite_expires_at
    from connection c
      left join account a on a.id = c.account_id
      left join company o on o.id = c.owner_company_id
      left join team_member asked on asked.company_id = c.sharing_company_id and asked.role = 'owner'
      left join account owner on owner.id = asked.account_id
      join account inviter on inviter.id = c.invited_by_account_id
    where c.id = ${connectionId} and c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null
      and c.bounced_at is null and c.invite_expires_at > ${now}
      and coalesce(a.active, true)`,
});

/**
 * Mails an invitation, or queues it if the address got its share of the day (D128), unless it was answered or withdrawn in the meantime or the recipient has opted out.
 * @param mail `sending` is 0 for a reminder
 * @param jobId a second run of the same job sends the same Message-ID, so that mailboxes drop it
 */
export async function deliverInvitation(
  portal: Portal,
  mail: { connectionId: string; mailId: string; sending: number },
  jobId: string,
): Promise<void> {
  const { connectionId, mailId, sending } = mail;
  const now = portal.clock.now();
  const [row] = (await invitationToSend(connectionId, now).execute(portal.db)).rows;
  if (!row) return forgetMail(portal, mailId);
  const { allowed, retryAfter } = await countInvitation(portal, row.mailed);
  if (!allowed) {
    return portal.work('network.queue-invitation', (work) =>
      work.enqueue(sendInvitation, mail, { delay: retryAfter, key: `invitation-mail:${mailId}` }),
    );
  }
  const centerPath = await mintFor(portal, row);
  const about = { ...row, reminder: sending === 0, centerPath };
  const { host, letter } = await compose(portal, connectionId, about, now);
  const recipient = row.account_id ? { accountId: row.account_id } : { address: row.address };
  const context = { host, messageId: `invitation-${jobId}`, deliveryId: mailId };
  let sent: 'sent' | 'suppressed';
  try {
    sent = await portal.mailTo(recipient, context, letter);
  } catch (error) {
    if (error instanceof MailRefused) await recordRefusal(portal, mailId, error);
    else await uncountInvitation(portal, row.mailed);
    throw error;
  }
  if (sent === 'suppressed') {
    await uncountInvitation(portal, row.mailed);
    return recordWithheld(portal, mailId);
  }
  await recordHandOver(portal, mail);
}

type InvitationToSend = Awaited<ReturnType<ReturnType<typeof invitationToSend>['execute']>>['rows'][number];

/** The Invite Center accepts only for individuals, so a mail to a company has no link to it. */
async function mintFor(
  portal: Portal,
  { account_id, connectiontype }: InvitationToSend,
): Promise<string | null> {
  if (account_id === null || connectiontype !== 'INDIVIDUAL') return null;
  return portal.work('network.mint-invite-center-code', (work) => mintCenterPath(work, account_id));
}

async function compose(
  portal: Portal,
  connectionId: string,
  row: InvitationToSend & Pick<InvitationMail, 'reminder' | 'centerPath'>,
  now: Date,
) {
  const brand = await brandForCompany(portal, row.owner_company_id);
  const coupon = row.coupon_id
    ? await findUsableCoupon({ db: portal.db, portal, now }, row.coupon_id)
    : undefined;
  const asked = await findAskedPackage({ db: portal.db }, row);
  const about = {
    network: row.network,
    individual: row.owner_company_id === null,
    inviter: row.inviter,
    path: `/link/${openCode({ portal }, connectionId, row.code_sealed)}`,
    expires: row.invite_expires_at,
    timeZone: brand.timeZone,
    asksForReport: row.asks_for_report,
    known: row.known,
    backgroundCheck: asked?.package_descrip ?? null,
    reminder: row.reminder,
    centerPath: row.centerPath,
  };
  return { host: brand.host, letter: letterOf(row.connectiontype, about, coupon) };
}

function letterOf(
  type: ConnectionType,
  about: InvitationMail,
  coupon: { discount: string; code: string } | undefined,
): Letter {
  if (type === 'FULLNETWORK') {
    const { network: other, path, known } = about;
    const expires = formatDate(about.expires, about.timeZone);
    return shieldLinkInvitationMail({ how: 'invited', other, path, expires, known });
  }
  return coupon
    ? couponInvitationMail({ ...about, coupon: coupon.discount, code: coupon.code })
    : invitationMail(about);
}
