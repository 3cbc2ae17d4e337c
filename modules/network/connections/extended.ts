import { anyOf, column, type RawBuilder, sql, statement, type Work } from '#modules/platform/index.ts';
import { enqueueNews } from '../jobs.ts';
import { recordHistory } from './history.ts';
import type { PeopleScope } from './people.ts';

/**
 * What a company sees through ShieldLink (D55): one row of type EXTENDED for each person of the networks that are
 * shared with it. There is one row even if several companies share the same person, and none for a person who shares
 * with it directly.
 */

/** The condition that an alias is an accepted connection that is neither cancelled nor removed. */
const inForce = (alias: 'link' | 'shared' | 'direct'): RawBuilder<boolean> => {
  const row = sql.raw(alias);
  return sql`(${row}.accepted_at is not null and ${row}.cancelled_at is null and ${row}.removed_at is null)`;
};

/**
 * How the client of `client` sees the person of `person`: `link` is the connection by which a company shares its
 * network, and `shared` the connection between that company and the person.
 * @param joins further joins of the query
 */
export const sourcesOf = (
  client: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
) => sql`
  connection link join connection shared
    on shared.owner_id = link.sharing_company_id and shared.account_id = ${person}
      and shared.connection_type = 'INDIVIDUAL' and ${inForce('shared')}
    ${joins}
  where link.owner_id = ${client} and link.connection_type = 'FULLNETWORK' and ${inForce('link')}`;

/**
 * The condition on `c`, a row of type EXTENDED, that at least one of the companies through which the client sees the
 * person still shares, and the person shares with that company.
 */
export const isSourceActive = sql<boolean>`exists (
  select 1 from ${sourcesOf(sql`c.owner_id`, sql`c.account_id`)} and link.sharing_active and shared.sharing_active)`;

/** The next people of a company's network. */
type BatchScope = { companyId: string; after: string | null; size: number };
type ExtendedScope = PeopleScope | BatchScope;

/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

function peopleSql(scope: ExtendedScope): RawBuilder<unknown> {
  if ('accountIds' in scope) return sql`select unnest(${sql.val(scope.accountIds)}::uuid[])`;
  if ('connectionIds' in scope) {
    return sql`select account_id from connection where id = ${anyOf(scope.connectionIds)}`;
  }
  return sql`select account_id from connection
    where owner_id = ${scope.companyId} and connection_type = 'INDIVIDUAL'
      and cancelled_at is null and removed_at is null and account_id > ${scope.after ?? FIRST}
    order by account_id limit ${scope.size}`;
}

/**
 * For some people, creates the rows that are missing and removes those that no company is behind anymore. If a person
 * has switched a client off, that stays so.
 */
const align = statement({
  name: 'network.align-extended',
  prepared: true,
  /** `shows`: the person has not switched off sharing with the client. */
  row: { id: column.uuid, made: column.boolean, shows: column.boolean },
  examples: [
    [new Date(0), { accountIds: [] }],
    [new Date(0), { connectionIds: [] }],
    [new Date(0), { companyId: '', after: null, size: 1 }],
  ],
  sql: (now: Date, scope: ExtendedScope) => sql`
    with people as materialized (select distinct on (account_id) account_id from (${peopleSql(scope)}) as p (account_id)),
    wanted as materialized (
      select distinct on (link.owner_id, shared.account_id) link.owner_id, shared.account_id, link.invited_by_account_id
      from people
        join connection shared on shared.account_id = people.account_id and shared.connection_type = 'INDIVIDUAL'
          and ${inForce('shared')}
        join connection link on link.sharing_company_id = shared.owner_company_id
          and link.connection_type = 'FULLNETWORK' and ${inForce('link')}
      where not exists (select 1 from connection direct
        where direct.owner_id = link.owner_id and direct.account_id = shared.account_id
          and direct.connection_type = 'INDIVIDUAL' and ${inForce('direct')})
      order by link.owner_id, shared.account_id, link.accepted_at, link.id),
    made as (
      insert into connection (id, owner_company_id, account_id, connection_type, invited_by_account_id, invited_at,
        invite_expires_at, opened_at, accepted_at, shared_at, sharing_active)
      select gen_random_uuid(), wanted.owner_id, wanted.account_id, 'EXTENDED', wanted.invited_by_account_id, ${now}::timestamptz,
        ${now}::timestamptz + interval '720 hours', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
        coalesce((select former.sharing_active from connection former
          where former.owner_id = wanted.owner_id and former.account_id = wanted.account_id
            and former.removed_at is not null
          order by former.removed_at desc, former.id desc limit 1), true)
      from wanted
      on conflict do nothing
      returning id, sharing_active),
    ended as (
      update connection ended set removed_at = ${now}::timestamptz
      from people
      where ended.account_id = people.account_id and ended.connection_type = 'EXTENDED' and ended.removed_at is null
        and not exists (select 1 from wanted
          where wanted.owner_id = ended.owner_id and wanted.account_id = ended.account_id)
      returning ended.id, ended.sharing_active)
    select id, true as made, sharing_active as shows from made
    union all select id, false as made, sharing_active as shows from ended`,
});

