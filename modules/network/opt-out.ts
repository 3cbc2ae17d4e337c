import { z } from 'zod';
import { findPersonByEmail, savePreferences } from '#modules/identity/index.ts';
import { anyone, HOUR, operation, type Portal, plainText, sql, type Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';

const PURPOSE = 'network.unsubscribe';

/** The address in a mail by which its reader wants no more invitations: one click, without signing in (RFC 8058, D19). */
export function unsubscribeUrl(portal: Pick<Portal, 'keys'>, origin: string, emailaddress: string): string {
  return `${origin}/unsubscribe/${portal.keys.sign(PURPOSE, emailaddress.toLowerCase())}`;
}

const optOutToken = z.object({ token: plainText(1000, 1) });

function readToken(work: Work<unknown>, token: string): string {
  const emailaddress = work.portal.keys.unsign(PURPOSE, token, work.now);
  if (!emailaddress) throw new Refusal('not-found', { detail: 'forged token' });
  return emailaddress;
}

/** Whether a mail's token still names an address, before its reader is asked. @throws Refusal not-found */
export const checkUnsubscribe = operation({
  name: 'network.check-unsubscribe',
  summary: 'Whether the link of a mail can end invitations.',
  access: anyone,
  kind: 'read',
  input: optOutToken,
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, input) {
    readToken(work, input.token);
    return {};
  },
});

/** Ends invitations to the address that a mail's token names; a second time changes nothing. */
export const unsubscribe = operation({
  name: 'network.unsubscribe',
  summary: 'Ends invitation mails to an address.',
  access: anyone,
  kind: 'write',
  input: optOutToken,
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, input) {
    const emailaddress = readToken(work, input.token);
    const person = await findPersonByEmail(work, emailaddress);
    if (person) await savePreferences(work, person.accountId, { email_preference_invites: false });
    await work.rows(sql`
      insert into invitation_opt_out (emailaddress, at) values (${emailaddress}, ${work.now}) on conflict do nothing`);
    return {};
  },
});
