import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  type AuditAction,
  type Caller,
  defineGrid,
  gridColumn,
  operation,
  person,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { networkAudit } from './audit.ts';
import { Connection } from './entities.ts';
import { connectionTypes } from './forms.ts';
import { type ConnectionEventKind, recordHistory } from './history.ts';
import { sharedBy } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';
import { networkTexts } from './texts.ts';

/** The rows of Shared with Others: who sees the caller's own score, a company or a person's own network. */
export const shareGrid = defineGrid({
  name: 'shared-with-others',
  table: sql`connection c`,
  id: 'c.id',
  joins: sql`left join company o on o.id = c.owner_company_id
    left join account owner on owner.id = c.owner_account_id`,
  columns: {
    id: gridColumn(z.uuid(), 'c.id'),
    businessname: gridColumn(z.string(), sql`coalesce(o.company_name, owner.businessname)`),
    firstname: gridColumn(z.string(), sql`coalesce(owner.firstname, '')`),
    lastname: gridColumn(z.string(), sql`coalesce(owner.lastname, '')`),
    fullname: gridColumn(z.string(), sql`coalesce(o.company_name, owner.firstname || ' ' || owner.lastname)`),
    share_dts: gridColumn(z.date(), 'c.accepted_at', {
      sort: { name: 'shared', by: 'c.accepted_at', type: 'timestamptz' },
    }),
    active: gridColumn(yesNo, 'c.sharing_active'),
    reportshared: gridColumn(yesNo, 'c.report_shared'),
    connectiontype: gridColumn(z.enum(connectionTypes), 'c.connection_type'),
  },
  order: ['shared', 'desc'],
});

/** Shared with Others: who sees the caller's own score. */
export const listMyShares = operation({
  name: 'network.list-my-shares',
  summary: 'One page of those with whom the caller shares.',
  access: person,
  kind: 'read',
  input: shareGrid.input,
  output: shareGrid.output,
  run: (work, input) => shareGrid.read(work, input, { where: sharedBy(work.caller.accountId) }, undefined),
});

/** Switches one's sharing with one network on or off (doc1 §4). */
export const setConnectionActive = operation({
  name: 'network.set-connection-active',
  summary: 'Switches the caller’s sharing with one network on or off.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), active: yesNo }),
  output: z.object({ connectionid: z.uuid(), active: yesNo }),
  async run(work, input) {
    const connection = await getOwnShare(work, input.connectionid);
    if (connection.sharingActive !== input.active) {
      connection.sharingActive = input.active;
      await changed(work, connection, input.active ? 'sharing-on' : 'sharing-off');
    }
    return { connectionid: connection.id, active: input.active };
  },
});

/** Shares the report with one network, or no longer (doc1 §4). */
export const setShareDetails = operation({
  name: 'network.set-share-details',
  summary: 'Shares the caller’s report with one network, or no longer.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), reportshared: yesNo }),
  output: z.object({ connectionid: z.uuid(), reportshared: yesNo }),
  async run(work, input) {
    const connection = await getOwnShare(work, input.connectionid);
    if (connection.reportShared !== input.reportshared) {
      connection.reportShared = input.reportshared;
      await changed(work, connection, input.reportshared ? 'report-on' : 'report-off');
    }
    return { connectionid: connection.id, reportshared: input.reportshared };
  },
});

/** Leaves a network for good; sharing must be switched off first (doc1 §4). */
export const leaveNetwork = operation({
  name: 'network.leave',
  summary: 'Leaves a network.',
  access: person,
  kind: 'write',
  input: z.object({ connectionid: z.uuid(), connectiontype: z.enum(connectionTypes).optional() }),
  output: z.object({ connectionid: z.uuid() }),
  async run(work, input) {
    const connection = await getOwnShare(work, input.connectionid);
    if (connection.sharingActive) {
      throw new Refusal('network.not-in-this-state', {
        message: `${networkTexts['network.not-in-this-state']} Switch sharing off before you leave.`,
      });
    }
    connection.removedAt = work.now;
    await changed(work, connection, 'left');
    return { connectionid: connection.id };
  },
});

/** @throws Refusal not-found, also for somebody else's (D80) */
async function getOwnShare(work: Work<Caller>, id: string): Promise<Connection> {
  const mine = { id, accountId: work.caller.accountId, cancelledAt: null, removedAt: null };
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const connection = await work.em.findOne(Connection, mine, lock);
  if (!connection?.acceptedAt) throw new Refusal('not-found', { detail: `share ${id}` });
  return connection;
}

const shareActions = {
  'sharing-on': networkAudit.sharingSwitchedOn,
  'sharing-off': networkAudit.sharingSwitchedOff,
  'report-on': networkAudit.reportShared,
  'report-off': networkAudit.reportWithdrawn,
  left: networkAudit.networkLeft,
} as const satisfies Partial<Record<ConnectionEventKind, AuditAction>>;

async function changed(
  work: Work<Caller>,
  connection: Connection,
  kind: keyof typeof shareActions,
): Promise<void> {
  await work.em.flush();
  await recordHistory(work, kind, [connection.id], work.caller.accountId);
  await work.audit({
    action: shareActions[kind],
    about: work.caller.accountId,
    object: { type: 'connection', id: connection.id },
  });
  await refreshConnections(work, { connectionIds: [connection.id] });
}
