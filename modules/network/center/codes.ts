import { takesProofs } from '#modules/applications/index.ts';
import {
  type Caller,
  column,
  HOUR,
  hashToken,
  newToken,
  purge,
  type Sweep,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { findPendingInvites } from '../invitations/list.ts';
import { networkTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';

/** The codes that lead to the Invite Center. They are mailed to the person and shown nowhere else. */

const hashOf = (code: string) => hashToken(code).toString('hex');

/** How often one network address may try codes. Each operation that takes a code has its own count. */
export const centerThrottle = { by: 'address', limit: 60, per: HOUR } as const;

const ownAddress = statement({
  name: 'network.invite-center-address',
  row: { emailaddress: column.text },
  sql: (accountId: string) => sql`select emailaddress from account where id = ${accountId} and active`,
});

/**
 * The path of the Invite Center with a new code, for the mail that is about to be sent: 128 bits, of which only the
 * hash is stored.
 * @returns null for a closed account, and if no invitation is waiting
 */
export async function mintCenterPath(work: Work<unknown>, accountId: string): Promise<string | null> {
  const person = await work.row(ownAddress(accountId));
  if (!person || (await findPendingInvites(work, accountId)).length === 0) return null;
  const code = newToken(16);
  await work.db
    .insertInto('invite_center_code')
    .values({
      code_hash: hashOf(code),
      account_id: accountId,
      to_email: person.emailaddress,
      created_at: work.now,
      expires_at: new Date(work.now.getTime() + networkTimings['center.code-life']),
    })
    .execute();
  return `/pendinginvites/${code}`;
}

/** The person whose invitations a code opens. */
export interface CenterLink {
  account_id: string;
  code_hash: string;
}

const personOfCode = statement({
  name: 'network.resolve-invite-center-code',
  row: { account_id: column.uuid, code_hash: column.text },
  sql: (codeHash: string, now: Date) => sql`
    select code.account_id, code.code_hash
    from invite_center_code code join account a on a.id = code.account_id and a.active
    where code.code_hash = ${codeHash} and code.expires_at > ${now} and code.revoked_at is null
      and a.emailaddress = code.to_email and ${takesProofs('invite-center-link', sql`code.code_hash`)}`,
});

/**
 * @throws Refusal not-found for an unknown, expired or revoked code, one that had too many wrong proofs (D127: that ends
 * the link, not the invitations), one that was mailed to an address that the account
 * no longer has, and one that belongs to somebody other than the person who is signed in
 */
export async function resolveCenterCode(
  work: Pick<Work<Caller | null>, 'row' | 'now' | 'caller'>,
  code: string,
): Promise<CenterLink> {
  const found = await work.row(personOfCode(hashOf(code), work.now));
  const foreign = work.caller !== null && work.caller.accountId !== found?.account_id;
  if (!found || foreign) throw new Refusal('not-found', { detail: 'code of pending invitations' });
  return found;
}

/** After an account was closed: deletes its codes, so that they do not work again if it is restored. */
export async function revokeCenterCodes(
  { db, now }: Pick<Work<unknown>, 'db' | 'now'>,
  accountId: string,
): Promise<void> {
  await db
    .updateTable('invite_center_code')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .execute();
}

export const centerCodeSweep: Sweep = purge({
  name: 'network.invite-center-codes',
  table: 'invite_center_code',
  key: 'code_hash',
  people: sql`t.account_id`,
  ended: (now) => sql`expires_at <= ${now}`,
});
