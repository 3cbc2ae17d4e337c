import { type Grade, sql, type Work } from '#modules/platform/index.ts';
import type { Role } from './rules.ts';

export interface FoundPerson {
  userid: string;
  firstname: string;
  lastname: string;
  businessname: string;
  emailaddress: string;
  certification_number: string | null;
  certification_score: Grade | null;
  /** yyyy-MM-dd */
  certification_expiration: string | null;
  active: boolean;
  role: Role;
  registered_at: Date;
}

/** Which part of a list: `offset` rows are passed over, `limit` are given. */
export interface ListPart {
  offset: number;
  limit: number;
}

/** Counts are exact up to here (D85). */
const COUNTED = 10_000;

/**
 * People by part of a name, business, e-mail address or ShieldID, for staff. Both trigram indexes give candidates, at
 * most one more than is counted, so that a common term costs no more than a rare one.
 * @param term three characters or more; fewer find nobody
 */
export async function searchPeople(
  work: Pick<Work, 'rows' | 'row'>,
  term: string,
  part: ListPart,
): Promise<{ people: FoundPerson[]; total: number; more: boolean }> {
  const wanted = term.trim().toLowerCase();
  if (wanted.length < 3) return { people: [], total: 0, more: false };
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await work.rows(sql<FoundPerson & { total: number }>`
    with candidate as materialized (
      select id from account
      where lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text) like ${pattern}
      union
      select account_id from session_facts where lower(certification_number) like ${pattern}
      limit ${COUNTED + 1}
    )
    select account.id as userid, firstname, lastname, businessname, emailaddress::text as emailaddress,
      certification_number, certification_score, certification_expiration, active, role, registered_at,
      (select count(*) from candidate)::int as total
    from candidate join account on account.id = candidate.id
      left join session_facts on session_facts.account_id = account.id
    order by lastname, firstname, account.id
    offset ${part.offset} limit ${part.limit}`);
  const total = rows[0]?.total ?? 0;
  return {
    people: rows.map(({ total: _total, ...person }) => person),
    total: Math.min(total, COUNTED),
    more: total > COUNTED,
  };
}
