import { z } from 'zod';
import type { CompanyEvent } from '#modules/enterprise/index.ts';
import {
  DAY,
  expiresAt,
  newId,
  RENEWAL_WINDOW_DAYS,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { eventCauses, tellSubscribers } from '../alerts/subscriptions/telling.ts';
import { tellOfConnections } from '../company-events.ts';

/**
 * The kinds of events in a connection's history, with their texts for both sides. A CHECK of the table lists the same
 * kinds.
 */
export const connectionEvents = {
  invited: 'Invited',
  resent: 'Invitation resent',
  extended: 'Invitation extended',
  reopened: 'Invitation opened again',
  attached: 'Registered',
  bounced: 'Email could not be delivered',
  accepted: 'Accepted',
  ignored: 'Ignored',
  cancelled: 'Invitation canceled',
  'sharing-on': 'Sharing turned on',
  'sharing-off': 'Sharing turned off',
  'report-on': 'Report shared',
  'report-off': 'Report sharing turned off',
  'renewal-requested': 'Renewal requested',
  removed: 'Removed',
  left: 'Left the network',
  linked: 'Shared through ShieldLink',
  'shieldlink-off': 'ShieldLink turned off',
} as const;
export type ConnectionEventKind = keyof typeof connectionEvents;

/** What happened to an invitation's mail and what is still to come. These are computed, not stored as events. */
const otherMoments = {
  'mail-waiting': 'Email queued',
  'mail-sent': 'Email sent',
  'reminder-sent': 'Reminder sent',
  'mail-delayed': 'Email delayed',
  'mail-delivered': 'Email delivered',
  'mail-opened': 'Email opened',
  'mail-clicked': 'Link in the email followed',
  'mail-withheld': 'No email sent: they don’t get these emails',
  'mail-failed': 'Email could not be sent',
  'mail-bounced': 'Email came back',
  'reminder-due': 'Reminder by email',
  'invitation-ends': 'Invitation expires',
  'renewal-due': 'Renewal possible',
  'score-ends': 'Score expires',
} as const;

const historyLabels = { ...connectionEvents, ...otherMoments };
export type HistoryKind = keyof typeof historyLabels;

export const historyRecord = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(historyLabels) as [HistoryKind, ...HistoryKind[]]),
  status: z.enum(['complete', 'inprogress', 'pending']),
  label: z.string(),
  date: z.date(),
});
type HistoryRecord = z.output<typeof historyRecord>;

/** What the owner may see of a connection, as far as the history depends on it. */
interface HistoryOf {
  id: string;
  /** The owner may know that the address has an account: the invitation was opened or accepted (D106). */
  told: boolean;
  open: boolean;
  invite_expires_at: Date;
  remind_at: Date | null;
  /** Expiration of the score that is shared, as yyyy-MM-dd; null if none is. */
  expiration_date: string | null;
}

