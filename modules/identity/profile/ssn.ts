import { type KeyRing, sealedColumn, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { maskSsn } from '../rules.ts';

/**
 * Social Security numbers are encrypted with the key ring and compared by a keyed hash. They never appear in a log, an
 * answer, a job's payload or an error (D44).
 */

const sealedAt = sealedColumn({ table: 'account', column: 'ssn_encrypted' });

/**
 * @param account the one that the number belongs to, with the hash of its current number
 * @param ssn nine digits, with or without hyphens
 * @returns the columns to save, or null if the account already has this number
 * @throws Refusal invalid-input
 */
export function sealSsn(
  keys: KeyRing,
  account: { id: string; ssn_hmac: string | null },
  ssn: string,
): { ssn_encrypted: string; ssn_hmac: string } | null {
  const digits = ssn.replaceAll('-', '');
  if (!/^\d{9}$/.test(digits)) throw new Refusal('invalid-input', { field: 'ssn' });
  const hash = keys.lookupHash('ssn', digits);
  if (account.ssn_hmac === hash) return null;
  return { ssn_encrypted: keys.encrypt(digits, sealedAt(account.id)), ssn_hmac: hash };
}

/** The SSN for the agency that makes the check; every call is audited. @returns nine digits @throws Refusal not-found */
export async function getSsnForScreening(
  work: Pick<Work, 'db' | 'audit' | 'portal'>,
  accountId: string,
): Promise<string> {
  const digits = await openSsn(work, accountId);
  if (digits === null) throw new Refusal('not-found', { detail: 'no SSN on the account' });
  await work.audit({ action: identityAudit.ssnRead, about: accountId });
  return digits;
}

/**
 * The whole SSN for staff, who give a reason; every call is audited (D44).
 * @returns `123-45-6789`
 * @throws Refusal not-found
 */
export async function revealSsnOf(
  work: Pick<Work, 'db' | 'audit' | 'portal'>,
  accountId: string,
  reason: string,
): Promise<string> {
  const digits = await openSsn(work, accountId);
  if (digits === null) throw new Refusal('not-found', { detail: 'no SSN on the account' });
  await work.audit({ action: identityAudit.ssnRevealed, about: accountId, detail: { reason } });
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

/** `***-**-1234`, or null if there is none. */
export async function maskedSsn(
  work: Pick<Work, 'db' | 'portal'>,
  accountId: string,
): Promise<string | null> {
  const digits = await openSsn(work, accountId);
  return digits === null ? null : maskSsn(digits);
}

/** Other accounts that have the same number (D49). */
export async function findAccountsWithSameSsn(work: Pick<Work, 'db'>, accountId: string): Promise<string[]> {
  const rows = await work.db
    .selectFrom('account as mine')
    .innerJoin('account as other', 'other.ssn_hmac', 'mine.ssn_hmac')
    .select('other.id')
    .where('mine.id', '=', accountId)
    .whereRef('other.id', '<>', 'mine.id')
    .orderBy('other.id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Whether another account has the same number as this one; null if the other account has none. Both are compared by
 * their hashes.
 */
export async function hasSameSsn(
  work: Pick<Work, 'db'>,
  accountId: string,
  otherId: string,
): Promise<boolean | null> {
  const rows = await work.db
    .selectFrom('account')
    .select(['id', 'ssn_hmac'])
    .where('id', 'in', [accountId, otherId])
    .execute();
  const hashOf = (wanted: string) => rows.find(({ id }) => id === wanted)?.ssn_hmac ?? null;
  const other = hashOf(otherId);
  return other === null ? null : other === hashOf(accountId);
}

/**
 * Gives an account without a number the number of another account of the same person, encrypted again for that account.
 * @param leave whether the other account keeps it as well
 */
export async function handOverSsn(
  work: Pick<Work, 'db' | 'audit' | 'portal'>,
  { from, to, leave }: { from: string; to: string; leave: boolean },
): Promise<void> {
  const digits = await openSsn(work, from);
  if (digits === null) return;
  const ofAccount = (id: string) => work.db.updateTable('account').where('id', '=', id);
  const { ssn_hmac } = await work.db
    .selectFrom('account')
    .select('ssn_hmac')
    .where('id', '=', to)
    .executeTakeFirstOrThrow();
  const sealed = ssn_hmac === null ? sealSsn(work.portal.keys, { id: to, ssn_hmac }, digits) : null;
  if (sealed) await ofAccount(to).set(sealed).execute();
  if (!leave) await ofAccount(from).set({ ssn_encrypted: null, ssn_hmac: null }).execute();
  for (const about of [from, to]) await work.audit({ action: identityAudit.ssnHandedOver, about });
}

async function openSsn(work: Pick<Work, 'db' | 'portal'>, accountId: string): Promise<string | null> {
  const row = await work.db
    .selectFrom('account')
    .select('ssn_encrypted')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `account ${accountId}` });
  return row.ssn_encrypted === null ? null : work.portal.keys.decrypt(row.ssn_encrypted, sealedAt(accountId));
}
