import {
  MINUTE,
  SECOND,
  sql,
  type ThrottleAnswer,
  throttleSource,
  type Work,
} from '#modules/platform/index.ts';
import { identityLimits, identityTimings } from './limits.ts';
import { Refusal } from './refusals.ts';
import { loginDelay } from './rules.ts';

/** Whose failures are counted together: an account's, or a remembered browser's of its own (D13). */
export type FailureKey = `account:${string}` | `browser:${string}`;

/** Under which the failures of one account or browser are kept. */
export function failureHash(work: Pick<Work, 'portal'>, key: FailureKey): string {
  return work.portal.keys.lookupHash('login-failure', key);
}

/**
 * Counts a try before the password is looked at, so that a burst of tries at once is no way round the count. It is a
 * statement of its own: a refusal does not take it back. Success clears it.
 * @throws Refusal identity.login-locked while the account is locked, throttled while it only has to wait
 */
export async function countLoginTry(work: Pick<Work, 'portal'>, key: FailureKey): Promise<void> {
  const { db } = work.portal;
  const keyHash = failureHash(work, key);
  const now = work.portal.clock.now();
  const forgotten = new Date(now.getTime() - identityTimings['login.lock']);
  const failures = sql`case when known.last_at <= ${forgotten} then 1 else known.failures + 1 end`;
  const counted = await sql`
    insert into login_failure as known (key_hash, failures, last_at) values (${keyHash}, 1, ${now})
    on conflict (key_hash) do update set last_at = ${now}, failures = ${failures},
      blocked_until = case ${failures} ${blockedUntil(now)} end
    where known.blocked_until is null or known.blocked_until <= ${now}
    returning 1`.execute(db);
  if (counted.rows.length > 0) return;
  const { rows } = await sql<{ failures: number; blocked_until: Date | null }>`
    select failures, blocked_until from login_failure where key_hash = ${keyHash}`.execute(db);
  const blocked = rows[0];
  // Cleared between the two statements.
  const wait = blocked?.blocked_until ? new Date(blocked.blocked_until).getTime() - now.getTime() : 0;
  if (!blocked || wait <= 0) return countLoginTry(work, key);
  const locked = loginDelay(blocked.failures) === identityTimings['login.lock'];
  throw new Refusal(locked ? 'identity.login-locked' : 'throttled', {
    retryAfter: Math.max(1, Math.ceil(wait / SECOND)),
    detail: `after ${blocked.failures} failures`,
  });
}

/** Until when each number of failures closes the account: branches of a CASE over the number. */
function blockedUntil(now: Date) {
  const last = identityLimits['login.locked-after-failures'];
  const at = (failures: number) => {
    const delay = loginDelay(failures);
    return delay > 0 ? sql`${new Date(now.getTime() + delay)}::timestamptz` : sql`null`;
  };
  const branches = Array.from(
    { length: last - 1 },
    (_, index) => sql`when ${index + 1} then ${at(index + 1)}`,
  );
  return sql`${sql.join(branches, sql` `)} else ${at(last)}`;
}

/** The right password, or a new one, ends the count. */
export async function clearLoginFailures(
  work: Pick<Work, 'rows' | 'portal'>,
  key: FailureKey,
): Promise<void> {
  await work.rows(sql`
    delete from login_failure where key_hash = ${failureHash(work, key)}`);
}

/** So many failures from one address close it for a while, whoever they were meant for (D13). */
const perAddress = { limit: 100, per: 15 * MINUTE };
const addressKey = ({ visit }: Pick<Work, 'visit'>) =>
  `identity.login-failures:${throttleSource(visit.address)}`;

/**
 * Counts a try as a failure before the password is looked at, as `countLoginTry` does: of many at once from one
 * address no more are looked at than one after the other.
 * @throws Refusal throttled
 */
export async function countAddressTry(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  requireAllowed(await work.portal.throttles.hit(addressKey(work), perAddress));
}

/** The password was right. */
export async function forgetAddressTry(work: Pick<Work, 'portal' | 'visit'>): Promise<void> {
  await work.portal.throttles.takeBack(addressKey(work));
}

function requireAllowed({ allowed, retryAfter }: ThrottleAnswer): void {
  if (!allowed) {
    throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND), detail: 'address' });
  }
}
