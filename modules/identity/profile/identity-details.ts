import { column, newId, readTogether, sql, statement, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { personChanged } from '../events.ts';
import { sendAccountChanged } from '../jobs.ts';
import { type ProvenName, provenNames } from '../rules.ts';
import { findLegalName, keepLegalName } from './legal-name.ts';
import { sealSsn } from './ssn.ts';

export interface Alias {
  firstname: string;
  middlename?: string;
  lastname: string;
}

export interface Address {
  address1: string;
  address2?: string;
  city: string;
  state: string;
  postalcode: string;
}

/** The details that an application asks for. Only the given ones are changed; a given list replaces the old one. */
export interface IdentityDetails {
  firstname?: string;
  middlename?: string;
  lastname?: string;
  namesuffix?: string;
  /** yyyy-MM-dd */
  dateofbirth?: string;
  /** Nine digits, with or without hyphens. */
  ssn?: string;
  aliases?: readonly Alias[];
  address1?: string;
  address2?: string;
  city?: string;
  state?: string;
  postalcode?: string;
  previous_addresses?: readonly Address[];
}

const addressFields = ['address1', 'address2', 'city', 'state', 'postalcode'] as const;

/** Saves a person's own details. A locked name or date of birth is not changed (doc2 §5, D98). */
export async function saveIdentityDetails(
  work: Pick<Work, 'db' | 'audit' | 'portal' | 'publish'>,
  accountId: string,
  details: IdentityDetails,
): Promise<void> {
  const { db } = work;
  const account = await db
    .selectFrom('account')
    .select(['id', ...provenNames, ...addressFields, 'locked_name_dob', 'ssn_hmac'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const fields = account.locked_name_dob ? addressFields : ([...provenNames, ...addressFields] as const);
  const changedFields = fields.filter(
    (field) => details[field] !== undefined && details[field] !== account[field],
  );
  const sealed = details.ssn === undefined ? null : sealSsn(work.portal.keys, account, details.ssn);
  const changed: string[] = [...changedFields, ...(sealed ? ['ssn'] : [])];
  if (changed.length > 0) {
    const values = Object.fromEntries(changedFields.map((field) => [field, details[field]]));
    await db
      .updateTable('account')
      .set({ ...values, ...sealed })
      .where('id', '=', accountId)
      .execute();
  }
  if (details.aliases) {
    await db.deleteFrom('name_alias').where('account_id', '=', accountId).execute();
    const rows = details.aliases.map((alias, index) => ({
      id: newId(),
      account_id: accountId,
      position: index + 1,
      firstname: alias.firstname,
      middlename: alias.middlename ?? '',
      lastname: alias.lastname,
    }));
    if (rows.length > 0) await db.insertInto('name_alias').values(rows).execute();
    changed.push('aliases');
  }
  if (details.previous_addresses) {
    await db.deleteFrom('previous_address').where('account_id', '=', accountId).execute();
    const rows = details.previous_addresses.map((address, index) => ({
      id: newId(),
      account_id: accountId,
      position: index + 1,
      address1: address.address1,
      address2: address.address2 ?? '',
      city: address.city,
      state: address.state,
      postalcode: address.postalcode,
    }));
    if (rows.length > 0) await db.insertInto('previous_address').values(rows).execute();
    changed.push('previous_addresses');
  }
  await work.audit({ action: identityAudit.detailsSaved, about: accountId, detail: { changed } });
  await work.publish(personChanged, { accountId });
}

/** The name and date of birth that a check was made for. */
export type CheckedIdentity = Record<Exclude<ProvenName, 'dateofbirth'>, string> & {
  /** yyyy-MM-dd */
  dateofbirth: string | null;
};

/**
 * Locks name and date of birth with the first accepted check, as they were submitted: a change made to the profile
 * since then was not checked. Only staff can change them afterwards (D98). Later checks change nothing here.
 */
export async function lockNameAndBirth(
  work: Pick<Work, 'db' | 'audit' | 'publish'>,
  accountId: string,
  checked: CheckedIdentity,
): Promise<void> {
  const account = await work.db
    .selectFrom('account')
    .select([...provenNames, 'locked_name_dob'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.locked_name_dob) return;
  const changed = provenNames.filter((field) => checked[field] !== account[field]);
  const values = Object.fromEntries(changed.map((field) => [field, checked[field]]));
  await work.db
    .updateTable('account')
    .set({ ...values, locked_name_dob: true })
    .where('id', '=', accountId)
    .execute();
  if (changed.length === 0) return;
  await work.audit({ action: identityAudit.profileChanged, about: accountId, detail: { changed } });
  await work.publish(personChanged, { accountId });
}

/**
 * Gives a person the name and date of birth that staff found to be correct, locked or not, and tells the person. The
 * score keeps the name and date that it was made for.
 * @returns the fields that changed; if there are none, nobody is told
 */
export async function correctIdentity(
  work: Pick<Work, 'db' | 'now' | 'audit' | 'publish' | 'enqueue'>,
  accountId: string,
  right: CheckedIdentity,
): Promise<string[]> {
  const account = await work.db
    .selectFrom('account')
    .select(provenNames)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const changed = provenNames.filter((field) => right[field] !== account[field]);
  if (changed.length === 0) return [];
  const values = Object.fromEntries(changed.map((field) => [field, right[field]]));
  await work.db.updateTable('account').set(values).where('id', '=', accountId).execute();
  // A later correction by staff takes precedence over the document that was read before.
  if (await findLegalName(work, accountId)) await keepLegalName(work, accountId, right, 'staff');
  await work.publish(personChanged, { accountId });
  await work.enqueue(sendAccountChanged, { accountId, changed });
  return changed;
}

/** Locks the name and date of birth of a person, or unlocks them so that the person can change them again (doc3 §4). */
export async function setProfileLock(
  work: Pick<Work, 'db' | 'audit'>,
  accountId: string,
  locked: boolean,
): Promise<void> {
  const { numUpdatedRows } = await work.db
    .updateTable('account')
    .set({ locked_name_dob: locked })
    .where('id', '=', accountId)
    .where('locked_name_dob', '<>', locked)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await work.audit({ action: identityAudit.lockChanged, about: accountId, detail: { locked } });
}

const aliasesOf = statement({
  name: 'identity.aliases',
  row: { firstname: column.text, middlename: column.text, lastname: column.text },
  sql: (accountId: string) => sql`
    select firstname, middlename, lastname from name_alias where account_id = ${accountId} order by position`,
});

const previousAddressesOf = statement({
  name: 'identity.previous-addresses',
  row: {
    address1: column.text,
    address2: column.text,
    city: column.text,
    state: column.text,
    postalcode: column.text,
  },
  sql: (accountId: string) => sql`
    select address1, address2, city, state, postalcode from previous_address
    where account_id = ${accountId} order by position`,
});

/** The other names and the previous addresses of a person, in their order, with one query. */
export async function listNamesAndAddresses(
  { db }: Pick<Work, 'db'>,
  accountId: string,
): Promise<{ aliases: Required<Alias>[]; previousAddresses: Required<Address>[] }> {
  return readTogether(db, {
    aliases: aliasesOf(accountId),
    previousAddresses: previousAddressesOf(accountId),
  });
}
