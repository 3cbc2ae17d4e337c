import { z } from 'zod';
import {
  anyone,
  HOUR,
  inputOf,
  operation,
  plainText,
  readPreferenceCode,
  readUnsubscribeToken,
  type UnsubscribableGroup,
  type Work,
} from '#modules/platform/index.ts';
import { mailPreferenceFields } from './fields.ts';
import { readMailPreferences, saveMailPreferences } from './mail-preferences.ts';
import { Refusal } from './refusals.ts';
import { maskEmail } from './rules.ts';

/** A sealed address with its group is shorter. */
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
} as const satisfies Record<UnsubscribableGroup, string>;

/** Which mails a mail's token can end, before its reader is asked. @throws Refusal not-found */
export const checkUnsubscribe = operation({
  name: 'identity.check-unsubscribe',
  summary: 'Which mails the link of a mail can end.',
  access: anyone,
  kind: 'read',
  input: unsubscribeInput,
  output: z.object({ group: z.enum(['invitations', 'renewal']) }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token }) {
    return { group: readToken(work, token).group };
  },
});

/** Ends one group of mails to the address that a mail's token names; a second time changes nothing (RFC 8058, D19). */
export const unsubscribe = operation({
  name: 'identity.unsubscribe',
  summary: 'Ends one group of mails to an address.',
  access: anyone,
  kind: 'write',
  input: unsubscribeInput,
  output: z.object({ group: z.enum(['invitations', 'renewal']) }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { token }) {
    const { group, emailaddress } = readToken(work, token);
    await saveMailPreferences(work, emailaddress, { [switchOf[group]]: false });
    return { group };
  },
});

/** @throws Refusal not-found */
function readCode({ portal }: Pick<Work, 'portal'>, preferencecode: string): string {
  const emailaddress = readPreferenceCode(portal.keys, preferencecode);
  if (!emailaddress) throw new Refusal('not-found', { detail: 'forged preference code' });
  return emailaddress;
}

/** What the address of a mail's footer link chose (doc1 §2). Nothing else about its account. @throws Refusal not-found */
export const getMailPreferences = operation({
  name: 'identity.get-mail-preferences',
  summary: 'What an address chose about its mails, by the code in the footer of one.',
  access: anyone,
  kind: 'read',
  input: z.object({ preferencecode: sealed }),
  output: z.object({
    partialemailaddress: z.string(),
    email_preference_marketing: z.boolean(),
    email_preference_invites: z.boolean(),
    email_preference_renewal: z.boolean(),
    criticalemails: z.boolean(),
  }),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { preferencecode }) {
    const emailaddress = readCode(work, preferencecode);
    const { preferences } = await readMailPreferences(work.db, emailaddress);
    return { partialemailaddress: maskEmail(emailaddress), ...preferences };
  },
});

/** Sets the choices of the address of a mail's footer link; with all mails disabled the switches go off too (doc1 §5). */
export const updateMailPreferences = operation({
  name: 'identity.update-mail-preferences',
  summary: 'Sets what an address chose about its mails.',
  access: anyone,
  kind: 'write',
  input: inputOf(mailPreferenceFields).extend({ preferencecode: sealed }),
  output: z.object({}),
  throttle: { by: 'address', limit: 60, per: HOUR },
  async run(work, { preferencecode, criticalemails, ...switches }) {
    const emailaddress = readCode(work, preferencecode);
    if (criticalemails === 'YES') {
      await saveMailPreferences(work, emailaddress, { ...switches, criticalemails: true });
      return {};
    }
    const { account } = await readMailPreferences(work.db, emailaddress);
    if (account?.twoStepMethod === 'EMAIL') throw new Refusal('identity.mail-needed');
    await saveMailPreferences(work, emailaddress, {
      email_preference_marketing: false,
      email_preference_invites: false,
      email_preference_renewal: false,
      criticalemails: false,
    });
    return {};
  },
});
