import { type KeyRing, sql, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import type { Account } from './entities/account.ts';
import { Refusal } from './refusals.ts';
import { maskSsn } from './rules.ts';

/**
 * Social Security numbers: encrypted under the key ring, found by a keyed hash, never in a log, an answer, a payload or
 * an error (D44).
 */

const place = (accountId: string) => `account.ssn_encrypted:${accountId}`;

/** Puts a number into an account that is about to be saved. @returns whether it is another one than before */
export function sealSsn(keys: KeyRing, account: Account, ssn: string): boolean {
  const digits = ssn.replaceAll('-', '');
  if (!/^\d{9}$/.test(digits)) throw new Refusal('invalid-input', { field: 'ssn' });
  const hash = keys.lookupHash('ssn', digits);
  if (account.ssnHmac === hash) return false;
  account.ssnEncrypted = keys.encrypt(digits, place(account.id));
  account.ssnHmac = hash;
  return true;
}

/** Nine digits, for the agency that makes the check; the reading is audited. @throws Refusal not-found */
export async function getSsnForScreening(
  work: Pick<Work, 'row' | 'audit' | 'portal'>,
  accountId: string,
): Promise<string> {
  const digits = await openSsn(work, accountId);
  if (digits === null) throw new Refusal('not-found', { detail: 'no SSN on the account' });
  await work.audit({ action: identityAudit.ssnRead, about: accountId });
  return digits;
}

/** `***-**-1234`, or null while there is none. */
export async function maskedSsn(
  work: Pick<Work, 'row' | 'portal'>,
  accountId: string,
): Promise<string | null> {
  const digits = await openSsn(work, accountId);
  return digits === null ? null : maskSsn(digits);
}

/** Other accounts that hold the same number (D49). */
export async function findAccountsWithSameSsn(
  work: Pick<Work, 'rows'>,
  accountId: string,
): Promise<string[]> {
  const rows = await work.rows(sql<{ id: string }>`
    select other.id from account mine join account other on other.ssn_hmac = mine.ssn_hmac and other.id <> mine.id
    where mine.id = ${accountId} order by other.id`);
  return rows.map((row) => row.id);
}

async function openSsn(work: Pick<Work, 'row' | 'portal'>, accountId: string): Promise<string | null> {
  const row = await work.row(sql<{ ssn_encrypted: string | null }>`
    select ssn_encrypted from account where id = ${accountId}`);
  if (!row) throw new Refusal('not-found', { detail: `account ${accountId}` });
  return row.ssn_encrypted === null ? null : work.portal.keys.decrypt(row.ssn_encrypted, place(accountId));
}
