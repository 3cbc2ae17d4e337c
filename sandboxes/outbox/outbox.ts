import type { Selectable } from 'kysely';
import { type Database, newId, type Tables, toJson } from '#modules/platform/index.ts';

/** A file attached to a mail. */
export interface OutboxAttachment {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
}

/** A mail or text message that the sandbox stored instead of sending it. */
export interface OutboxMessage {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  /** The addresses of the links in it, in order. */
  links: string[];
  /** The code to type, if it has one. */
  code: string | null;
  messageId: string | null;
  attachments: OutboxAttachment[];
  createdAt: Date;
}

export interface OutboxFilter {
  /** The complete recipient; a US number can also be given as its ten digits. */
  to?: string | undefined;
  channel?: 'mail' | 'sms' | undefined;
  /** 50 by default, 500 at most. */
  limit?: number | undefined;
  /** The id of the last message on the previous page. */
  before?: string | undefined;
}

export async function keepInOutbox(db: Database, message: Omit<OutboxMessage, 'id'>): Promise<string> {
  const id = newId();
  await db
    .insertInto('outbox_message')
    .values({
      id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body_text: message.text,
      body_html: message.html,
      links: toJson(message.links),
      code: message.code,
      message_id: message.messageId,
      attachments: toJson(message.attachments),
      created_at: message.createdAt,
    })
    .execute();
  return id;
}

/** Newest first. */
export async function listOutbox(db: Database, filter: OutboxFilter = {}): Promise<OutboxMessage[]> {
  let query = db
    .selectFrom('outbox_message')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(Math.min(filter.limit ?? 50, 500));
  if (filter.to) query = query.where('recipient', '=', recipientOf(filter.to));
  if (filter.channel) query = query.where('channel', '=', filter.channel);
  if (filter.before) query = query.where('id', '<', filter.before);
  return (await query.execute()).map(read);
}

export async function findOutboxMessage(db: Database, id: string): Promise<OutboxMessage | null> {
  const row = await db.selectFrom('outbox_message').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? read(row) : null;
}

/** The addresses in a plain text. */
export function linksIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).map((link) => link.replace(/[.,;:!?]+$/, ''));
}

function recipientOf(to: string): string {
  return /^\d{10}$/.test(to) ? `+1${to}` : to.trim().toLowerCase();
}

function read(row: Selectable<Tables['outbox_message']>): OutboxMessage {
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
    attachments: row.attachments,
    createdAt: row.created_at,
  };
}
