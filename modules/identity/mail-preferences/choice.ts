import { z } from 'zod';
import {
  anyone,
  HOUR,
  type MailPreferences,
  newId,
  operation,
  type Portal,
  plainText,
  SECOND,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { sendMailChoice } from '../jobs.ts';
import { mailChoiceKept } from '../limits.ts';
import { mayMail } from '../mail-limits.ts';
import { preferencesConfirmMail } from '../mails.ts';
import { Refusal } from '../refusals.ts';
import { maskEmail } from '../rules.ts';
import { listMethods } from '../two-step/contact-methods.ts';
import { readMailPreferences, saveMailPreferences } from './stored.ts';

/**
 * Choices about mails that somebody made for an address without its code (D21): they take effect once the owner of the
 * address confirms them by a mailed link. Nothing reveals whether the address has an account.
 */

const PURPOSE = 'identity.mail-choice';

/** Limited because each is a mail to somebody who did not ask for it. */
const asked = { limit: 5, per: HOUR };

/**
 * Stores the choices and has the link mailed.
 * @throws Refusal throttled after five an hour from one network
 */
export async function askChoice(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'visit' | 'audit' | 'enqueue'>,
  emailaddress: string,
  choice: MailPreferences,
): Promise<void> {
  const key = `identity.mail-choice:${throttleSource(work.visit.address)}`;
  const { allowed, retryAfter } = await work.portal.throttles.within(work).hit(key, asked);
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
  const id = newId();
  await work.db
    .insertInto('mail_choice')
    .values({ id, emailaddress, ...choice, host: work.visit.host, requested_at: work.now })
    .execute();
  await work.audit({ action: identityAudit.mailChoiceAsked, object: { type: 'mail_choice', id } });
  if (await mayMail(work, 'mail-choice', emailaddress)) await work.enqueue(sendMailChoice, { choiceId: id });
}

/**
 * All mails cannot be disabled while email is the account's only second factor. A passkey does not count as another
 * one, because it does not work on every host.
 * @throws Refusal identity.mail-needed (D19)
 */
export async function requireUnneeded(work: Pick<Work, 'db'>, emailaddress: string): Promise<void> {
  const { account } = await readMailPreferences(work.db, emailaddress);
  if (account?.twoStepMethod !== 'EMAIL') return;
  const methods = await listMethods(work, account.id);
  if (!methods.some(({ contact_method, verified }) => verified && contact_method !== 'EMAIL')) {
    throw new Refusal('identity.mail-needed');
  }
}

const token = z.object({ token: plainText(400, 1) });

async function getChoice(work: Pick<Work, 'db' | 'now' | 'portal'>, signed: string) {
  const id = work.portal.keys.unsign(PURPOSE, signed, work.now);
  const row = id
    ? await work.db.selectFrom('mail_choice').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal('not-found', { detail: 'no such choice of mails' });
  return row;
}

/** What the mailed link would save. Viewing it changes nothing. */
export const getMailChoice = operation({
  name: 'identity.get-mail-choice',
  summary: 'The email preferences that the link in an email would save.',
  access: anyone,
  kind: 'read',
  input: token,
  output: z.object({
    partialemailaddress: z.string(),
    email_preference_marketing: z.boolean(),
    email_preference_invites: z.boolean(),
    email_preference_renewal: z.boolean(),
    criticalemails: z.boolean(),
  }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token: signed }) {
    const {
      emailaddress,
      id: _id,
      host: _host,
      requested_at: _at,
      ...choice
    } = await getChoice(work, signed);
    return { partialemailaddress: maskEmail(emailaddress), ...choice };
  },
});

/** Saves what the mailed link names. @throws Refusal not-found, identity.mail-needed (D19) */
export const confirmMailChoice = operation({
  name: 'identity.confirm-mail-choice',
  summary: 'Saves the email preferences of an address, with the link that was emailed to it.',
  access: anyone,
  kind: 'write',
  input: token,
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token: signed }) {
    const { emailaddress, id, host: _host, requested_at: _at, ...choice } = await getChoice(work, signed);
    if (!choice.criticalemails) await requireUnneeded(work, emailaddress);
    await saveMailPreferences(work, emailaddress, choice);
    await work.db.deleteFrom('mail_choice').where('id', '=', id).execute();
    return {};
  },
});

export async function deliverMailChoice(portal: Portal, choiceId: string, messageId: string): Promise<void> {
  const row = await portal.work('identity.read-mail-choice', ({ db }) =>
    db
      .selectFrom('mail_choice')
      .select(['emailaddress', 'host', 'requested_at'])
      .where('id', '=', choiceId)
      .executeTakeFirst(),
  );
  if (!row) return;
  const until = new Date(row.requested_at.getTime() + mailChoiceKept);
  const link = portal.keys.sign(PURPOSE, choiceId, until);
  const letter = preferencesConfirmMail({ token: link, until });
  await portal.mailTo({ address: row.emailaddress }, { host: row.host, messageId }, letter);
}