/**
 * Waits for companies that begin or end to share with each other at the same moment, so that neither side misses a
 * person who joins or leaves meanwhile.
 */
const waitForCompanies = statement({
  name: 'network.wait-for-companies',
  prepared: true,
  row: { id: column.uuid },
  examples: [[{ accountIds: [] }], [{ connectionIds: [] }]],
  sql: (scope: PeopleScope) => sql`
    select id from company
    where id = any(select owner_company_id from connection
      where ${
        'accountIds' in scope
          ? sql`account_id = ${anyOf(scope.accountIds)} and cancelled_at is null and removed_at is null`
          : sql`id = ${anyOf(scope.connectionIds)}`
      } and connection_type = 'INDIVIDUAL')
    order by id for share`,
});

async function alignExtended(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  scope: ExtendedScope,
): Promise<void> {
  const changed = await work.rows(align(work.now, scope));
  const ids = (which: (row: (typeof changed)[number]) => boolean) =>
    changed.filter(which).map(({ id }) => id);
  await recordHistory(
    work,
    'linked',
    ids(({ made }) => made),
    null,
  );
  await recordHistory(
    work,
    'removed',
    ids(({ made }) => !made),
    null,
  );
  await enqueueNews(
    work,
    'linked',
    ids(({ made, shows }) => made && shows),
  );
  // People who stopped sharing themselves, or who now share with the client directly, need not be told.
  if ('companyId' in scope) {
    await enqueueNews(
      work,
      'unlinked',
      ids(({ made, shows }) => !made && shows),
    );
  }
}

/**
 * After people began or stopped sharing with a network: updates what other companies see of them through that network.
 */
export async function alignPeople(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  scope: PeopleScope,
): Promise<void> {
  await work.rows(waitForCompanies(scope));
  await alignExtended(work, scope);
}

/** How many people one transaction handles. */
const BATCH = 500;

/**
 * Shows the next people of a company's network to its clients. The caller refreshes what the clients see of them.
 * @param after the last account of the previous batch; null at the beginning
 * @returns the accounts of this batch, and the last of them; null if it was the last batch
 */
export async function alignCompany(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  companyId: string,
  after: string | null,
): Promise<{ last: string | null; accountIds: string[] }> {
  const scope = { companyId, after, size: BATCH };
  const people = await work.rows(batchOf(scope));
  await alignExtended(work, scope);
  const accountIds = people.map(({ account_id }) => account_id);
  return { last: (accountIds.length === BATCH && accountIds.at(-1)) || null, accountIds };
}

const batchOf = statement({
  name: 'network.extended-batch',
  row: { account_id: column.uuid },
  examples: [[{ companyId: '', after: null, size: 1 }]],
  sql: (scope: BatchScope) => peopleSql(scope),
});

const endWithoutSource = statement({
  name: 'network.end-extended-of',
  row: { account_id: column.uuid, ended_id: column.uuid.nullable(), shown: column.boolean },
  examples: [[new Date(0), '', null, 1]],
  sql: (now: Date, clientId: string, after: string | null, size: number) => sql`
    with batch as materialized (
      select id, account_id, sharing_active from connection
      where owner_id = ${clientId} and connection_type = 'EXTENDED' and cancelled_at is null and removed_at is null
        and account_id > ${after ?? FIRST}
      order by account_id limit ${size}),
    ended as (
      update connection ended set removed_at = ${now}::timestamptz
      from batch
      where ended.id = batch.id and not exists (
        select 1 from ${sourcesOf(sql`ended.owner_id`, sql`ended.account_id`)})
      returning ended.id)
    select batch.account_id, ended.id as ended_id, batch.sharing_active as shown from batch left join ended on ended.id = batch.id
    order by batch.account_id`,
});

/**
 * After a company lost connections with other companies: removes the people whom it no longer sees through any company,
 * and tells them.
 */
export async function endExtendedOf(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  clientId: string,
): Promise<void> {
  for (let after: string | null = null, more = true; more; ) {
    const batch: { account_id: string; ended_id: string | null; shown: boolean }[] = await work.rows(
      endWithoutSource(work.now, clientId, after, BATCH),
    );
    const ended = batch.flatMap(({ ended_id }) => ended_id ?? []);
    await recordHistory(work, 'removed', ended, null);
    const seen = batch.flatMap(({ ended_id, shown }) => (shown && ended_id ? ended_id : []));
    await enqueueNews(work, 'unlinked', seen);
    after = batch.at(-1)?.account_id ?? null;
    more = batch.length === BATCH;
  }
}
