import { z } from 'zod';
import { getSentMail } from '#modules/admin/index.ts';
import { exitCodes, newId, StartError } from '#modules/platform/index.ts';
import { findOutboxMessage, keepInOutbox, listOutbox } from '#sandboxes/outbox/index.ts';
import { withPortal } from './connect.ts';
import { perform, showing } from './showing.ts';
import { type Command, finding, printable, printFields, printTable } from './terminal.ts';

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
      ['id', 'at', 'channel', 'to', 'subject', 'code', 'first link'],
      messages.map((each) => [
        each.id,
        each.createdAt.toISOString(),
        each.channel,
        each.to,
        each.subject ?? each.text.slice(0, 60),
        each.code ?? '',
        each.links[0] ?? '',
      ]),
    ),
);

const shown = z.object({
  id: z.uuid(),
  /** Of the template; null for what a sandbox kept. */
  version: z.int().nullable(),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  /** Without codes and links, if it is the record of a mail that was sent. */
  text: z.string().nullable(),
  state: z.string(),
  at: z.date(),
});

/** `shield outbox show ID`: what a sandbox kept, or the record of a mail that somebody got. */
export const show = showing<{ id: string }>()(
  shown,
  async (portal, { id }) => {
    const kept = await findOutboxMessage(portal.db, id);
    if (kept)
      return {
        id,
        version: null,
        to: kept.to,
        subject: kept.subject,
        text: kept.text,
        state: 'kept by the sandbox',
        at: kept.createdAt,
      };
    const record = await portal.db
      .selectFrom('sent_mail')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    const userid = record?.account_id ?? newId();
    const mail = await finding(`message ${id}`, perform(portal, getSentMail, { userid, mailid: id }));
    const { version, address: to, subject, text, state, sent_dts: at } = mail;
    return { id, version, to, subject, text, state, at };
  },
  (terminal, { id, version, to, subject, text, state, at }) => {
    printFields(terminal, {
      id,
      to,
      subject,
      at: at.toISOString(),
      state,
      version: version === null ? null : String(version),
    });
    terminal.out('');
    for (const line of (text ?? '').split('\n')) terminal.out(printable(line));
  },
  { aboutPerson: true },
);

/** `shield outbox resend ID`: puts a message that a sandbox kept into the outbox once more. */
export const resend: Command<{ id: string }> = (terminal, { id }) =>
  withPortal(terminal, async (portal) => {
    const kept = await findOutboxMessage(portal.db, id);
    if (!kept) {
      throw new StartError(
        `No sandbox kept a message ${id}. A mail whose delivery failed is sent again with: shield jobs retry. ` +
          'Whoever needs a code or link requests a new one.',
        exitCodes.notFound,
      );
    }
    const again = await keepInOutbox(portal.db, { ...kept, createdAt: portal.clock.now() });
    terminal.out(`Sent again to ${kept.to} as ${again}.`);
    return exitCodes.ok;
  });
