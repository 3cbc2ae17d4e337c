import { column, sql, statement, type Work } from '#modules/platform/index.ts';
import { type Owner, ownerId } from '../owner.ts';
import type { connectionTypes } from '../statuses.ts';
import type { Invitee } from './invitee.ts';

/** How somebody stands to a network before they are invited. */
export interface Standing {
  /** The invitation or connection that the network has for them; null if there is none. */
  connectionId: string | null;
  accepted: boolean;
  /** They ignored it, or an earlier one of this network that was withdrawn afterwards. Ignoring is permanent (doc1 §4). */
  ignoredAt: Date | null;
  /** It expired without an answer, so that inviting extends it. */
  lapsed: boolean;
  invitedAt: Date | null;
}

/**
 * `offset 0` keeps the condition on the owner out of the inner queries: for an owner of many rows, reading them by the
 * owner for each invitee would take far longer than reading the few rows of the invitee.
 */
const standingsOf = statement({
  name: 'network.invitee-standings',
  prepared: true,
  row: {
    at: column.count,
    connection_id: column.uuid.nullable(),
    accepted: column.boolean,
    ignored_at: column.instant.nullable(),
    lapsed: column.boolean,
    invited_at: column.instant.nullable(),
  },
  sql: (
    owner: string,
    now: Date,
    types: readonly (typeof connectionTypes)[number][],
    accounts: readonly (string | null)[],
    companies: readonly (string | null)[],
    addresses: readonly (string | null)[],
  ) => sql`
    select asked.at, c.id as connection_id, c.accepted_at is not null as accepted,
      coalesce(c.ignored_at, former.ignored_at) as ignored_at,
      coalesce(c.accepted_at is null and c.ignored_at is null and c.invite_expires_at <= ${now}::timestamptz, false)
        as lapsed,
      c.invited_at
    from unnest(${sql.val(types)}::text[], ${sql.val(accounts)}::uuid[], ${sql.val(companies)}::uuid[],
        ${sql.val(addresses)}::citext[]) with ordinality asked (connection_type, account_id, company_id, address, at)
      left join lateral (
        select own.* from (
          select * from connection where account_id = asked.account_id
          union all
          select * from connection where sharing_company_id = asked.company_id
          union all
          select * from connection where account_id is null and to_email = asked.address
          offset 0) own
        where own.owner_id = ${owner} and own.connection_type = asked.connection_type
          and own.cancelled_at is null and own.removed_at is null
        limit 1) c on true
      left join lateral (
        select past.ignored_at from (
          select * from connection where account_id = asked.account_id offset 0) past
        where past.owner_id = ${owner}
          and asked.connection_type = 'INDIVIDUAL' and past.connection_type = 'INDIVIDUAL'
          and past.ignored_at is not null and past.cancelled_at is not null
        order by past.ignored_at desc limit 1) former on c.id is null`,
});

/** How each of them stands to the owner's network, in their order. */
export async function readStandings(
  work: Pick<Work, 'rows' | 'now'>,
  owner: Owner,
  invitees: readonly Pick<Invitee, 'company' | 'accountId' | 'companyId' | 'email'>[],
): Promise<Standing[]> {
  const rows = await work.rows(
    standingsOf(
      ownerId(owner),
      work.now,
      invitees.map(({ company }) => (company ? 'FULLNETWORK' : 'INDIVIDUAL')),
      invitees.map(({ accountId }) => accountId),
      invitees.map(({ companyId }) => companyId ?? null),
      invitees.map(({ email }) => email),
    ),
  );
  const byPlace = new Map(
    rows.map((row) => [
      row.at,
      {
        connectionId: row.connection_id,
        accepted: row.accepted,
        ignoredAt: row.ignored_at,
        lapsed: row.lapsed,
        invitedAt: row.invited_at,
      },
    ]),
  );
  return invitees.map((_, place) => {
    const standing = byPlace.get(place + 1);
    if (!standing) throw new Error('An invitee has no standing');
    return standing;
  });
}
