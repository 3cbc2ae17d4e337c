import { newId, sql, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { Account, NameAlias, PreviousAddress } from './entities/account.ts';
import { personChanged } from './events.ts';
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

/** What an application asks of a person. Only what is given is changed; a given list takes the place of the old one. */
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

const nameFields = ['firstname', 'middlename', 'lastname', 'namesuffix', 'dateofbirth'] as const;
const addressFields = ['address1', 'address2', 'city', 'state', 'postalcode'] as const;

/** Keeps what a person says about themself. Name and date of birth that an ID has proven stay as they are (doc2 §5). */
export async function saveIdentityDetails(
  work: Pick<Work, 'em' | 'rows' | 'audit' | 'portal' | 'publish'>,
  accountId: string,
  details: IdentityDetails,
): Promise<void> {
  const account = await work.em.findOneOrFail(Account, { id: accountId });
  const fields = account.lockedNameDob ? addressFields : ([...nameFields, ...addressFields] as const);
  const changed: string[] = [];
  for (const field of fields) {
    const value = details[field];
    if (value === undefined || value === account[field]) continue;
    account[field] = value;
    changed.push(field);
  }
  if (details.ssn !== undefined && sealSsn(work.portal.keys, account, details.ssn)) changed.push('ssn');
  if (details.aliases) {
    await work.rows(sql`delete from name_alias where account_id = ${accountId}`);
    for (const [index, alias] of details.aliases.entries()) {
      work.em.create(NameAlias, { id: newId(), accountId, position: index + 1, ...alias });
    }
    changed.push('aliases');
  }
  if (details.previous_addresses) {
    await work.rows(sql`delete from previous_address where account_id = ${accountId}`);
    for (const [index, address] of details.previous_addresses.entries()) {
      work.em.create(PreviousAddress, { id: newId(), accountId, position: index + 1, ...address });
    }
    changed.push('previous_addresses');
  }
  await work.em.flush();
  await work.audit({ action: identityAudit.detailsSaved, about: accountId, detail: { changed } });
  await work.publish(personChanged, { accountId });
}

type Reading = Pick<Work, 'rows'>;

export function listAliases(work: Reading, accountId: string): Promise<Required<Alias>[]> {
  return work.rows(sql<Required<Alias>>`
    select firstname, middlename, lastname from name_alias where account_id = ${accountId} order by position`);
}

export function listPreviousAddresses(work: Reading, accountId: string): Promise<Required<Address>[]> {
  return work.rows(sql<Required<Address>>`
    select address1, address2, city, state, postalcode from previous_address
    where account_id = ${accountId} order by position`);
}
