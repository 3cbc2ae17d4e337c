import { z } from 'zod';
import type { FindViewers } from '#modules/applications/index.ts';
import {
  type AuditAction,
  type Caller,
  column,
  defineGrid,
  derived,
  gridColumn,
  operation,
  person,
  type RowOf,
  sql,
  statement,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { recordDeparture } from '../alerts/recording.ts';
import { networkAudit } from '../audit.ts';
import { enqueueNews } from '../jobs.ts';
import { sharedBy, sharerOf } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { endSharing, refreshSharing } from '../shieldlink/company-links.ts';
import { type ConnectionType, connectionTypes } from '../statuses.ts';
import { networkTexts } from '../texts.ts';
import { sourcesOf } from './extended.ts';
import { type ConnectionEventKind, recordHistory } from './history.ts';
import { lockPeople } from './people.ts';
import { refreshConnections } from './refresh.ts';

const columns = {
  id: gridColumn(column.uuid, 'c.id'),
  businessname: gridColumn(column.text, sql`coalesce(o.company_name, owner.businessname)`),
  firstname: gridColumn(column.text, sql`coalesce(owner.firstname, '')`),
  lastname: gridColumn(column.text, sql`coalesce(owner.lastname, '')`),
  fullname: gridColumn(column.text, sql`coalesce(o.company_name, owner.firstname || ' ' || owner.lastname)`),
  share_dts: gridColumn(column.instant, 'c.accepted_at', {
    sort: { name: 'shared', by: 'c.accepted_at', type: 'timestamptz' },
  }),
  /** The company through which another one sees the person, or whose network is shared (D55). */
  through: gridColumn(
    column.text.nullable(),
    sql`(case c.connection_type when 'FULLNETWORK' then (
        select company_name from company where id = c.sharing_company_id)
      when 'EXTENDED' then (
        select case when count(*) > 1 then 'Multiple Companies' else min(via.company_name) end
        from ${sourcesOf(sql`c.owner_id`, sql`c.account_id`, sql`join company via on via.id = link.sharing_company_id`)})
      end)`,
  ),
  active: gridColumn(column.yesNo, 'c.sharing_active'),
  reportshared: gridColumn(column.yesNo, 'c.report_shared'),
  connectiontype: gridColumn(column.oneOf(connectionTypes), 'c.connection_type'),
  /** The company counts the person as in compliance by an exception. Its reason is the company's own (D131). */
  by_exception: gridColumn(column.boolean, sql`coalesce(c.compliance = 'EXCEPTION', false)`),
};

/** The grid Shared with Others: the companies and people who see the caller's score. */
export const shareGrid = defineGrid({
  name: 'shared-with-others',
  table: sql`connection c`,
  id: 'c.id',
  joins: sql`left join company o on o.id = c.owner_company_id
    left join account owner on owner.id = c.owner_account_id`,
  columns,
  derived: {
    /** Why the caller cannot leave the network now; null if they can. */
    leave_obstacle: derived(z.string().nullable(), (share: RowOf<typeof columns>) => whyNotLeave(share)),
  },
  order: ['shared', 'desc'],
});

/**
 * Sharing must be switched off first (doc1 §4). What a company sees through another company ends only with that company
 * (D55).
 */
function whyNotLeave({
  connectiontype,
  active,
}: {
  connectiontype: ConnectionType;
  active: boolean;
}): string | null {
  if (connectiontype === 'EXTENDED') return networkTexts['shares.through-company'];
  return active ? networkTexts['shares.still-on'] : null;
}

const viewers = statement({
  name: 'network.score-viewers',
  row: { name: column.text },
  sql: (accountId: string) => sql`
    select coalesce(o.company_name, owner.firstname || ' ' || owner.lastname) as name
    from connection c
      join account shared on shared.id = c.account_id and shared.network_sharing_master
      left join company o on o.id = c.owner_company_id
      left join account owner on owner.id = c.owner_account_id
    where ${sharedBy({ accountId, companyId: null })} and c.sharing_active
    order by c.accepted_at desc limit 200`,
});

/** Who sees a person's score now, newest first. */
export const findScoreViewers: FindViewers = async (work, accountId) =>
  (await work.rows(viewers(accountId))).map(({ name }) => name);

/** One page of Shared with Others. */
export const listMyShares = operation({
  name: 'network.list-my-shares',
  summary: 'One page of the networks with which the caller shares.',
  access: person,
  kind: 'read',
  input: shareGrid.input,
  output: shareGrid.output,
  run: (work, input) => shareGrid.read(work, input, { where: sharedBy(sharerOf(work.caller)) }, undefined),
});

/** Switches the caller's sharing with one network on or off (doc1 §4). */
export const setConnectionActive = operation({
  name: 'network.set-connection-active',
  summary: 'Switches the caller’s sharing with one network on or off.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), active: yesNo }),
  output: z.object({ connectionid: z.uuid(), active: yesNo }),
  async run(work, input) {
    const { connectionid, active } = input;
    const share = await lockOwnShare(work, connectionid);
    if (share.sharing_active !== active) {
      await changeShare(work, connectionid, share, active ? 'sharing-on' : 'sharing-off', {
        sharing_active: active,
      });
    }
    return { connectionid, active };
  },
});

/** Switches sharing of the caller's full report with one network on or off (doc1 §4). */
export const setShareDetails = operation({
  name: 'network.set-share-details',
  summary: 'Switches sharing of the caller’s full report with one network on or off.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), reportshared: yesNo }),
  output: z.object({ connectionid: z.uuid(), reportshared: yesNo }),
  async run(work, input) {
    const { connectionid, reportshared } = input;
    const share = await lockOwnShare(work, connectionid);
    if (share.report_shared !== reportshared) {
      // Through ShieldLink, companies see only names and scores (D55).
      if (share.connection_type !== 'INDIVIDUAL') throw new Refusal('network.not-in-this-state');
      await changeShare(work, connectionid, share, reportshared ? 'report-on' : 'report-off', {
        report_shared: reportshared,
      });
    }
    return { connectionid, reportshared };
  },
});

/** What the dialog says before the caller leaves a network. */
export const getLeaving = operation({
  name: 'network.get-leaving',
  summary: 'The network that the caller is about to leave.',
  access: person,
  kind: 'read',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({
    name: z.string(),
    /** Why it is not possible now; null if it is. */
    reason: z.string().nullable(),
  }),
  async run(work, { connectionid }) {
    const own = sql<boolean>`(c.id = ${connectionid} and ${sharedBy(sharerOf(work.caller))})`;
    const row = await shareGrid.readRow(work, own);
    if (!row) throw goneShare(connectionid);
    return { name: row.fullname, reason: whyNotLeave(row) };
  },
});

/** Leaves a network permanently. Sharing must be switched off first (doc1 §4). */
export const leaveNetwork = operation({
  name: 'network.leave',
  summary: 'Leaves a network.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), connectiontype: z.enum(connectionTypes).optional() }),
  output: z.object({ connectionid: z.uuid() }),
  async run(work, input) {
    const { connectionid, connectiontype } = input;
    const share = await lockOwnShare(work, connectionid);
    if (connectiontype && connectiontype !== share.connection_type) throw goneShare(connectionid);
    const obstacle = whyNotLeave({
      connectiontype: share.connection_type,
      active: share.sharing_active,
    });
    if (obstacle) {
      throw new Refusal('network.not-in-this-state', {
        message: `${networkTexts['network.not-in-this-state']} ${obstacle}.`,
      });
    }
    await changeShare(work, connectionid, share, 'left', { removed_at: work.now });
    await endSharing(work, [connectionid]);
    await recordDeparture(work, 'leftnetwork', [
      { id: connectionid, status: share.status, compliance: share.compliance },
    ]);
    await enqueueNews(work, 'left', [connectionid]);
    return { connectionid };
  },
});

/**
 * Locks a share of the caller.
 * @throws Refusal not-found, including for somebody else's (D80)
 */
async function lockOwnShare(work: Work<Caller>, id: string) {
  await lockPeople(work, { accountIds: [work.caller.accountId] });
  const { db, caller } = work;
  const share = await db
    .selectFrom('connection as c')
    .select([
      'c.sharing_active',
      'c.report_shared',
      'c.connection_type',
      'c.account_id',
      'c.status',
      'c.compliance',
    ])
    .where('c.id', '=', id)
    .where(sharedBy(sharerOf(caller)))
    .forUpdate()
    .executeTakeFirst();
  if (!share) throw goneShare(id);
  return share;
}

const goneShare = (id: string) =>
  new Refusal('not-found', { detail: `share ${id}`, message: networkTexts['shares.gone'] });

const shareActions = {
  'sharing-on': networkAudit.sharingSwitchedOn,
  'sharing-off': networkAudit.sharingSwitchedOff,
  'report-on': networkAudit.reportShared,
  'report-off': networkAudit.reportWithdrawn,
  left: networkAudit.networkLeft,
} as const satisfies Partial<Record<ConnectionEventKind, AuditAction>>;

/** Changes a share, which the caller has locked. */
export async function changeShare(
  work: Work<{ accountId: string }>,
  id: string,
  share: { connection_type: ConnectionType; account_id: string | null },
  kind: keyof typeof shareActions,
  values: { sharing_active: boolean } | { report_shared: boolean } | { removed_at: Date },
): Promise<void> {
  await work.db.updateTable('connection').set(values).where('id', '=', id).execute();
  await recordHistory(work, kind, [id], work.caller.accountId);
  await work.audit({
    action: shareActions[kind],
    ...(share.account_id ? { about: share.account_id } : {}),
    object: { type: 'connection', id },
  });
  await refreshConnections(work, { connectionIds: [id] });
  if (share.connection_type === 'FULLNETWORK') await refreshSharing(work, [id]);
}
