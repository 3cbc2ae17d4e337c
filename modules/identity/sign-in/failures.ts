import {
  type Fragment,
  MINUTE,
  readEmailAddress,
  SECOND,
  sql,
  type ThrottleAnswer,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { identityLimits, identityTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { loginDelay } from '../rules.ts';

/** Which failures are counted together: those of an account, or those of one remembered browser (D13). */
export type FailureKey = `account:${string}` | `browser:${string}`;

/** One count for an address, however it is written. */
export function accountKey(emailaddress: string): FailureKey {
  return `account:${readEmailAddress(emailaddress) ?? emailaddress}`;
}

/** The key of the row that counts the failures of one account or browser; only its hash is stored. */
export function failureHash(work: Pick<Work, 'portal'>, key: FailureKey): string {
  return work.portal.keys.lookupHash('login-failure', key);
}

/**
 * Counts a try before the password is checked, so that many tries at the same time are all counted. It runs outside any
 * transaction: a refusal does not undo it. Success clears the count.
 * @throws Refusal identity.login-locked while the account is locked, throttled during the shorter waits before that
 */
export async function countLoginTry(work: Pick<Work, 'portal'>, key: FailureKey): Promise<void> {
  const { db } = work.portal;
  const keyHash = failureHash(work, key);
  const now = work.portal.clock.now();
  const forgotten = new Date(now.getTime() - identityTimings['login.lock']);
  const count = db
    .insertInto('login_failure')
    .values({ key_hash: keyHash, failures: 1, last_at: now })
    .onConflict((known) =>
      known
        .column('key_hash')
        .doUpdateSet(({ case: when, eb }) => {
          const failures = when()
            .when('login_failure.last_at', '<=', forgotten)
            .then(1)
            .else(eb('login_failure.failures', '+', 1))
            .end();
          return { last_at: now, failures, blocked_until: blockedUntil(failures, now) };
        })
        .where(({ eb, or }) =>
          or([eb('login_failure.blocked_until', 'is', null), eb('login_failure.blocked_until', '<=', now)]),
        ),
    )
    .returning('key_hash');
  const counted = await count.executeTakeFirst();
  if (counted) return;
  const blocked = await db
    .selectFrom('login_failure')
    .select(['failures', 'blocked_until'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  // There is nothing left to wait for if the count was cleared between the two statements.
  const wait = blocked?.blocked_until ? blocked.blocked_until.getTime() - now.getTime() : 0;
  if (!blocked || wait <= 0) return countLoginTry(work, key);
  const locked = loginDelay(blocked.failures) === identityTimings['login.lock'];
  throw new Refusal(locked ? 'identity.login-locked' : 'throttled', {
    retryAfter: Math.max(1, Math.ceil(wait / SECOND)),
    detail: `after ${blocked.failures} failures`,
  });
}

/** Until when this number of failures locks the account; null if it does not. */
function blockedUntil(failures: Fragment<number>, now: Date) {
  const last = identityLimits['login.locked-after-failures'];
  const at = (failures: number) => {
    const delay = loginDelay(failures);
    return delay > 0 ? sql`${new Date(now.getTime() + delay)}::timestamptz` : sql`null`;
  };
  const branches = Array.from(
    { length: last - 1 },
    (_, index) => sql`when ${index + 1} then ${at(index + 1)}`,
  );
  return sql<Date | null>`case ${failures} ${sql.join(branches, sql` `)} else ${at(last)} end`;
}

/** A correct password, or a new password, resets the count. */
export async function clearLoginFailures(work: Pick<Work, 'db' | 'portal'>, key: FailureKey): Promise<void> {
  await work.db.deleteFrom('login_failure').where('key_hash', '=', failureHash(work, key)).execute();
}

/** The latest try under way in this process, for each account or browser. */
const underWay = new Map<FailureKey, Promise<unknown>>();

/**
 * Runs the tries of one account or browser one after the other. A try counts as a failure until its password was
 * compared; if they ran together, correct passwords that are sent at the same time would be counted and refused.
 */
export async function runInTurn<T>(key: FailureKey, attempt: () => Promise<T>): Promise<T> {
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(attempt, attempt);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}

/** Failures from one network address, over all accounts; more are refused for a while (D13). */
const perAddress = { limit: 100, per: 15 * MINUTE };
const addressKey = ({ visit }: Pick<Work, 'visit'>) =>
  `identity.login-failures:${throttleSource(visit.address)}`;

/**
 * Counts a try as a failure before the password is checked, as `countLoginTry` does, so that the limit also holds for
 * many tries at the same time.
 * @throws Refusal throttled
 */
export async function countAddressTry(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  requireAllowed(await work.portal.throttles.hit(addressKey(work), perAddress));
}

/**
 * Takes back the counted try, because the password was correct.
 * @param throttles those within a transaction, to take it back with the transaction
 */
export async function forgetAddressTry(
  work: Pick<Work, 'portal' | 'visit'>,
  throttles = work.portal.throttles,
): Promise<void> {
  await throttles.takeBack(addressKey(work));
}

function requireAllowed({ allowed, retryAfter }: ThrottleAnswer): void {
  if (!allowed) {
    throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND), detail: 'address' });
  }
}
