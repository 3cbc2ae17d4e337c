import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { z } from 'zod';
import { anyone, HOUR, inputOf, operation, signedIn, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { passkeyAnswerFields } from '../fields.ts';
import { identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { openSession } from '../sessions/sessions.ts';
import { countAddressTry, forgetAddressTry } from '../sign-in/failures.ts';
import { beginHandOff, readHomeFacts } from '../sign-in/hand-off.ts';
import { noteBrowser } from '../sign-in/known-browsers.ts';
import { lastLogin } from '../sign-in/last-login.ts';
import { passSecondStep } from '../two-step/verifying.ts';
import { newChallenge, passkeyHost } from './challenges.ts';
import { listUsable, noteUse, type UsedPasskey, verifySecondStep, verifySignIn } from './use.ts';

/** A passkey as the second step after the password, or as both steps at once (D104). */

/** JSON for `navigator.credentials.get`. */
const options = z.object({ options: z.string() });

const ofAccount = { by: 'account', limit: 60, per: HOUR } as const;

export const startPasskeyStep = operation({
  name: 'identity.start-passkey-step',
  summary: 'Starts the second step with a passkey.',
  access: signedIn,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({}),
  output: options,
  throttle: ofAccount,
  async run(work) {
    const { accountId } = work.caller;
    const usable = await listUsable(work, accountId);
    if (usable.length === 0) throw new Refusal('identity.passkey-failed', { detail: 'none on this host' });
    const challenge = await newChallenge(work, { purpose: 'second-step', accountId });
    const asked = await generateAuthenticationOptions({
      rpID: passkeyHost(work),
      challenge: Buffer.from(challenge, 'base64url'),
      timeout: identityTimings['passkey.challenge'],
      allowCredentials: usable.map(({ credential_id }) => ({ id: credential_id })),
      // The password came first. The second step is that the owner holds the passkey.
      userVerification: 'preferred',
    });
    return { options: JSON.stringify(asked) };
  },
});

export const passPasskeyStep = operation({
  name: 'identity.pass-passkey-step',
  summary: 'Completes the second step with a passkey.',
  access: signedIn,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(passkeyAnswerFields),
  output: z.object({}),
  throttle: ofAccount,
  async run(work, { answer }) {
    if (work.caller.twoStepDone) return {};
    const used = await verifySecondStep(work, answer);
    await passSecondStep(work, { use: (inside) => noteUse(inside, used), remember: false });
    return {};
  },
});

const ofAddress = { by: 'address', limit: 120, per: HOUR } as const;

export const startPasskeySignIn = operation({
  name: 'identity.start-passkey-sign-in',
  summary: 'Starts a sign-in with a passkey.',
  access: anyone,
  kind: 'write',
  input: z.object({}),
  output: options,
  throttle: ofAddress,
  async run(work) {
    const challenge = await newChallenge(work, { purpose: 'sign-in', accountId: null });
    const asked = await generateAuthenticationOptions({
      rpID: passkeyHost(work),
      challenge: Buffer.from(challenge, 'base64url'),
      timeout: identityTimings['passkey.challenge'],
      // No list of passkeys, because it would reveal who has an account.
      userVerification: 'required',
    });
    return { options: JSON.stringify(asked) };
  },
});

/** Both steps at once: the passkey identifies its owner, and the authenticator verified the owner (D104). */
export const signInByPasskey = operation({
  name: 'identity.sign-in-by-passkey',
  summary: 'Signs in with a passkey.',
  access: anyone,
  kind: 'staged',
  input: inputOf(passkeyAnswerFields),
  output: z.object({
    /** The page that takes over the session, on the host where the person belongs (D15). */
    redirect_to_branded_domain: z.string().nullable(),
  }),
  throttle: ofAddress,
  async run(work, { answer }) {
    await countAddressTry(work);
    const redirect = await signIn(work, answer).catch(async (error: unknown) => {
      await work.apart((inside) => inside.audit({ action: identityAudit.signInRefused }));
      throw error;
    });
    await forgetAddressTry(work);
    return { redirect_to_branded_domain: redirect };
  },
});

async function signIn(work: Work<unknown>, answer: string): Promise<string | null> {
  const used = await verifySignIn(work, answer);
  return work.apart((inside) => openByPasskey(inside, used));
}

/** @returns the address that takes over the session, or null */
async function openByPasskey(work: Work<unknown>, used: UsedPasskey): Promise<string | null> {
  const { accountId } = used;
  const account = await work.db
    .updateTable('account')
    .set(lastLogin(work))
    .where('id', '=', accountId)
    .where('active', '=', true)
    .where('email_verified_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!account) throw new Refusal('identity.passkey-failed', { detail: 'closed or unverified' });
  await noteUse(work, used);
  const sessionId = await openSession(work, { accountId, twoStepAt: work.now });
  await noteBrowser(work, accountId);
  await work.audit({ action: identityAudit.passkeyUsed, actorId: accountId, about: accountId });
  return beginHandOff(work, await readHomeFacts(work, accountId), sessionId);
}
