import { column, sql, statement, type Work } from '#modules/platform/index.ts';
import type { PersonTerm } from '../search/search.ts';

/** The people whom an invitation by ShieldID or by address reaches. */

/**
 * Only accounts that are active: by ShieldID, and by an address that they proved. Each of the two uses its index. `at` is the place in the list, from 1.
 */
const peopleOf = statement({
  name: 'network.invited-people',
  prepared: true,
  row: {
    at: column.count,
    account_id: column.uuid,
    emailaddress: column.text,
    open_application: column.boolean,
  },
  sql: (shieldIds: readonly (string | null)[], addresses: readonly (string | null)[]) => sql`
    select asked.at, a.id as account_id, a.emailaddress, coalesce(facts.open_application, false) as open_application
    from unnest(${sql.val(shieldIds)}::text[], ${sql.val(addresses)}::citext[]) with ordinality
        asked (shieldid, address, at)
      cross join lateral (
        select account_id as id from session_facts where certification_number = asked.shieldid
        union all
        select id from account where emailaddress = asked.address and email_verified_at is not null) known
      join account a on a.id = known.id
      left join session_facts facts on facts.account_id = a.id
    where a.active`,
});

export interface FoundPerson {
  accountId: string;
  emailaddress: string;
  /** Has a check that is paid and not finished. */
  openApplication: boolean;
}

/** The person of each term, in the order of the terms; null where there is none. */
export async function findPeople(
  work: Pick<Work, 'rows'>,
  terms: readonly PersonTerm[],
): Promise<(FoundPerson | null)[]> {
  const valuesOf = (kind: PersonTerm['kind']) =>
    terms.map((term) => (term.kind === kind ? term.value : null));
  const rows = await work.rows(peopleOf(valuesOf('shieldid'), valuesOf('email')));
  const byPlace = new Map(
    rows.map((row) => [
      row.at,
      {
        accountId: row.account_id,
        emailaddress: row.emailaddress,
        openApplication: row.open_application,
      },
    ]),
  );
  return terms.map((_, place) => byPlace.get(place + 1) ?? null);
}
