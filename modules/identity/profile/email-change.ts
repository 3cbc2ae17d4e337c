import { z } from 'zod';
import {
  type Caller,
  HOUR,
  inputOf,
  isSameEmailAddress,
  operation,
  person,
  SECOND,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { liveCodes, requestCode, resendWait, tryCode, useCode } from '../codes.ts';
import { addressProven } from '../events.ts';
import { codeFields, emailChangeFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { isOwnPassword } from '../registration.ts';
import { holdSession, openSession } from '../sessions/sessions.ts';
import { isProofNeeded, requireProof } from '../two-step/proof.ts';
import { changeAddress } from './changes.ts';

/**
 * A change of the address that a person signs in with: a code goes to the new address, and nothing changes until it is
 * entered. An address that belongs to somebody else gets the same answer but no code (D13). The previous address is
 * told, and can undo the change for 72 hours (D103).
 */

/** The state of the change, for its two pages. */
export const getEmailChange = operation({
  name: 'identity.get-email-change',
  summary: 'The progress of a change of the email address.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    emailaddress: z.string(),
    /** Where the code was sent, as the person typed it; null if no change is under way. */
    newemailaddress: z.string().nullable(),
    resend_seconds: z.number(),
    password_needed: z.boolean(),
  }),
  async run(work) {
    const { accountId, emailaddress } = work.caller;
    const live = await liveChange(work);
    const wait = live ? await resendWait(work, accountId, 'email-change', live.destination) : 0;
    return {
      emailaddress,
      newemailaddress: live?.destination ?? null,
      resend_seconds: Math.ceil(wait / SECOND),
      password_needed: await isProofNeeded(work),
    };
  },
});

function liveChange(work: Pick<Work<Caller>, 'db' | 'caller'>) {
  return liveCodes(work, work.caller.accountId, 'email-change').select('destination').executeTakeFirst();
}

/** Begins the change. @throws Refusal identity.address-unchanged, identity.new-address-is-password, identity.code-resend-locked */
export const startEmailChange = operation({
  name: 'identity.start-email-change',
  summary: "Sends a code to the caller's new email address.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(emailChangeFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 10, per: HOUR },
  async run(work, { emailaddress, currentpassword }) {
    const { accountId, sessionId } = work.caller;
    await requireProof(work, currentpassword);
    if (isSameEmailAddress(emailaddress, work.caller.emailaddress))
      throw new Refusal('identity.address-unchanged', { field: 'emailaddress' });
    if (await isOwnPassword(work, emailaddress)) {
      throw new Refusal('identity.new-address-is-password', { field: 'emailaddress' });
    }
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await requestCode(inside, {
        accountId,
        purpose: 'email-change',
        channel: 'EMAIL',
        destination: emailaddress,
      });
      await inside.audit({ action: identityAudit.emailChangeStarted, about: accountId });
    });
    return {};
  },
});

/**
 * Sends the code again. Does nothing if no change is under way.
 * @throws Refusal identity.code-resend-locked
 */
export const resendEmailChange = operation({
  name: 'identity.resend-email-change',
  summary: 'Sends the code for a change of the email address again.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: z.object({}),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work) {
    const live = await liveChange(work);
    if (!live) return {};
    const { accountId } = work.caller;
    await requestCode(work, {
      accountId,
      purpose: 'email-change',
      channel: 'EMAIL',
      destination: live.destination,
    });
    await work.audit({ action: identityAudit.emailChangeStarted, about: accountId });
    return {};
  },
});

/**
 * Completes the change with the code that was sent to the new address.
 * @throws Refusal as `tryCode`; identity.address-exists if somebody took the address in the meantime, and
 * identity.new-address-is-password if it has become the password
 */
export const confirmEmailChange = operation({
  name: 'identity.confirm-email-change',
  summary: "Changes the caller's email address to the one that the code was sent to.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(codeFields),
  output: z.object({}),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { code }) {
    const { accountId, sessionId } = work.caller;
    const codeId = await tryCode(work, accountId, 'email-change', code);
    const { destination } = await work.db
      .selectFrom('verification_code')
      .select('destination')
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow();
    // The password may have changed since the change of the address began. A new password ends this session, which is
    // checked below.
    if (await isOwnPassword(work, destination)) throw new Refusal('identity.new-address-is-password');
    await work.apart(async (inside) => {
      const proof = await holdSession(inside, { accountId, sessionId });
      await useCode(inside, codeId);
      await changeAddress(inside, accountId, destination);
      await inside.audit({ action: identityAudit.emailChanged, about: accountId });
      await inside.publish(addressProven, { accountId, emailaddress: destination });
      await openSession(inside, { accountId, ...proof });
    });
    return {};
  },
});
