import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import { type Caller, HOUR, inputOf, newId, operation, person, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { passkeyFields, passkeyNameFields, proofFields } from '../fields.ts';
import { identityLimits, identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { holdSession } from '../sessions/sessions.ts';
import { changeMethods } from '../two-step/method-changes.ts';
import { requireProof } from '../two-step/proof.ts';
import { readRegistration } from './answers.ts';
import { newChallenge, passkeyHost, takeChallenge } from './challenges.ts';
import { answerOffer } from './offer.ts';

/** The passkeys of a person: added, named and removed in Passwords & Security. */

/**
 * EdDSA, ES256 and RS256 (COSE), which authenticators use. Node calls the newer algorithms of the library experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

const throttle = { by: 'account', limit: 60, per: HOUR } as const;

export const listPasskeys = operation({
  name: 'identity.list-passkeys',
  summary: "Lists the person's passkeys.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    passkeys: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        /** The host that it works on (D104). */
        host: z.string(),
        created_at: z.date(),
        last_used_at: z.date().nullable(),
      }),
    ),
  }),
  async run({ db, caller }) {
    const passkeys = await db
      .selectFrom('passkey')
      .select(['id', 'name', 'host', 'created_at', 'last_used_at'])
      .where('account_id', '=', caller.accountId)
      .orderBy('id')
      .execute();
    return { passkeys };
  },
});

/** What the browser needs to create a passkey for this host (WebAuthn §5.4). It requires the proof of D14. */
export const startPasskey = operation({
  name: 'identity.start-passkey',
  summary: 'Starts adding a passkey for this host.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(proofFields),
  /** JSON for `navigator.credentials.create`. */
  output: z.object({ options: z.string() }),
  throttle,
  async run(work, { currentpassword }) {
    await requireProof(work, currentpassword);
    const { accountId, sessionId, emailaddress, firstname, lastname } = work.caller;
    const held = await work.db
      .selectFrom('passkey')
      .select(['credential_id', 'host'])
      .where('account_id', '=', accountId)
      .execute();
    requireRoom(held.length);
    const challenge = await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      return newChallenge(inside, { purpose: 'add', accountId });
    });
    const rpID = passkeyHost(work);
    const options = await generateRegistrationOptions({
      rpName: rpID,
      rpID,
      userName: emailaddress,
      userDisplayName: `${firstname} ${lastname}`,
      // The authenticator repeats this at a sign-in. It reveals nothing about the person (WebAuthn §14.6.1).
      userID: new TextEncoder().encode(accountId),
      challenge: Buffer.from(challenge, 'base64url'),
      timeout: identityTimings['passkey.challenge'],
      attestationType: 'none',
      supportedAlgorithmIDs,
      excludeCredentials: held
        .filter(({ host }) => host === rpID)
        .map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options) };
  },
});

function requireRoom(held: number): void {
  if (held >= identityLimits['passkey.most-count']) throw new Refusal('identity.passkey-enough');
}

/**
 * Stores a passkey that the browser created for the challenge of `startPasskey`; the challenge shows that the proof was
 * given.
 */
export const addPasskey = operation({
  name: 'identity.add-passkey',
  summary: 'Adds a passkey for this host.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(passkeyFields),
  output: z.object({}),
  throttle,
  async run(work, { name, answer }) {
    const { accountId } = work.caller;
    const made = await verifyNew(work, answer);
    await changeMethods(work, async (inside) => {
      const { held } = await inside.db
        .selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('held'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      requireRoom(held);
      await inside.db
        .insertInto('passkey')
        .values({
          id: newId(),
          account_id: accountId,
          credential_id: made.id,
          public_key: Buffer.from(made.publicKey),
          counter: made.counter,
          host: passkeyHost(inside),
          name,
          created_at: inside.now,
        })
        .execute();
      await answerOffer(inside);
      await inside.audit({ action: identityAudit.passkeyAdded, about: accountId });
      return 'passkey-added';
    });
    return {};
  },
});

/** @throws Refusal identity.passkey-failed, the same for every reason */
async function verifyNew(work: Work<Caller>, answer: string) {
  const { accountId } = work.caller;
  const { response, challenge } = readRegistration(answer);
  await takeChallenge(work, challenge, { purpose: 'add', accountId });
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: work.visit.origin,
    expectedRPID: passkeyHost(work),
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    throw new Refusal('identity.passkey-failed', { detail: String(error) });
  });
  if (!checked.verified) throw new Refusal('identity.passkey-failed', { detail: 'not verified' });
  return checked.registrationInfo.credential;
}

const one = z.object({ id: z.uuid() });

/** @throws Refusal not-found */
export const renamePasskey = operation({
  name: 'identity.rename-passkey',
  summary: 'Renames a passkey.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: inputOf(passkeyNameFields).extend(one.shape),
  output: z.object({}),
  throttle,
  async run(work, { id, name }) {
    const { accountId } = work.caller;
    const renamed = await work.db
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    if (!renamed) throw new Refusal('not-found');
    await work.audit({ action: identityAudit.passkeyRenamed, about: accountId });
    return {};
  },
});

/** @throws Refusal not-found */
export const removePasskey = operation({
  name: 'identity.remove-passkey',
  summary: 'Removes a passkey.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(proofFields).extend(one.shape),
  output: z.object({}),
  throttle,
  async run(work, { id, currentpassword }) {
    const { accountId } = work.caller;
    const own = await work.db
      .selectFrom('passkey')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!own) throw new Refusal('not-found');
    await requireProof(work, currentpassword);
    await changeMethods(work, async (inside) => {
      await inside.db.deleteFrom('passkey').where('id', '=', own.id).execute();
      await inside.audit({ action: identityAudit.passkeyRemoved, about: accountId });
      return 'passkey-removed';
    });
    return {};
  },
});
