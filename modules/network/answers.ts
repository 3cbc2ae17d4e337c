import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { getCompany, roleAtLeast } from '#modules/enterprise/index.ts';
import { type Caller, operation, person, Refusal, sql, type Work } from '#modules/platform/index.ts';
import { isShareable } from './auto-accept.ts';
import { Connection } from './entities.ts';
import { acceptTypes, connectionStatuses } from './forms.ts';
import { recordHistory } from './history.ts';
import { refreshConnections } from './refresh.ts';

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
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  if (invitation.acceptedAt ?? invitation.ignoredAt ?? invitation.cancelledAt ?? invitation.removedAt) {
    throw new Refusal('network.invitation-closed', { detail: id });
  }
  if (invitation.inviteExpiresAt <= work.now) throw new Refusal('network.invitation-expired', { detail: id });
  return invitation;
}

/** Needs a ShieldID and a score of 4 to 5 characters that has not lapsed (doc1 §5). */
async function acceptAsIndividual(work: Work<Caller>, invitation: Connection): Promise<void> {
  if (invitation.connectionType !== 'INDIVIDUAL') throw new Refusal('network.accept-company-only');
  const score = await work.row(sql<{ score: string; expiration: string }>`
    select score, expiration from shield_score where account_id = ${work.caller.accountId} and ended_at is null`);
  if (!score && work.caller.facts.certification_number === null)
    throw new Refusal('network.accept-check-first');
  if (!isShareable(score?.score ?? null, score?.expiration ?? null, work.now)) {
    throw new Refusal('network.accept-no-score');
  }
  if (!invitation.ownerCompanyId) return;
  const owner = await getCompany(work, invitation.ownerCompanyId);
  if (owner.network_requires_pdf) invitation.reportShared = true;
}

/** The owner or an admin of a company with ShieldLink shares its whole network (D55). */
async function acceptAsCompany(work: Work<Caller>, invitation: Connection): Promise<void> {
  const { companyId, teamRole } = work.caller;
  if (!companyId || !teamRole || !roleAtLeast(teamRole, 'admin'))
    throw new Refusal('network.accept-no-company');
  const company = await getCompany(work, companyId);
  if (!company.shieldlink_enabled || companyId === invitation.ownerCompanyId) {
    throw new Refusal('network.accept-no-company');
  }
  invitation.connectionType = 'FULLNETWORK';
  invitation.sharingCompanyId = companyId;
}
