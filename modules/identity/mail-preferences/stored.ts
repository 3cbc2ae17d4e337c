import {
  column,
  type Database,
  defaultMailPreferences,
  type MailPreferences,
  type MailReader,
  type MailRecipient,
  type Portal,
  type RowOfStatement,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { savePreferences } from '../people.ts';
import { type TwoStepMethod, twoStepMethods } from '../rules.ts';

const switches = [
  'email_preference_marketing',
  'email_preference_invites',
  'email_preference_renewal',
  'criticalemails',
] as const satisfies readonly (keyof MailPreferences)[];

/**
 * What the owner of each address chose, through the account that proved it, or for the address itself if no account has,
 * and whether the address gets no mail. `at` is the place in the list, from 1.
 */
const choicesOf = statement({
  name: 'identity.mail-choices',
  prepared: true,
  row: {
    at: column.count,
    account_id: column.uuid.nullable(),
    two_step_method: column.oneOf(twoStepMethods).nullable(),
    email_preference_marketing: column.boolean.nullable(),
    email_preference_invites: column.boolean.nullable(),
    email_preference_renewal: column.boolean.nullable(),
    criticalemails: column.boolean.nullable(),
    suppressed: column.boolean,
  },
  sql: (addresses: readonly string[]) => sql`
    select asked.at, a.id as account_id, a.two_step_method,
      coalesce(a.email_preference_marketing, p.email_preference_marketing) as email_preference_marketing,
      coalesce(a.email_preference_invites, p.email_preference_invites) as email_preference_invites,
      coalesce(a.email_preference_renewal, p.email_preference_renewal) as email_preference_renewal,
      coalesce(a.criticalemails, p.criticalemails) as criticalemails,
      exists (select from mail_suppression s where s.emailaddress = asked.address) as suppressed
    from unnest(${sql.val(addresses)}::citext[]) with ordinality asked (address, at)
      left join account a on a.emailaddress = asked.address and a.email_verified_at is not null
      left join mail_preference p on p.emailaddress = asked.address and a.id is null`,
});

type Choices = RowOfStatement<typeof choicesOf>;

function preferencesOf(row: Choices): MailPreferences {
  const { email_preference_marketing, email_preference_invites, email_preference_renewal, criticalemails } =
    row;
  return {
    email_preference_marketing:
      email_preference_marketing ?? defaultMailPreferences.email_preference_marketing,
    email_preference_invites: email_preference_invites ?? defaultMailPreferences.email_preference_invites,
    email_preference_renewal: email_preference_renewal ?? defaultMailPreferences.email_preference_renewal,
    criticalemails: criticalemails ?? defaultMailPreferences.criticalemails,
  };
}

/** Where mails to these addresses go and what their readers chose, in the order of the addresses. */
export async function listMailReaders(db: Database, addresses: readonly string[]): Promise<MailReader[]> {
  const { rows } = await choicesOf(addresses).execute(db);
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  return addresses.map((address, place) => {
    const row = byPlace.get(place + 1);
    if (!row) throw new Error('An address has no answer');
    return {
      accountId: row.account_id,
      address,
      preferences: preferencesOf(row),
      suppressed: row.suppressed,
    };
  });
}

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
  const [reader] = await listMailReaders(db, [address]);
  // An account whose address is not verified yet gets its own mail.
  return reader && 'accountId' in recipient
    ? { ...reader, accountId: recipient.accountId }
    : (reader ?? null);
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

/** @param emailaddress in any case */
export async function readMailPreferences(db: Database, emailaddress: string): Promise<KnownPreferences> {
  const [row] = (await choicesOf([emailaddress]).execute(db)).rows;
  if (!row) throw new Error('An address has no answer');
  const { account_id: id, two_step_method: twoStepMethod } = row;
  return {
    preferences: preferencesOf(row),
    account: id !== null && twoStepMethod !== null ? { id, twoStepMethod } : null,
  };
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
