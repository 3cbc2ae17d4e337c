import { anyOf, rowOwners, type Sweep, sql, type Work } from '#modules/platform/index.ts';
import { recordDeparture } from '../alerts/recording.ts';
import { enqueueNews } from '../jobs.ts';
import { networkTimings } from '../limits.ts';
import { recordHistory } from './history.ts';
import { lockPeople } from './people.ts';
import { refreshConnections } from './refresh.ts';

/** A person whose account is deleted leaves all networks, and their owners are told as by F57 (D150). */

/** Before the person is erased: the connections keep the name that their owners saw, and nothing else (D101). */
export async function leaveNetworks(work: Work, { accountId }: { accountId: string }): Promise<void> {
  await lockPeople(work, { accountIds: [accountId] });
  const left = await work.db
    .selectFrom('connection')
    .select(['id', 'status', 'compliance'])
    .where('account_id', '=', accountId)
    .where('connection_type', '=', 'INDIVIDUAL')
    .where('accepted_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = left.map(({ id }) => id);
  await work.db
    .updateTable('connection')
    .set({
      removed_at: work.now,
      sharing_active: false,
      report_shared: false,
      to_email: null,
      to_shieldid: null,
    })
    .where('id', '=', anyOf(ids))
    .execute();
  await recordHistory(work, 'left', ids, accountId);
  await refreshConnections(work, { accountIds: [accountId] });
  await recordDeparture(work, 'leftnetwork', left);
  await enqueueNews(work, 'left', ids);
}

/**
 * The connections that a person's deletion ends at this moment. They stay as long as a departure is told, under the name
 * that the owner saw.
 */
export const leftNow = (now: Date) =>
  sql`(connection_type = 'INDIVIDUAL' and removed_at = ${now} and removed_by_account_id is null)`;

/** Deletes them after that time, with their alerts and their history. */
export const leftSweep: Sweep = {
  name: 'network.left-by-deletion',
  owners: rowOwners({
    name: 'network.left-by-deletion',
    table: 'connection',
    key: 'id',
    people: sql`t.account_id`,
    companies: sql`t.owner_company_id`,
  }),
  size: 500,
  async keys({ db, now }, after, size) {
    const old = db
      .selectFrom('connection as c')
      .innerJoin('account', 'account.id', 'c.account_id')
      .select('c.id')
      .where('account.erased_at', 'is not', null)
      .where('c.removed_at', '<=', new Date(now.getTime() - networkTimings['network.removed-listed']))
      .orderBy('c.id')
      .limit(size);
    const rows = await (after === null ? old : old.where('c.id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run({ db }, ids) {
    await db.deleteFrom('alert_delivery').where('connection_id', '=', anyOf(ids)).execute();
    await db.deleteFrom('compliance_exception').where('connection_id', '=', anyOf(ids)).execute();
    await db.deleteFrom('network_alert').where('connection_id', '=', anyOf(ids)).execute();
    await db.deleteFrom('connection_event').where('connection_id', '=', anyOf(ids)).execute();
    await db.deleteFrom('connection').where('id', '=', anyOf(ids)).execute();
    return ids.length;
  },
};
