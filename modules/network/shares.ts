import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  type AuditAction,
  type Caller,
  operation,
  person,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { networkAudit } from './audit.ts';
import { countUpTo, pageAnswer, pageInput } from './connections.ts';
import { Connection } from './entities.ts';
import { connectionTypes } from './forms.ts';
import { type ConnectionEventKind, recordHistory } from './history.ts';
import { sharedBy } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';
import { networkTexts } from './texts.ts';

export const shareAnswer = z.object({
  id: z.uuid(),
  /** Who sees it: a company, or a person's own network. */
  businessname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  share_dts: z.date(),
  active: yesNo,
  reportshared: yesNo,
  connectiontype: z.enum(connectionTypes),
});

/** Shared with Others: who sees the caller's own score. */
export const listMyShares = operation({
  name: 'network.list-my-shares',
  summary: 'One page of those with whom the caller shares.',
  access: person,
  kind: 'read',
  input: z.object({ page: pageInput.shape.page, rows: pageInput.shape.rows }),
  output: pageAnswer(shareAnswer),
  async run(work, input) {
    const where = sharedBy(work.caller.accountId);
    const rows = await work.rows(sql<z.output<typeof shareAnswer>>`
      select c.id, coalesce(o.company_name, owner.businessname) as businessname,
        coalesce(owner.firstname, '') as firstname, coalesce(owner.lastname, '') as lastname,
        coalesce(o.company_name, owner.firstname || ' ' || owner.lastname) as fullname,
        c.accepted_at as share_dts, c.sharing_active as active, c.report_shared as reportshared,
        c.connection_type as connectiontype
      from connection c
        left join company o on o.id = c.owner_company_id
        left join account owner on owner.id = c.owner_account_id
      where ${where}
      order by c.accepted_at desc, c.id desc limit ${input.rows} offset ${(input.page - 1) * input.rows}`);
    return { rows, ...(await countUpTo(work, sql`select 1 from connection c where ${where}`)) };
  },
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
