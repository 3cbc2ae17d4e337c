import { newId, type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import type { AccessKind } from './rules.ts';

export interface Access {
  personId: string;
  viewerAccountId: string | null;
  /** The company that the viewer acted for; null for someone on their own. */
  viewerCompanyId: string | null;
  kind: AccessKind;
  reason?: string;
}

/** Writes down that someone saw a person's data: once for each viewer, person, kind and day (D48). */
export async function recordAccess(work: Pick<Work, 'rows' | 'now'>, access: Access): Promise<void> {
  await work.rows(sql`
    insert into access_entry (id, person_id, viewer_account_id, viewer_company_id, kind, day, first_at, reason)
    values (${newId()}, ${access.personId}, ${access.viewerAccountId}, ${access.viewerCompanyId}, ${access.kind},
      (${work.now}::timestamptz at time zone 'UTC')::date, ${work.now}, ${access.reason ?? ''})
    on conflict (person_id, viewer_account_id, viewer_company_id, kind, day) do nothing`);
}

/**
 * As `recordAccess` for all the people that a query names, in one statement (an export, D48).
 * @param people selects one column `person_id`, each person once
 */
export async function recordAccessOfMany(
  work: Pick<Work, 'rows' | 'now'>,
  people: RawBuilder<{ person_id: string }>,
  access: Omit<Access, 'personId'>,
): Promise<void> {
  await work.rows(sql`
    insert into access_entry (id, person_id, viewer_account_id, viewer_company_id, kind, day, first_at, reason)
    select gen_random_uuid(), seen.person_id, ${access.viewerAccountId}::uuid, ${access.viewerCompanyId}::uuid,
      ${access.kind}, (${work.now}::timestamptz at time zone 'UTC')::date, ${work.now}::timestamptz,
      ${access.reason ?? ''}
    from (${people}) as seen
    on conflict (person_id, viewer_account_id, viewer_company_id, kind, day) do nothing`);
}

export interface SeenBy {
  viewer_account_id: string | null;
  viewer_company_id: string | null;
  /** The company that the viewer acted for, else the viewer's own business or name. */
  viewer_name: string;
  kind: AccessKind;
  first_at: Date;
}

/** Who saw a person, newest first (D48). */
export function listAccess(work: Pick<Work, 'rows'>, personId: string, limit: number): Promise<SeenBy[]> {
  return work.rows(accessOf(personId, limit));
}

/** The same as a query, for a larger one. */
export function accessOf(personId: string, limit: number): RawBuilder<SeenBy> {
  return sql<SeenBy>`
    select entry.viewer_account_id, entry.viewer_company_id, entry.kind, entry.first_at,
      coalesce(
        case when entry.viewer_company_id is not null then facts.company_name end,
        nullif(account.businessname, ''), account.firstname || ' ' || account.lastname, 'A company'
      ) as viewer_name
    from access_entry entry
      left join account on account.id = entry.viewer_account_id
      left join session_facts facts on facts.account_id = entry.viewer_account_id
    where entry.person_id = ${personId}
    order by entry.first_at desc, entry.id
    limit ${limit}`;
}
