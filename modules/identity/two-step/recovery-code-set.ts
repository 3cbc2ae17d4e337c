import { Secret } from 'otpauth';
import { findCode, newId, type Work } from '#modules/platform/index.ts';
import { identityLimits } from '../limits.ts';

/** Recovery codes: ten, shown once, each good for one second step when every method is out of reach. */

const LENGTH = 10;

/** 50 random bits as letters and the digits 2 to 7, which are not easily confused when a code is copied by hand. */
function newRecoveryCode(): string {
  return new Secret({ size: 7 }).base32.slice(0, LENGTH);
}

/** @param code as shown, or as typed */
export function hashRecoveryCode({ portal }: Pick<Work, 'portal'>, accountId: string, code: string): string {
  return portal.keys.lookupHash('identity.recovery-code', `${accountId}:${normalize(code)}`);
}

/** In groups of five, the form in which they are shown. */
const grouped = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/**
 * Normalizes a typed code, alone or in a sentence, with or without its hyphen; 0, 1 and 8 become the letters that they
 * look like.
 */
function normalize(typed: string): string {
  return (findCode(typed, LENGTH) ?? typed.toUpperCase())
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
    .replaceAll(/[^A-Z2-7]/g, '');
}

/**
 * Makes ten new codes; the earlier ones no longer work.
 * @returns the codes, which are stored nowhere
 */
export async function replaceRecoveryCodes(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: identityLimits['recovery.codes-count'] }, newRecoveryCode);
  await work.db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await work.db
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        id: newId(),
        account_id: accountId,
        code_hash: hashRecoveryCode(work, accountId, code),
        created_at: work.now,
      })),
    )
    .execute();
  return codes.map(grouped);
}

/** How many codes still work; null if there have never been any. */
export async function countRecoveryCodes(
  { db }: Pick<Work, 'db'>,
  accountId: string,
): Promise<number | null> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('used_at')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length === 0 ? null : rows.filter((row) => row.used_at === null).length;
}
