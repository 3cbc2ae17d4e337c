import {
  type Database,
  defaultMailPreferences,
  type MailPreferences,
  type MailReader,
  type MailRecipient,
  type Portal,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { savePreferences } from '../people.ts';
import type { TwoStepMethod } from '../rules.ts';
import { isSuppressed } from './suppression.ts';

const switches = [
  'email_preference_marketing',
  'email_preference_invites',
  'email_preference_renewal',
  'criticalemails',
] as const satisfies readonly (keyof MailPreferences)[];

/**
 * Where a mail goes and what its reader chose: the implementation of the port that platform leaves open. Null if the
 * account no longer exists.
 */
export async function findMailReader(
  { db }: Pick<Portal, 'db'>,
  recipient: MailRecipient,
): Promise<MailReader | null> {
  const address = 'address' in recipient ? recipient.address : await findAddress(db, recipient.accountId);
  if (!address) return null;
  const { preferences } = await readMailPreferences(db, address);
  return { address, preferences, suppressed: await isSuppressed({ db }, address) };
}

/** An erased person has no address. */
async function findAddress(db: Database, accountId: string): Promise<string | undefined> {
  const query = db
    .selectFrom('account')
    .select('emailaddress')
    .where('id', '=', accountId)
    .where('erased_at', 'is', null);
  return (await query.executeTakeFirst())?.emailaddress;
}

export interface KnownPreferences {
  preferences: MailPreferences;
  /** The account that proved this address, if there is one. */
  account: { id: string; twoStepMethod: TwoStepMethod } | null;
}

/**
 * What the owner of an address chose: through the account that proved it, or for the address itself if no account has.
 * @param emailaddress in any case
 */
export async function readMailPreferences(db: Database, emailaddress: string): Promise<KnownPreferences> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'two_step_method', ...switches])
    .where('emailaddress', '=', emailaddress)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (account) {
    const { id, two_step_method, ...preferences } = account;
    return { preferences, account: { id, twoStepMethod: two_step_method } };
  }
  const row = await db
    .selectFrom('mail_preference')
    .select(switches)
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  return { preferences: row ?? defaultMailPreferences, account: null };
}

/** Sets the given switches, for the account that proved the address, or else for the address. */
export async function saveMailPreferences(
  work: Pick<Work, 'db' | 'audit' | 'publish' | 'now'>,
  emailaddress: string,
  changes: Partial<MailPreferences>,
): Promise<void> {
  const { account } = await readMailPreferences(work.db, emailaddress);
  if (account) return savePreferences(work, account.id, changes);
  await work.db
    .insertInto('mail_preference')
    .values({ emailaddress, ...changes, updated_at: work.now })
    .onConflict((conflict) =>
      conflict.column('emailaddress').doUpdateSet({ ...changes, updated_at: work.now }),
    )
    .execute();
  await work.audit({ action: identityAudit.addressPreferencesSaved, detail: { ...changes } });
}

/** Choices made for an address before an account proved it become the account's own choices. */
export async function adoptMailPreferences(
  work: Pick<Work, 'db' | 'audit' | 'publish' | 'now'>,
  accountId: string,
  emailaddress: string,
): Promise<void> {
  const chosen = await work.db
    .deleteFrom('mail_preference')
    .where('emailaddress', '=', emailaddress)
    .returning(switches)
    .executeTakeFirst();
  if (chosen) await savePreferences(work, accountId, chosen);
}
