import { exitCodes } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { withPortal } from './connect.ts';
import { type Command, table } from './terminal.ts';

export interface OutboxOptions {
  to?: string;
  channel?: 'mail' | 'sms';
  limit?: number;
  json?: boolean;
}

/** Lists the mails and text messages that the sandboxes kept, newest first. */
export const list: Command<OutboxOptions> = (terminal, { json, ...filter }) =>
  withPortal(terminal, async (portal) => {
    const messages = await listOutbox(portal.db, filter);
    if (json) {
      terminal.out(JSON.stringify(messages, null, 2));
      return exitCodes.ok;
    }
    const rows = messages.map((message) => [
      message.createdAt.toISOString(),
      message.channel,
      message.to,
      message.subject ?? message.text.slice(0, 60),
      message.code ?? '',
      message.links[0] ?? '',
    ]);
    for (const line of table(['at', 'channel', 'to', 'subject', 'code', 'first link'], rows))
      terminal.out(line);
    return exitCodes.ok;
  });
