import { type Database, newId, sql } from '#modules/platform/index.ts';

/** A mail or text message that the sandbox kept instead of sending it. */
export interface OutboxMessage {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  /** Addresses in it, in their order. */
  links: string[];
  /** The code to type, if it has one. */
  code: string | null;
  messageId: string | null;
  createdAt: Date;
}

export interface OutboxFilter {
  /** The recipient, whole; a US number also by its ten digits. */
  to?: string | undefined;
  channel?: 'mail' | 'sms' | undefined;
  /** 50 by default, 500 at most. */
  limit?: number | undefined;
  /** The id of the last message of the page before. */
  before?: string | undefined;
}

interface Row {
  id: string;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string | null;
  body_text: string;
  body_html: string | null;
  links: string[];
  code: string | null;
  message_id: string | null;
  created_at: Date | string;
}

export async function keepInOutbox(db: Database, message: Omit<OutboxMessage, 'id'>): Promise<string> {
  const id = newId();
  await sql`
    insert into outbox_message
      (id, channel, recipient, subject, body_text, body_html, links, code, message_id, created_at)
    values (${id}, ${message.channel}, ${message.to}, ${message.subject}, ${message.text}, ${message.html},
      ${JSON.stringify(message.links)}::jsonb, ${message.code}, ${message.messageId}, ${message.createdAt})
  `.execute(db);
  return id;
}

/** Newest first. */
export async function listOutbox(db: Database, filter: OutboxFilter = {}): Promise<OutboxMessage[]> {
  const conditions = [sql`true`];
  if (filter.to) conditions.push(sql`recipient = ${recipientOf(filter.to)}`);
  if (filter.channel) conditions.push(sql`channel = ${filter.channel}`);
  if (filter.before) conditions.push(sql`id < ${filter.before}::uuid`);
  const { rows } = await sql<Row>`
    select * from outbox_message where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${Math.min(filter.limit ?? 50, 500)}`.execute(db);
  return rows.map(read);
}

export async function findOutboxMessage(db: Database, id: string): Promise<OutboxMessage | null> {
  const { rows } = await sql<Row>`select * from outbox_message where id = ${id}`.execute(db);
  return rows[0] ? read(rows[0]) : null;
}

/** Deletes messages from before `before`. @returns how many */
export async function sweepOutbox(db: Database, before: Date): Promise<number> {
  const deleted = await sql`delete from outbox_message where created_at < ${before}`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** Addresses written out in a text. */
export function linksIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).map((link) => link.replace(/[.,;:!?]+$/, ''));
}

function recipientOf(to: string): string {
  return /^\d{10}$/.test(to) ? `+1${to}` : to.trim().toLowerCase();
}

function read(row: Row): OutboxMessage {
  return {
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    links: row.links,
    code: row.code,
    messageId: row.message_id,
    createdAt: new Date(row.created_at),
  };
}
