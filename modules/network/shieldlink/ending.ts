import { anyOf, column, sql, statement, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { endExtendedOf } from '../connections/extended.ts';
import { recordHistory } from '../connections/history.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { enqueueNews } from '../jobs.ts';
import { lockCompanies } from './company-links.ts';

/**
 * Turning ShieldLink off for a company ends everything that it shares and sees through ShieldLink, in the transaction
 * of the switch. It is not a pause: turning it on again restores nothing, because both companies and their people were
 * told that it ended.
 */

/** The ShieldLink rows between a company and others, in both directions, that are in force or still open. */
const liveLinks = statement({
  name: 'network.live-links',
  row: {
    id: column.uuid,
    client_id: column.uuid,
    sharing_id: column.uuid.nullable(),
    accepted: column.boolean,
  },
  sql: (companyId: string) => sql`
    select id, owner_company_id as client_id, sharing_company_id as sharing_id, accepted_at is not null as accepted
    from connection
    where (owner_id = ${companyId} or sharing_company_id = ${companyId}) and connection_type = 'FULLNETWORK'
      and cancelled_at is null and removed_at is null
    order by id for update`,
});

type Link = { id: string; client_id: string; sharing_id: string | null };

/** After ShieldLink was turned off for a company, whose row is locked: ends its connections and its open invitations. */
export async function endShieldLink(
  work: Work<unknown>,
  { companyId }: { companyId: string },
): Promise<void> {
  const links = await work.rows(liveLinks(companyId));
  await withdraw(
    work,
    companyId,
    links.filter(({ accepted }) => !accepted),
  );
  await end(
    work,
    links.filter(({ accepted }) => accepted),
  );
}

/** Withdraws open invitations from the company to others and from others to it. The others are told. */
async function withdraw(work: Work<unknown>, companyId: string, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ id }) => id);
  await work.db
    .updateTable('connection')
    .set({ cancelled_at: work.now })
    .where('id', '=', anyOf(ids))
    .execute();
  await recordHistory(work, 'cancelled', ids, null);
  await work.auditAll(
    ids.map((id) => ({ action: networkAudit.invitationCancelled, object: { type: 'connection', id } })),
  );
  const others = links.filter(({ client_id }) => client_id !== companyId);
  await enqueueNews(
    work,
    'shieldlink-withdrawn',
    others.map(({ id }) => id),
  );
}

async function end(work: Work<unknown>, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ id }) => id);
  const sharingIds = links.flatMap(({ sharing_id }) => sharing_id ?? []);
  await lockCompanies(work, sharingIds);
  await work.db
    .updateTable('connection')
    .set({ removed_at: work.now })
    .where('id', '=', anyOf(ids))
    .execute();
  await recordHistory(work, 'shieldlink-off', ids, null);
  for (const clientId of new Set(links.map(({ client_id }) => client_id))) {
    await endExtendedOf(work, clientId);
  }
  // Updates what clients still see of the same people through other companies.
  for (const { client_id: clientId, sharing_id: sharingId } of links) {
    if (sharingId) await refreshConnections(work, { clientId, sharingId });
  }
  await work.auditAll(
    ids.map((id) => ({ action: networkAudit.shieldLinkEnded, object: { type: 'connection', id } })),
  );
  await enqueueNews(work, 'shieldlink-off', ids);
}
