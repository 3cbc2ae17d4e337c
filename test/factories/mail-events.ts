import { receiveMailEvent } from '#modules/identity/index.ts';
import { SECOND, signSvixHook, sql } from '#modules/platform/index.ts';
import type { TestPortal } from '#test/portal.ts';

interface Told {
  to?: string;
  /** The mail's delivery id. */
  mail?: string;
  /** The id of the mail's record. */
  record?: string;
  /** When it happened according to the provider; by default now. */
  at?: Date;
  /** The provider's id of the event. */
  id?: string;
  bounce?: 'Permanent' | 'Transient';
}

let events = 0;

/** Sends a signed event to the portal, as the mail provider does. */
export function sendMailEvent(
  portal: TestPortal,
  type: string,
  { to = 'nobody@example.com', mail, record, at, id = `msg_${++events}`, bounce }: Told = {},
) {
  const secret = portal.config.mail.webhookSecret ?? '';
  const now = portal.clock.now();
  const body = JSON.stringify({
    type: `email.${type}`,
    created_at: (at ?? now).toISOString(),
    data: {
      email_id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
      from: 'Acme <no-reply@example.com>',
      to: [to],
      subject: 'Hello',
      ...(mail || record
        ? { tags: { ...(mail ? { delivery: mail } : {}), ...(record ? { record } : {}) } }
        : {}),
      ...(bounce ? { bounce: { type: bounce, subType: 'General', message: 'no' } } : {}),
    },
  });
  return portal.visitor().perform(receiveMailEvent, { body, signature: signSvixHook(secret, id, body, now) });
}

/** The delivery ids of an invitation's mails, oldest first. */
export async function mailsOf(portal: TestPortal, inviteid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invitation_mail where connection_id = ${inviteid} order by id`.execute(portal.db);
  return rows.map((row) => row.id);
}

/** A moment ago, in whole seconds. */
export const secondsAgo = (portal: TestPortal, seconds: number) =>
  new Date(portal.clock.now().getTime() - seconds * SECOND);
