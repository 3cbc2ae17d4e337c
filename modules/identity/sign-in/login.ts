import { z } from 'zod';
import {
  anyone,
  type Caller,
  inputOf,
  operation,
  SECOND,
  signedIn,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { loginFields } from '../fields.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { Refusal } from '../refusals.ts';
import { secondStepDue, type TwoStepMethod } from '../rules.ts';
import { sessionEnterprise, sessionUser, toSessionEnterprise, toSessionUser } from '../sessions/answer.ts';
import { findEndedSession } from '../sessions/ended.ts';
import { endSession, openSession } from '../sessions/sessions.ts';
import { findTrustedBrowser, touchTrustedBrowser } from '../two-step/trusted-browsers.ts';
import { findAccountsByAddress } from './account-address.ts';
import {
  accountKey,
  countAddressTry,
  countLoginTry,
  type FailureKey,
  failureHash,
  forgetAddressTry,
  runInTurn,
} from './failures.ts';
import { beginHandOff, type HomeFacts } from './hand-off.ts';
import { noteBrowser } from './known-browsers.ts';
import { lastLogin } from './last-login.ts';

const loggedIn = z.object({
  user: sessionUser.nullable(),
  enterprise: sessionEnterprise.nullable(),
  profile: z.null(),
  role: z.enum(['USER', 'ADMIN']),
  twosteprequired: yesNo,
  /** The page that takes over the session, on the host where the person belongs (D15). */
  redirect_to_branded_domain: z.string().nullable(),
});

/**
 * Signs a person in by email address and password (doc1 §2). An unknown address, a closed account and a wrong password
 * get the same answer after the same time (D13). Staged: no transaction is open while the hash is computed, and the
 * counts survive the refusal.
 */
export const login = operation({
  name: 'identity.login',
  summary: 'Signs in with email address and password, and returns whether a second step follows.',
  access: anyone,
  kind: 'staged',
  input: inputOf(loginFields),
  invalidAs: (options) => new Refusal('identity.login-incomplete', options),
  output: loggedIn,
  async run(work, { emailaddress, password }) {
    await countAddressTry(work);
    const [first, second] = await findAccountsByAddress(work, emailaddress);
    const browserId = first ? await findTrustedBrowser(work, first.id) : null;
    const key: FailureKey = browserId ? `browser:${browserId}` : accountKey(emailaddress);
    return runInTurn(key, async () => {
      await countAccountTry(work, key);
      const { config } = work.portal;
      if ((await passwordMatches(config, password, first?.password_hash ?? null)) && first?.active) {
        return enter(work, first, { browserId, key });
      }
      if (second?.active && (await passwordMatches(config, password, second.password_hash))) {
        return enter(work, second, { browserId: await findTrustedBrowser(work, second.id), key });
      }
      await noteFailure(work, first?.id);
      throw new Refusal('identity.wrong-credentials');
    });
  },
});

interface Entering extends HomeFacts {
  id: string;
  password_hash: string;
  email_verified_at: Date | null;
  two_step_method: TwoStepMethod;
}

/**
 * Opens the session of a person whose password was correct.
 * @throws Refusal identity.wrong-credentials
 */
async function enter(
  work: Work<Caller | null>,
  account: Entering,
  { browserId, key }: { browserId: string | null; key: FailureKey },
): Promise<z.output<typeof loggedIn>> {
  const { role } = account;
  const due = secondStepDue({
    role,
    emailVerified: account.email_verified_at !== null,
    twoStepMethod: account.two_step_method,
    done: false,
    remembered: browserId !== null,
  });
  const redirect = await work.apart(async (inside) => {
    await noteSuccess(inside, account, { key, isSignedIn: !due });
    if (browserId) await touchTrustedBrowser(inside, browserId);
    const sessionId = await openSession(inside, {
      accountId: account.id,
      twoStepAt: null,
      remembered: browserId !== null,
      browserId,
    });
    await inside.audit({ action: identityAudit.sessionOpened, about: account.id, actorId: account.id });
    if (!due) await noteBrowser(inside, account.id);
    const address = await beginHandOff(inside, account, sessionId);
    // Last, because everybody at the same network address waits for this row until the transaction ends.
    await forgetAddressTry(inside, work.portal.throttles.within(inside));
    return address;
  });
  const caller = await work.visit.caller();
  return {
    user: caller && toSessionUser(caller),
    enterprise: caller && toSessionEnterprise(caller),
    profile: null,
    role,
    twosteprequired: due,
    redirect_to_branded_domain: redirect,
  };
}

/**
 * Counts the try for the account. If it is refused there, it does not count against the network address.
 * @throws Refusal as countLoginTry
 */
async function countAccountTry(work: Work, key: FailureKey): Promise<void> {
  try {
    await countLoginTry(work, key);
  } catch (error) {
    await forgetAddressTry(work);
    throw error;
  }
}

/**
 * Resets the count of failures, and notes the sign-in if no second step is due. The password was compared before this
 * transaction began: if it was changed or the account was closed in the meantime, all sessions were ended and no new
 * one may be opened.
 * @throws Refusal identity.wrong-credentials
 */
async function noteSuccess(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'visit'>,
  account: { id: string; password_hash: string },
  { key, isSignedIn }: { key: FailureKey; isSignedIn: boolean },
): Promise<void> {
  // One statement for both, because signing in is frequent.
  const query = work.db
    .with('same', (db) =>
      db
        .selectFrom('account')
        .select('id')
        .where('id', '=', account.id)
        .where('password_hash', '=', account.password_hash)
        .where('active', '=', true)
        .forNoKeyUpdate(),
    )
    .with('noted', (db) =>
      db
        .updateTable('account')
        .set(lastLogin(work))
        .where(({ and, exists, lit, selectFrom }) =>
          and([exists(selectFrom('same').select('same.id')), lit(isSignedIn)]),
        )
        .where('id', '=', account.id),
    )
    .with('cleared', (db) =>
      db
        .deleteFrom('login_failure')
        .where('key_hash', '=', failureHash(work, key))
        .where(({ exists, selectFrom }) => exists(selectFrom('same').select('same.id'))),
    )
    .selectFrom('same')
    .select('id');
  const same = await query.executeTakeFirst();
  if (!same) throw new Refusal('identity.wrong-credentials', { detail: 'changed meanwhile' });
}

/** The same transaction for known and unknown accounts, so that both take equally long. */
async function noteFailure(work: Work, accountId: string | undefined): Promise<void> {
  await work.apart((inside) =>
    inside.audit({ action: identityAudit.signInRefused, ...(accountId ? { about: accountId } : {}) }),
  );
}

/** Ends the session of this browser; does nothing if there is none. */
export const logout = operation({
  name: 'identity.logout',
  summary: 'Ends the session.',
  access: anyone,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    const { caller } = work;
    // One that has ended by time stays until its sweep, because other tabs may still have texts to be kept for its account.
    if (!caller && (await findEndedSession(work))) return {};
    if (caller) await work.audit({ action: identityAudit.sessionEnded, about: caller.accountId });
    await endSession(work);
    return {};
  },
});

const flag = z.enum(['true', 'false']).optional();

/** The session check that every open page makes. It needs no query besides the one that identified the caller (D10). */
export const verifySession = operation({
  name: 'identity.verify-session',
  summary: 'Whether the session is valid, with facts about the person and their company.',
  access: signedIn,
  kind: 'read',
  input: z.object({ checktwofactor: flag, refreshdata: flag }),
  output: z.object({
    user: sessionUser,
    enterprise: sessionEnterprise.nullable(),
    base_hostname: z.string(),
    /** Seconds until the session ends, unless the person goes on using it. */
    session_ends_in: z.number(),
  }),
  async run({ caller, portal, now }, { checktwofactor }) {
    if (checktwofactor === 'true' && !caller.twoStepDone) throw new Refusal('two-step-needed');
    return {
      user: toSessionUser(caller),
      enterprise: toSessionEnterprise(caller),
      base_hostname: portal.config.baseHost,
      session_ends_in: Math.max(0, Math.floor((caller.sessionEndsAt.getTime() - now.getTime()) / SECOND)),
    };
  },
});