/** The history of a connection: what happened, oldest first, then what is under way and what is still to come. */
export async function readHistory(
  work: Pick<Work, 'db' | 'now'>,
  connection: HistoryOf,
): Promise<HistoryRecord[]> {
  const events = await work.db
    .selectFrom('connection_event')
    .select(['id', 'kind', 'at'])
    .where('connection_id', '=', connection.id)
    .$if(!connection.told, (query) => query.where('kind', '<>', 'attached'))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const returned = events.some(({ kind }) => kind === 'bounced');
  const mails = await readMails(work, connection.id);
  const past = [
    ...events.map(({ id, kind, at }) => ({ id, kind, at })),
    ...mails.flatMap((mail) => momentsOf(mail, returned)),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return [
    ...past.map(({ id, kind, at }) => record(id, kind, 'complete', at)),
    ...(connection.open ? mails.filter(({ state }) => state === 'waiting') : []).map((mail) =>
      record(`${mail.id}:waiting`, 'mail-waiting', 'inprogress', mail.created_at),
    ),
    ...upcoming(work, connection),
  ];
}

function record(id: string, kind: HistoryKind, status: HistoryRecord['status'], date: Date): HistoryRecord {
  return { id, kind, status, label: historyLabels[kind], date };
}

function readMails({ db }: Pick<Work, 'db'>, connectionId: string) {
  return db
    .selectFrom('invitation_mail')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('id')
    .execute();
}

type Mail = Awaited<ReturnType<typeof readMails>>[number];

/** @param returned whether the history already says that the address accepts no mail */
function momentsOf(mail: Mail, returned: boolean): { id: string; kind: HistoryKind; at: Date }[] {
  const moments = {
    'mail-sent': mail.reminder ? null : mail.sent_at,
    'reminder-sent': mail.reminder ? mail.sent_at : null,
    'mail-delayed': mail.delivered_at ? null : mail.delayed_at,
    'mail-delivered': mail.delivered_at,
    'mail-opened': mail.opened_at,
    'mail-clicked': mail.clicked_at,
    'mail-withheld': mail.reminder ? null : mail.withheld_at,
    'mail-failed': mail.failed_at,
    'mail-bounced': returned ? null : mail.bounced_at,
  };
  return Object.entries(moments).flatMap(([kind, at]) =>
    at ? [{ id: `${mail.id}:${kind}`, kind: kind as keyof typeof moments, at }] : [],
  );
}

function upcoming({ now }: Pick<Work, 'now'>, { id, open, ...connection }: HistoryOf): HistoryRecord[] {
  const moments: [HistoryKind, Date][] = [];
  if (open && connection.remind_at) moments.push(['reminder-due', connection.remind_at]);
  if (open) moments.push(['invitation-ends', connection.invite_expires_at]);
  if (connection.expiration_date) {
    const ends = expiresAt(connection.expiration_date);
    moments.push(['renewal-due', new Date(ends.getTime() - RENEWAL_WINDOW_DAYS * DAY)], ['score-ends', ends]);
  }
  return moments
    .filter(([, at]) => at > now)
    .map(([kind, at]) => record(`${id}:${kind}`, kind, 'pending', at));
}

const insertEvents = statement({
  name: 'network.record-history',
  prepared: true,
  row: {},
  unread: true,
  sql: (
    eventIds: readonly string[],
    connectionIds: readonly string[],
    kind: ConnectionEventKind,
    actorId: string | null,
    at: Date,
  ) => sql`
    insert into connection_event (id, connection_id, kind, actor_account_id, at)
    select made.id, made.connection_id, ${kind}, ${actorId}, ${at}
    from unnest(${sql.val(eventIds)}::uuid[], ${sql.val(connectionIds)}::uuid[]) as made (id, connection_id)`,
});

/** What became of an invitation, of which the team is told that sent it. */
const answers: readonly ConnectionEventKind[] = ['accepted', 'ignored', 'bounced'];

/** What the endpoints of the company are told, and as what (D136). */
const toldHistory: Partial<Record<ConnectionEventKind, CompanyEvent['type']>> = {
  accepted: 'connection.accepted',
  bounced: 'invitation.bounced',
  left: 'connection.removed',
  removed: 'connection.removed',
  'shieldlink-off': 'connection.removed',
};

/** Adds the same event to the history of connections. @param actorId who did it; null if it happened automatically */
export async function recordHistory(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  kind: ConnectionEventKind,
  connectionIds: readonly string[],
  actorId: string | null,
): Promise<void> {
  if (connectionIds.length === 0) return;
  const eventIds = connectionIds.map(() => newId());
  await work.rows(insertEvents(eventIds, connectionIds, kind, actorId, work.now));
  if (answers.includes(kind)) await tellSubscribers(work, eventCauses(eventIds));
  const toldAs = toldHistory[kind];
  if (toldAs) await tellOfConnections(work, toldAs, connectionIds, { reason: kind });
}
