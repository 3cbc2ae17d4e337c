import { column, type Fragment, newId, sql, statement, type Work } from '#modules/platform/index.ts';
import { type AccessKind, accessKinds } from './rules.ts';

export interface Access {
  personId: string;
  viewerAccountId: string | null;
  /** The company that the viewer acted for; null if they acted for themselves. */
  viewerCompanyId: string | null;
  kind: AccessKind;
  reason?: string;
  /** The person's link that an unknown visitor opened; `reason` names the link. */
  byLink?: { shareLinkId: string; visitor: string };
}

const oncePerDay = [
  'person_id',
  'viewer_account_id',
  'viewer_company_id',
  'kind',
  'day',
  'share_link_id',
  'visitor',
] as const;

/** Notes that someone saw a person's data: one entry for each viewer, person, kind and day in UTC (D48). */
export async function recordAccess({ db, now }: Pick<Work, 'db' | 'now'>, access: Access): Promise<void> {
  await db
    .insertInto('access_entry')
    .values({
      id: newId(),
      person_id: access.personId,
      viewer_account_id: access.viewerAccountId,
      viewer_company_id: access.viewerCompanyId,
      kind: access.kind,
      day: dayOf(now),
      first_at: now,
      reason: access.reason ?? '',
      share_link_id: access.byLink?.shareLinkId ?? null,
      visitor: access.byLink?.visitor ?? '',
    })
    .onConflict((same) => same.columns(oncePerDay).doNothing())
    .execute();
}

/** In UTC, yyyy-MM-dd. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

type AccessOfMany = Omit<Access, 'personId' | 'byLink'>;

const recordMany = statement({
  name: 'identity.record-access-of-many',
  row: {},
  examples: [
    [
      sql`select id as person_id from account`,
      { viewerAccountId: null, viewerCompanyId: null, kind: 'export' },
      new Date(0),
    ],
  ],
  sql: (people: Fragment, access: AccessOfMany, now: Date) => sql`
    insert into access_entry (id, person_id, viewer_account_id, viewer_company_id, kind, day, first_at, reason)
    select gen_random_uuid(), seen.person_id, ${access.viewerAccountId}::uuid, ${access.viewerCompanyId}::uuid,
      ${access.kind}, ${dayOf(now)}::date, ${now}::timestamptz, ${access.reason ?? ''}
    from (${people}) as seen
    on conflict (person_id, viewer_account_id, viewer_company_id, kind, day, share_link_id, visitor) do nothing`,
});

/**
 * Like `recordAccess`, for all people that a query names, in one statement (an export, D48).
 * @param people selects one column `person_id`, each person once
 */
export async function recordAccessOfMany(
  work: Pick<Work, 'rows' | 'now'>,
  people: Fragment<{ person_id: string }>,
  access: AccessOfMany,
): Promise<void> {
  await work.rows(recordMany(people, access, work.now));
}

export interface SeenBy {
  viewer_account_id: string | null;
  viewer_company_id: string | null;
  /** The company that the viewer acted for, or else the viewer's own business or name. */
  viewer_name: string;
  kind: AccessKind;
  first_at: Date;
}

/** Who saw a person, newest first (D48). */
export function listAccess(work: Pick<Work, 'rows'>, personId: string, limit: number): Promise<SeenBy[]> {
  return work.rows(accessOf(personId, limit));
}

/**
 * The company that the viewer acted for, or else the viewer's own business or name; for a visitor of a link, only the
 * link.
 */
export const viewerName = sql<string>`coalesce(
        case when entry.kind in ('staff-report', 'staff-transfer') then 'Our staff' end,
        case when entry.share_link_id is not null then 'Someone with your link: ' || entry.reason end,
        (select member.company_name from session_facts member
          where member.company_id = entry.viewer_company_id limit 1),
        nullif(account.businessname, ''), account.firstname || ' ' || account.lastname, 'A company'
      )`;

/** The joins that `viewerName` needs, in addition to `access_entry entry`. */
export const accessJoins = sql`left join account on account.id = entry.viewer_account_id`;

/** The entries about a person, except for those in which they viewed themselves. */
export const seenByOthers = (personId: string) =>
  sql<boolean>`entry.person_id = ${personId} and entry.viewer_account_id is distinct from entry.person_id`;

/** The same as a statement that can be part of a larger one. */
export const accessOf = statement({
  name: 'identity.access-of',
  row: {
    viewer_account_id: column.uuid.nullable(),
    viewer_company_id: column.uuid.nullable(),
    kind: column.oneOf(accessKinds),
    first_at: column.instant,
    viewer_name: column.text,
  },
  sql: (personId: string, limit: number) => sql`
    select entry.viewer_account_id, entry.viewer_company_id, entry.kind, entry.first_at,
      ${viewerName} as viewer_name
    from access_entry entry ${accessJoins}
    where ${seenByOthers(personId)}
    order by entry.first_at desc, entry.id
    limit ${limit}`,
});
