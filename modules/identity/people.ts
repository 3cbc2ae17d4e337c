import { anyOf, sql, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { personChanged } from './events.ts';
import { type LegalColumns, type LegalName, legalColumns, legalNameOf } from './profile/legal-name.ts';
import { type ProfileValues, profileNames } from './profile/values.ts';
import { Refusal } from './refusals.ts';
import type { Role, TwoStepMethod } from './rules.ts';

/** The columns that hold the switches below. */
const preferenceNames = [
  'network_sharing_master',
  'network_autoacceptinvite',
  'network_searchresults',
  'email_preference_invites',
  'email_preference_renewal',
  'email_preference_marketing',
  'criticalemails',
  'shieldscore_clean_autoaccept',
] as const;

/** The switches of a person's privacy and communications (doc2 §2.4, D20). */
export type Preferences = Record<(typeof preferenceNames)[number], boolean>;

/** A person, as the modules that build on identity read one. */
export interface Person extends Omit<ProfileValues, 'dateofbirth'> {
  accountId: string;
  emailaddress: string;
  email_verified: boolean;
  mobile_verified: boolean;
  /** yyyy-MM-dd */
  dateofbirth: string | null;
  has_ssn: boolean;
  locked_name_dob: boolean;
  /** The legal name, if an ID or staff have proven it (D98). */
  legal: LegalName | null;
  active: boolean;
  /** When the person was erased; what is left of them is read-only. */
  erased_at: Date | null;
  role: Role;
  two_step_method: TwoStepMethod;
  registered_host: string;
  registered_at: Date;
  preferences: Preferences;
}

type PersonRow = Omit<Person, 'preferences' | 'legal'> & Preferences & LegalColumns;

type Reading = Pick<Work, 'db'>;

function selectPeople({ db }: Reading) {
  return db
    .selectFrom('account')
    .select((account) => [
      'id as accountId',
      ...profileNames,
      'emailaddress',
      sql<boolean>`${account.ref('email_verified_at')} is not null`.as('email_verified'),
      sql<boolean>`${account.ref('mobile_verified_at')} is not null`.as('mobile_verified'),
      sql<boolean>`${account.ref('ssn_hmac')} is not null`.as('has_ssn'),
      'locked_name_dob',
      ...legalColumns,
      'active',
      'erased_at',
      'role',
      'two_step_method',
      'registered_host',
      'registered_at',
      ...preferenceNames,
    ]);
}

/** @throws Refusal not-found */
export async function getPerson(work: Reading, accountId: string): Promise<Person> {
  const row = await selectPeople(work).where('id', '=', accountId).executeTakeFirst();
  if (!row) throw new Refusal('not-found', { detail: `account ${accountId}` });
  return toPerson(row);
}

/** @param emailaddress in any case */
export async function findPersonByEmail(work: Reading, emailaddress: string): Promise<Person | null> {
  const row = await selectPeople(work).where('emailaddress', '=', emailaddress).executeTakeFirst();
  return row ? toPerson(row) : null;
}

/** Several people with one query, in no particular order; those that do not exist are left out. */
export async function listPeople(work: Reading, accountIds: readonly string[]): Promise<Person[]> {
  if (accountIds.length === 0) return [];
  const rows = await selectPeople(work).where('id', '=', anyOf(accountIds)).execute();
  return rows.map(toPerson);
}

/** Sets the given switches; the others stay as they are. Nothing is recorded if none of them changes. */
export async function savePreferences(
  work: Pick<Work, 'db' | 'audit' | 'publish' | 'now'>,
  accountId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  const before = await work.db
    .selectFrom('account')
    .select([...preferenceNames])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const given: Partial<Preferences> = {};
  for (const name of preferenceNames) {
    if (changes[name] !== undefined && changes[name] !== before[name]) given[name] = changes[name];
  }
  if (Object.keys(given).length === 0) return;
  const { network_autoacceptinvite: accepts } = given;
  await work.db
    .updateTable('account')
    .set({
      ...given,
      ...(accepts === undefined ? {} : { network_autoacceptinvite_since: accepts ? work.now : null }),
    })
    .where('id', '=', accountId)
    .execute();
  await work.audit({ action: identityAudit.preferencesSaved, about: accountId, detail: given });
  await work.publish(personChanged, { accountId });
}

function toPerson(row: PersonRow): Person {
  const {
    network_sharing_master,
    network_autoacceptinvite,
    network_searchresults,
    email_preference_invites,
    email_preference_renewal,
    email_preference_marketing,
    criticalemails,
    shieldscore_clean_autoaccept,
    legal_firstname,
    legal_middlename,
    legal_lastname,
    legal_namesuffix,
    legal_source,
    legal_at,
    ...person
  } = row;
  return {
    ...person,
    legal: legalNameOf({
      legal_firstname,
      legal_middlename,
      legal_lastname,
      legal_namesuffix,
      legal_source,
      legal_at,
    }),
    preferences: {
      network_sharing_master,
      network_autoacceptinvite,
      network_searchresults,
      email_preference_invites,
      email_preference_renewal,
      email_preference_marketing,
      criticalemails,
      shieldscore_clean_autoaccept,
    },
  };
}
