import { readEmailAddress, type Work } from '#modules/platform/index.ts';

/**
 * The stored addresses that a typed one can mean: in the one form, and exactly as typed. The latter is for an account
 * whose address was not brought to the one form, because another account has it.
 * @returns the exact one first
 */
function addressesFor(typed: string): string[] {
  const exact = typed.trim().toLowerCase();
  return [...new Set([exact, readEmailAddress(typed) ?? exact])];
}

/** The accounts that a typed address can mean, the one that has exactly this address first. */
export async function findAccountsByAddress({ db }: Pick<Work, 'db'>, typed: string) {
  const addresses = addressesFor(typed);
  const found = await db
    .selectFrom('account')
    .innerJoin('session_facts', 'session_facts.account_id', 'account.id')
    .select(['account.id', 'emailaddress', 'password_hash', 'active', 'role', 'email_verified_at'])
    .select(['two_step_method', 'registered_host', 'company_id'])
    .where('emailaddress', 'in', addresses)
    .execute();
  return found.toSorted((a, b) => addresses.indexOf(a.emailaddress) - addresses.indexOf(b.emailaddress));
}
