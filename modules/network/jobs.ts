import { z } from 'zod';
import { anyOf, job, newId, tryLimits, type Work } from '#modules/platform/index.ts';

/** `sending`: 1 for the first mail of an invitation, 2 for the second, and so on; 0 for a reminder, which is not counted. */
const invitationMailing = {
  timeout: tryLimits.mail,
  service: 'mail' as const,
  payload: z.object({ connectionId: z.uuid(), mailId: z.uuid(), sending: z.number().int().min(0) }),
};

/** Mails an invitation to the invited person. */
export const sendInvitation = job({
  name: 'network.send-invitation',
  priority: 2,
  ...invitationMailing,
});

/** The same for invitations that were sent in bulk, behind all other mails. */
export const sendInvitationInBulk = job({
  name: 'network.send-invitation-in-bulk',
  priority: 3,
  ...invitationMailing,
});

/** Sends the next invitations of a file, in batches. */
export const sendBulk = job({
  name: 'network.send-bulk',
  priority: 3,
  timeout: tryLimits.files,
  payload: z.object({ bulkId: z.uuid() }),
});

/** Mails whoever started a bulk invitation that it is done. */
export const sendBulkDone = job({
  name: 'network.send-bulk-done',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ bulkId: z.uuid() }),
});

/** Mails the person of an adverse action. */
export const sendAdverseNotice = job({
  name: 'network.send-adverse-notice',
  priority: 1,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({
    actionId: z.uuid(),
    round: z.number().int().min(1),
    occasion: z.enum(['first', 'final', 'withdrawal']),
  }),
});

/** Mails a person whom the owner of a network asks to show their score. */
export const sendAccessRequest = job({
  name: 'network.send-access-request',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ requestId: z.uuid() }),
});

/** Mails whoever sent an invitation that somebody with another address asks for one of their own. */
export const sendOwnInvitationAsked = job({
  name: 'network.send-own-invitation-asked',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ requestId: z.uuid() }),
});

/** Mails a share link to the address that its owner named. */
export const sendSharedScore = job({
  name: 'network.send-shared-score',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ linkId: z.uuid() }),
});

/** Puts what bounced of a network's invitations into mails. */
export const gatherBounces = job({
  name: 'network.gather-bounces',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ networkId: z.uuid() }),
});

/** Mails whoever sent invitations that they bounced. `connectionIds`: the first of `count`, which the mail names. */
export const sendBounces = job({
  name: 'network.send-bounces',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({
    accountId: z.uuid(),
    connectionIds: z.array(z.uuid()).min(1),
    count: z.number().int().min(1),
  }),
});

/**
 * What happened to a connection and has to be told to somebody else. Only a process of the release before enqueues
 * `bounced`.
 */
export const connectionNews = [
  'accepted',
  'accepted-automatically',
  'bounced',
  'removed',
  'left',
  'renewal-requested',
  'linked',
  'unlinked',
  'shieldlink-off',
  'shieldlink-withdrawn',
] as const;
export type ConnectionNews = (typeof connectionNews)[number];

/** Mails everybody who has to know what happened to a connection. */
export const sendConnectionNews = job({
  name: 'network.send-connection-news',
  priority: 2,
  timeout: tryLimits.mails,
  service: 'mail',
  payload: z.object({ connectionId: z.uuid(), news: z.enum(connectionNews) }),
});

/** Enqueues the mails about what happened to connections in the caller's transaction. */
export async function enqueueNews(
  work: Pick<Work, 'enqueue'>,
  news: ConnectionNews,
  connectionIds: readonly string[],
): Promise<void> {
  for (const connectionId of connectionIds) await work.enqueue(sendConnectionNews, { connectionId, news });
}

/** Shows the people of a company's network to a company that it began to share with, in batches (D55). */
export const shareNetwork = job({
  name: 'network.share-network',
  priority: 3,
  timeout: tryLimits.rows,
  /** `after`: the last account of the previous batch; null at the beginning. */
  payload: z.object({ connectionId: z.uuid(), after: z.uuid().nullable() }),
});

/** Counts the unread alerts of each member of a company's team. */
export const countAlerts = job({
  name: 'network.count-alerts',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ companyId: z.uuid() }),
});

/** Puts the alerts that a member of a team gets at once into mails. */
export const gatherAlerts = job({
  name: 'network.gather-alerts',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ companyId: z.uuid(), accountId: z.uuid() }),
});

/** Judges a network by its rule again, after others had locked some of it while the rule was saved. */
export const judgeNetwork = job({
  name: 'network.judge-network',
  priority: 3,
  timeout: tryLimits.rows,
  payload: z.object({ companyId: z.uuid(), ruleSavingId: z.uuid() }),
});

/** Mails alerts to a member of a team. */
export const sendAlertMail = job({
  name: 'network.send-alert-mail',
  priority: 2,
  timeout: tryLimits.mail,
  service: 'mail',
  payload: z.object({ mailId: z.uuid() }),
});

/** Enqueues the next mail of each invitation in the caller's transaction. */
export async function mailInvitations(
  work: Pick<Work, 'db' | 'now' | 'enqueueAll'>,
  connectionIds: readonly string[],
  inBulk = false,
): Promise<void> {
  if (connectionIds.length === 0) return;
  const sent = await work.db
    .selectFrom('connection')
    .select(['id', 'invite_sent_count as sent'])
    .where('id', '=', anyOf(connectionIds))
    .execute();
  await enqueueMails(
    work,
    sent.map(({ id, sent }) => ({ connectionId: id, sending: sent + 1 })),
    inBulk ? sendInvitationInBulk : sendInvitation,
  );
}

/** Enqueues a reminder of each invitation in the caller's transaction. */
export async function mailReminders(
  work: Pick<Work, 'db' | 'now' | 'enqueueAll'>,
  connectionIds: readonly string[],
): Promise<void> {
  await enqueueMails(
    work,
    connectionIds.map((connectionId) => ({ connectionId, sending: 0 })),
  );
}

async function enqueueMails(
  work: Pick<Work, 'db' | 'now' | 'enqueueAll'>,
  wanted: readonly { connectionId: string; sending: number }[],
  sending: typeof sendInvitation = sendInvitation,
): Promise<void> {
  if (wanted.length === 0) return;
  const mails = wanted.map((mail) => ({ mailId: newId(), ...mail }));
  await work.db
    .insertInto('invitation_mail')
    .values(
      mails.map(({ mailId, connectionId, sending }) => ({
        id: mailId,
        connection_id: connectionId,
        created_at: work.now,
        reminder: sending === 0,
      })),
    )
    .execute();
  await work.enqueueAll(sending, mails);
}
