import { z } from 'zod';
import {
  anyone,
  HOUR,
  inputOf,
  type MailList,
  type MailPreferences,
  mailLists,
  operation,
  plainText,
  readPreferenceCode,
  readUnsubscribeToken,
  schemaOf,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { mailUnsubscribed } from '../events.ts';
import { addressPreferenceFields, mailPreferenceFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { maskEmail } from '../rules.ts';
import { askChoice, requireUnneeded } from './choice.ts';
import { readMailPreferences, saveMailPreferences } from './stored.ts';

/** Longer than any sealed address with its group. */
const sealed = plainText(1000, 1);
const unsubscribeInput = z.object({ token: sealed });

/** @throws Refusal not-found */
function readToken({ portal, now }: Pick<Work, 'portal' | 'now'>, token: string) {
  const unsubscription = readUnsubscribeToken(portal.keys, token, now);
  if (!unsubscription) throw new Refusal('not-found', { detail: 'forged token' });
  return unsubscription;
}

const switchOf = {
  invitations: 'email_preference_invites',
  renewal: 'email_preference_renewal',
} as const satisfies Partial<Record<MailList, string>>;

const hasSwitch = (list: MailList): list is keyof typeof switchOf => list in switchOf;

/**
 * Which mails the token of a mail can turn off, before its reader is asked.
 * @throws Refusal not-found
 */
export const checkUnsubscribe = operation({
  name: 'identity.check-unsubscribe',
  summary: 'Which emails the link in an email can stop.',
  access: anyone,
  kind: 'read',
  input: unsubscribeInput,
  output: z.object({ list: z.enum(mailLists) }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token }) {
    return { list: readToken(work, token).list };
  },
});

/**
 * Ends one list of mails to the address that the token of a mail names. A second time changes nothing (RFC 8058,
 * D19).
 */
export const unsubscribe = operation({
  name: 'identity.unsubscribe',
  summary: 'Stops one kind of emails to an address.',
  access: anyone,
  kind: 'write',
  input: unsubscribeInput,
  output: z.object({ list: z.enum(mailLists) }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token }) {
    const { list, emailaddress } = readToken(work, token);
    if (hasSwitch(list)) {
      await saveMailPreferences(work, emailaddress, { [switchOf[list]]: false });
      return { list };
    }
    const { account } = await readMailPreferences(work.db, emailaddress);
    if (account) await work.publish(mailUnsubscribed, { accountId: account.id, list });
    return { list };
  },
});

/** @throws Refusal not-found */
function readCode({ portal }: Pick<Work, 'portal'>, preferencecode: string): string {
  const emailaddress = readPreferenceCode(portal.keys, preferencecode);
  if (!emailaddress) throw new Refusal('not-found', { detail: 'forged preference code' });
  return emailaddress;
}

/**
 * What was chosen for the address of a mail's footer link (doc1 §2). It says nothing else about the account.
 * @throws Refusal not-found
 */
export const getMailPreferences = operation({
  name: 'identity.get-mail-preferences',
  summary: 'The email preferences of an address, found by the code in the footer of an email.',
  access: anyone,
  kind: 'read',
  input: z.object({ preferencecode: sealed }),
  output: z.object({
    partialemailaddress: z.string(),
    email_preference_marketing: yesNo,
    email_preference_invites: yesNo,
    email_preference_renewal: yesNo,
    criticalemails: yesNo,
  }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { preferencecode }) {
    const emailaddress = readCode(work, preferencecode);
    const { preferences } = await readMailPreferences(work.db, emailaddress);
    return { partialemailaddress: maskEmail(emailaddress), ...preferences };
  },
});

/**
 * Sets the choices of the address of a mail's footer link; if all mails are disabled, the switches go off too (doc1
 * §5). For an address alone nothing changes until its owner confirms by a mailed link (D21).
 */
export const updateMailPreferences = operation({
  name: 'identity.update-mail-preferences',
  summary:
    'Sets the email preferences of an address, with a code or, once its owner confirms, with the address.',
  access: anyone,
  kind: 'write',
  input: inputOf(mailPreferenceFields).extend({
    preferencecode: sealed.optional(),
    emailaddress: schemaOf(addressPreferenceFields.emailaddress).optional(),
  }),
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { preferencecode, emailaddress, ...chosen }) {
    if (preferencecode === undefined) {
      if (emailaddress === undefined) throw new Refusal('invalid-input', { field: 'emailaddress' });
      await askChoice(work, emailaddress, choiceOf(chosen));
      return {};
    }
    const address = readCode(work, preferencecode);
    const choice = choiceOf(chosen);
    if (!choice.criticalemails) await requireUnneeded(work, address);
    await saveMailPreferences(work, address, choice);
    return {};
  },
});

/** If all mails are disabled, no group is sent. */
function choiceOf({
  criticalemails,
  ...switches
}: {
  email_preference_marketing: boolean;
  email_preference_invites: boolean;
  email_preference_renewal: boolean;
  criticalemails: 'YES' | 'NO';
}): MailPreferences {
  if (criticalemails === 'YES') return { ...switches, criticalemails: true };
  return {
    email_preference_marketing: false,
    email_preference_invites: false,
    email_preference_renewal: false,
    criticalemails: false,
  };
}
