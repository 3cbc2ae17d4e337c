import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import { type Caller, operation, person, sql, type Work } from '#modules/platform/index.ts';
import { checkOpen, findCompanyObstacle, findIndividualObstacle } from './accepting.ts';
import { Connection } from './entities.ts';
import { acceptTypes, connectionStatuses } from './forms.ts';
import { recordHistory } from './history.ts';
import { refreshConnections } from './refresh.ts';
import { Refusal } from './refusals.ts';

/** Accepts an invitation: as an individual who shares their own score, or for a company that shares its network. */
export const acceptInvite = operation({
  name: 'network.accept-invite',
  summary: 'Accepts an invitation, as an individual or as a company.',
  access: person,
  kind: 'write',
  input: z.object({ inviteid: z.uuid(), accepttype: z.enum(acceptTypes).default('INDIVIDUAL') }),
  output: z.object({ inviteid: z.uuid(), connectionstatus: z.enum(connectionStatuses) }),
  async run(work, input) {
    const invitation = await getOpen(work, input.inviteid);
    if (input.accepttype === 'INDIVIDUAL') await acceptAsIndividual(work, invitation);
    else await acceptAsCompany(work, invitation);
    invitation.acceptedAt = work.now;
    await work.em.flush();
    await recordHistory(work, 'accepted', [invitation.id], work.caller.accountId);
    await work.audit({
      action: 'network.invitation-accepted',
      about: work.caller.accountId,
      object: { type: 'connection', id: invitation.id },
      detail: { accepttype: input.accepttype, report_shared: invitation.reportShared },
    });
    await refreshConnections(work, { connectionIds: [invitation.id] });
    const row = await work.row(sql<{ status: (typeof connectionStatuses)[number] }>`
      select status from connection where id = ${invitation.id}`);
    return { inviteid: invitation.id, connectionstatus: row?.status ?? 'CURRENT' };
  },
});

/** Ignores an invitation; the person cannot undo it (doc1 §4). */
export const ignoreInvite = operation({
  name: 'network.ignore-invite',
  summary: 'Ignores an invitation for good.',
  access: person,
  kind: 'write',
  input: z.object({ inviteid: z.uuid() }),
  output: z.object({ inviteid: z.uuid() }),
  async run(work, input) {
    const invitation = await getOpen(work, input.inviteid);
    invitation.ignoredAt = work.now;
    await work.em.flush();
    await recordHistory(work, 'ignored', [invitation.id], work.caller.accountId);
    await work.audit({
      action: 'network.invitation-ignored',
      about: work.caller.accountId,
      object: { type: 'connection', id: invitation.id },
    });
    await refreshConnections(work, { connectionIds: [invitation.id] });
    return { inviteid: invitation.id };
  },
});

/** The caller's own invitation, locked. @throws Refusal when it is not theirs, answered, withdrawn or lapsed */
async function getOpen(work: Work<Caller>, id: string): Promise<Connection> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const invitation = await work.em.findOne(Connection, { id, accountId: work.caller.accountId }, lock);
  checkOpen(work, invitation, id);
  return invitation;
}

async function acceptAsIndividual(work: Work<Caller>, invitation: Connection): Promise<void> {
  const obstacle = await findIndividualObstacle(work, invitation.connectionType);
  if (obstacle) throw new Refusal(obstacle);
  if (!invitation.ownerCompanyId) return;
  const owner = await getCompany(work, invitation.ownerCompanyId);
  if (owner.network_requires_pdf) invitation.reportShared = true;
}

async function acceptAsCompany(work: Work<Caller>, invitation: Connection): Promise<void> {
  const obstacle = findCompanyObstacle(work.caller, invitation.ownerCompanyId ?? null);
  if (obstacle) throw new Refusal(obstacle);
  invitation.connectionType = 'FULLNETWORK';
  invitation.sharingCompanyId = work.caller.companyId;
}
