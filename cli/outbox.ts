import { z } from 'zod';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { showing } from './showing.ts';
import { printTable } from './terminal.ts';

interface OutboxOptions {
  to?: string;
  channel?: 'mail' | 'sms';
  limit?: number;
}

const message = z.object({
  id: z.uuid(),
  channel: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  links: z.array(z.string()),
  code: z.string().nullable(),
  messageId: z.string().nullable(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() })),
  createdAt: z.date(),
});

/** Lists the mails and text messages that the sandboxes kept, newest first. */
export const list = showing<OutboxOptions>()(
  z.array(message),
  ({ db }, { to, channel, limit }) => listOutbox(db, { to, channel, limit }),
  (terminal, messages) =>
    printTable(
      terminal,
      ['at', 'channel', 'to', 'subject', 'code', 'first link'],
      messages.map((each) => [
        each.createdAt.toISOString(),
        each.channel,
        each.to,
        each.subject ?? each.text.slice(0, 60),
        each.code ?? '',
        each.links[0] ?? '',
      ]),
    ),
);
