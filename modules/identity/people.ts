import { sql, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { Account } from './entities/account.ts';
import { personChanged } from './events.ts';
import type { ProfileValues } from './profile-values.ts';
import { Refusal } from './refusals.ts';
import type { Role, TwoStepMethod } from './rules.ts';

/** The switches of a person's privacy and communications (doc2 §2.4, D20). */
export interface Preferences {
  network_sharing_master: boolean;
  network_autoacceptinvite: boolean;
  network_searchresults: boolean;
  email_preference_invites: boolean;
  email_preference_renewal: boolean;
  email_preference_marketing: boolean;
  criticalemails: boolean;
  shieldscore_clean_autoaccept: boolean;
}

/** A person as the modules above read one. */
export interface Person extends Omit<ProfileValues, 'dateofbirth'> {
  accountId: string;
  emailaddress: string;
  email_verified: boolean;
  /** yyyy-MM-dd */
  dateofbirth: string | null;
  has_ssn: boolean;
  locked_name_dob: boolean;
  active: boolean;
  role: Role;
  two_step_method: TwoStepMethod;
  registered_host: string;
  registered_at: Date;
  preferences: Preferences;
}

type PersonRow = Omit<Person, 'preferences'> & Preferences;

const personColumns = sql`
  account.id as "accountId", firstname, middlename, lastname, namesuffix, businessname,
  emailaddress::text as emailaddress, email_verified_at is not null as email_verified, mobile, businessphone,
  address1, address2, city, state, postalcode, dateofbirth, ssn_hmac is not null as has_ssn, locked_name_dob,
  active, role, two_step_method, registered_host, registered_at, network_sharing_master,
  network_autoacceptinvite, network_searchresults, email_preference_invites, email_preference_renewal,
  email_preference_marketing, criticalemails, shieldscore_clean_autoaccept`;

type Reading = Pick<Work, 'row' | 'rows'>;

/** @throws Refusal not-found */
export async function getPerson(work: Reading, accountId: string): Promise<Person> {
  const row = await work.row(sql<PersonRow>`select ${personColumns} from account where id = ${accountId}`);
  if (!row) throw new Refusal('not-found', { detail: `account ${accountId}` });
  return toPerson(row);
}

/** @param emailaddress in any case */
export async function findPersonByEmail(work: Reading, emailaddress: string): Promise<Person | null> {
  const row = await work.row(sql<PersonRow>`
    select ${personColumns} from account where emailaddress = ${emailaddress}::citext`);
  return row ? toPerson(row) : null;
}

/** Several people with one query, in no order; those that do not exist are left out. */
export async function listPeople(work: Reading, accountIds: readonly string[]): Promise<Person[]> {
  if (accountIds.length === 0) return [];
  const rows = await work.rows(sql<PersonRow>`
    select ${personColumns} from account where id = any(${sql.val([...accountIds])}::uuid[])`);
  return rows.map(toPerson);
}

const preferenceColumns = {
  network_sharing_master: 'networkSharingMaster',
  network_autoacceptinvite: 'networkAutoacceptinvite',
  network_searchresults: 'networkSearchresults',
  email_preference_invites: 'emailPreferenceInvites',
  email_preference_renewal: 'emailPreferenceRenewal',
  email_preference_marketing: 'emailPreferenceMarketing',
  criticalemails: 'criticalemails',
  shieldscore_clean_autoaccept: 'shieldscoreCleanAutoaccept',
} as const satisfies Record<keyof Preferences, keyof Account>;

/** Sets the switches that are given; the rest stays. */
export async function savePreferences(
  work: Pick<Work, 'em' | 'audit' | 'publish'>,
  accountId: string,
  changes: Partial<Preferences>,
): Promise<void> {
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  const given = Object.entries(changes).filter(
    ([name, value]) => name in preferenceColumns && value !== undefined,
  );
  for (const [name, value] of given) account[preferenceColumns[name as keyof Preferences]] = value;
  await work.em.flush();
  await work.audit({
    action: identityAudit.preferencesSaved,
    about: accountId,
    detail: Object.fromEntries(given),
  });
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
    ...person
  } = row;
  return {
    ...person,
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
