import { roleAtLeast } from '#modules/enterprise/index.ts';
import { anyOf, type Caller, column, sql, statement, type Work } from '#modules/platform/index.ts';
import { alignCompany } from '../connections/extended.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { lapseCouponsOf } from '../invitations/coupon.ts';
import { shareNetwork } from '../jobs.ts';
import { type NetworkRefusalCode, Refusal } from '../refusals.ts';

/** Connections between two companies: one shares its network, the other one, its client, sees names and scores (D55). */

type Working = Pick<Work, 'db' | 'rows' | 'row' | 'now' | 'enqueue'>;

/**
 * Why the caller cannot accept as a company. The caller must be the owner or an admin of a company with ShieldLink, the
 * invitation must come from another company with ShieldLink, and the two must not be connected already.
 */
export async function findCompanyObstacle(
  { db, caller }: Pick<Work<Caller>, 'db' | 'caller'>,
  invitation: { id: string; owner_company_id: string | null; sharing_company_id: string | null },
): Promise<NetworkRefusalCode | null> {
  const { companyId, teamRole, facts } = caller;
  const may = teamRole !== null && roleAtLeast(teamRole, 'admin');
  const { owner_company_id: clientId, sharing_company_id: asked } = invitation;
  if (!may || clientId === null || clientId === companyId) return 'network.accept-no-company';
  if (!facts.shieldlink_enabled) return 'network.accept-no-shieldlink';
  if (asked !== null && asked !== companyId) return 'network.accept-no-company';
  const client = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', clientId)
    .where('enterprise_enabled', '=', true)
    .where('shieldlink_enabled', '=', true)
    .executeTakeFirst();
  if (!client) return 'network.accept-no-company';
  const other = await db
    .selectFrom('connection')
    .select('id')
    .where('owner_id', '=', clientId)
    .where('sharing_company_id', '=', companyId)
    .where('id', '<>', invitation.id)
    .where('cancelled_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return other ? 'network.accept-company-twice' : null;
}

/**
 * Locks the company that sent an invitation and the caller's, before the invitation itself is locked: in this order
 * ShieldLink is turned off as well.
 */
export async function lockBothCompanies(
  work: Pick<Work<Caller>, 'db' | 'caller'>,
  invitationId: string,
): Promise<void> {
  const invitation = await work.db
    .selectFrom('connection')
    .select('owner_company_id')
    .where('id', '=', invitationId)
    .executeTakeFirst();
  const ids = [invitation?.owner_company_id, work.caller.companyId];
  await lockCompanies(
    work,
    ids.flatMap((id) => id ?? []),
  );
}

/** The companies with which a company shares its network. */
export const listClients = statement({
  name: 'network.clients',
  row: { company_name: column.text },
  sql: (companyId: string | null) => sql`
    select client.company_name from connection c join company client on client.id = c.owner_company_id
    where c.sharing_company_id = ${companyId}::uuid and c.connection_type = 'FULLNETWORK' and c.accepted_at is not null
      and c.removed_at is null and c.sharing_active
    order by client.company_name limit 50`,
});

/** The names of the companies with which each of these companies shares its network. */
export async function clientsOfEach(
  work: Pick<Work, 'rows'>,
  companyIds: readonly (string | null)[],
): Promise<(companyId: string | null) => string[]> {
  const clients = new Map<string | null, string[]>();
  for (const companyId of new Set(companyIds)) {
    const found = companyId === null ? [] : await work.rows(listClients(companyId));
    clients.set(
      companyId,
      found.map(({ company_name }) => company_name),
    );
  }
  return (companyId) => clients.get(companyId) ?? [];
}

/**
 * The columns to store when a company accepts: the connection belongs to the company, not to a member of its team.
 * @throws Refusal if ShieldLink was turned off for one of the companies in the meantime; both companies stay locked
 */
export async function acceptForCompany(
  work: Work<Caller>,
  { id, owner_company_id: clientId }: { id: string; owner_company_id: string | null },
  companyId: string,
) {
  const companies = await lockCompanies(work, clientId ? [clientId, companyId] : [companyId]);
  if (!companies.every((company) => company.shieldlink_enabled && company.enterprise_enabled)) {
    throw new Refusal('network.accept-no-company');
  }
  await lapseCouponsOf(work, [id]);
  return {
    connection_type: 'FULLNETWORK' as const,
    sharing_company_id: companyId,
    account_id: null,
    to_email: null,
    to_shieldid: null,
  };
}

/** Shows the first people of the network to the client in this transaction; jobs do the rest. */
export async function beginSharing(work: Working, connectionId: string): Promise<void> {
  await shareNext(work, { connectionId, after: null });
}

/** Shows the next people of a network to its clients: nobody to one with which it has stopped sharing in the meantime. */
export async function shareNext(
  work: Working,
  { connectionId, after }: { connectionId: string; after: string | null },
): Promise<void> {
  const link = await work.db
    .selectFrom('connection')
    .select('sharing_company_id')
    .where('id', '=', connectionId)
    .executeTakeFirst();
  if (!link?.sharing_company_id) return;
  await lockCompanies(work, [link.sharing_company_id]);
  const { last, accountIds } = await alignCompany(work, link.sharing_company_id, after);
  await refreshConnections(work, { extendedOf: accountIds });
  if (last) await work.enqueue(shareNetwork, { connectionId, after: last });
}

/** After companies stopped sharing: what the client saw only through this company disappears at once (D54). */
export async function endSharing(work: Working, connectionIds: readonly string[]): Promise<void> {
  for (const link of await selectLinks(work, connectionIds)) {
    await lockCompanies(work, [link.sharingId]);
    for (let after: string | null = null, more = true; more; ) {
      const batch: { last: string | null } = await alignCompany(work, link.sharingId, after);
      after = batch.last;
      more = after !== null;
    }
    await refreshConnections(work, link);
  }
}

/** After a company switched its sharing with a client on or off. */
export async function refreshSharing(work: Working, connectionIds: readonly string[]): Promise<void> {
  for (const link of await selectLinks(work, connectionIds)) {
    await lockCompanies(work, [link.sharingId]);
    await refreshConnections(work, link);
  }
}

async function selectLinks({ db }: Pick<Work, 'db'>, connectionIds: readonly string[]) {
  const links = await db
    .selectFrom('connection')
    .select(['owner_company_id', 'sharing_company_id'])
    .where('id', '=', anyOf(connectionIds))
    .orderBy('sharing_company_id')
    .execute();
  return links.flatMap(({ owner_company_id: clientId, sharing_company_id: sharingId }) =>
    clientId && sharingId ? [{ clientId, sharingId }] : [],
  );
}

/** People who are joining or leaving the networks of these companies at this moment have to wait (`alignPeople`). */
export async function lockCompanies(
  { db }: Pick<Work, 'db'>,
  companyIds: readonly string[],
): Promise<{ id: string; shieldlink_enabled: boolean; enterprise_enabled: boolean }[]> {
  return db
    .selectFrom('company')
    .select(['id', 'shieldlink_enabled', 'enterprise_enabled'])
    .where('id', '=', anyOf(companyIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
