import { z } from 'zod';
import { listOpenApplications } from '#modules/applications/index.ts';
import { anyOf, type Caller, operation, person, sql, type Work, yesNo } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { recordHistory } from '../connections/history.ts';
import { lockPeople } from '../connections/people.ts';
import { refreshConnections } from '../connections/refresh.ts';
import { acceptTypes } from '../fields.ts';
import { enqueueNews } from '../jobs.ts';
import { sharerOf } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import {
  acceptForCompany,
  beginSharing,
  findCompanyObstacle,
  listClients,
  lockBothCompanies,
} from '../shieldlink/company-links.ts';
import { connectionStatuses } from '../statuses.ts';
import {
  acceptableSql,
  checkOpen,
  findIndividualObstacle,
  hasShareableScore,
  type StoredInvitation,
  selectInvitations,
} from './acceptable.ts';
import { lapseCouponsOf } from './coupon.ts';
import { invitationAnswer, openInvitations } from './list.ts';
import { markOpened } from './opened.ts';

/** One open invitation, for the dialogs that accept or ignore it. @throws Refusal that says why it is not open */
export const getInvitation = operation({
  name: 'network.get-invitation',
  summary: "One of the signed-in person's open invitations.",
  access: person,
  kind: 'read',
  input: z.object({ inviteid: z.uuid() }),
  output: z.object({
    invitation: invitationAnswer,
    /** Why each way to accept is not possible; null if it is. */
    obstacles: z.object({ INDIVIDUAL: z.string().nullable(), FULLNETWORK: z.string().nullable() }),
    /** The companies that will see a person who accepts as an individual, through ShieldLink (D55). */
    also_seen_by: z.array(z.string()),
    /** Whether the caller has begun a background check that is not complete yet. */
    application_open: yesNo,
  }),
  run: (work, { inviteid }) => readInvitation(work, inviteid),
});

async function readInvitation(work: Work<Caller>, id: string) {
  const own = await selectInvitations(work, sharerOf(work.caller)).where('c.id', '=', id).executeTakeFirst();
  checkOpen(work, own, id);
  const [invitation] = await work.rows(openInvitations(sharerOf(work.caller), work.now, id));
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  const individual = await findIndividualObstacle(work, work.caller.accountId, invitation.connectiontype);
  const company = await findCompanyObstacle(work, own);
  return {
    invitation,
    obstacles: {
      INDIVIDUAL: individual && new Refusal(individual).text,
      FULLNETWORK: company && new Refusal(company).text,
    },
    also_seen_by: (await work.rows(listClients(own.owner_company_id))).map(
      ({ company_name }) => company_name,
    ),
    application_open: (await listOpenApplications(work, work.caller.accountId)).length > 0,
  };
}

/**
 * The same, for the page that opens the invitation. From then on its owner sees the progress of the person's check, as
 * the page says (D106). Not for requests that another site caused (D108). Nothing is marked as opened when staff act
 * for the person.
 * @throws Refusal like `getInvitation`
 */
export const openInvitation = operation({
  name: 'network.open-invitation',
  summary: "Opens one of the signed-in person's invitations.",
  access: person,
  kind: 'write',
  input: getInvitation.input,
  output: getInvitation.output,
  async run(work, { inviteid }) {
    const opened = await readInvitation(work, inviteid);
    if (work.caller.adminAccountId === null) await markOpened(work, inviteid);
    return opened;
  },
});

/** Accepts an invitation: as an individual, sharing their own score, or for a company, sharing its network. */
export const acceptInvite = operation({
  name: 'network.accept-invite',
  summary: 'Accepts an invitation, as an individual or as a company.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ inviteid: z.uuid(), accepttype: z.enum(acceptTypes).default('INDIVIDUAL') }),
  output: z.object({ inviteid: z.uuid(), connectionstatus: z.enum(connectionStatuses) }),
  async run(work, { inviteid, accepttype }) {
    const invitation = await lockOpen(work, inviteid, accepttype);
    const accept = accepttype === 'INDIVIDUAL' ? acceptAsIndividual : acceptAsCompany;
    await accept(work, invitation);
    const { status } = await work.db
      .selectFrom('connection')
      .select('status')
      .where('id', '=', inviteid)
      .executeTakeFirstOrThrow();
    return { inviteid, connectionstatus: status };
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
    const { inviteid } = input;
    await lockOpen(work, inviteid);
    const { accountId } = work.caller;
    await ignoreLocked(work, inviteid, { aboutId: accountId, actorId: accountId });
    return { inviteid };
  },
});

/**
 * Ignores an invitation. The caller has locked it and checked that it is open.
 * @param who the invited person, and who ignores it; null if it is the unproven reader of a mailed link
 */
export async function ignoreLocked(
  work: Work<unknown>,
  id: string,
  { aboutId, actorId }: { aboutId: string; actorId: string | null },
): Promise<void> {
  await work.db.updateTable('connection').set({ ignored_at: work.now }).where('id', '=', id).execute();
  await lapseCouponsOf(work, [id]);
  await recordHistory(work, 'ignored', [id], actorId);
  await work.audit({
    action: networkAudit.invitationIgnored,
    about: aboutId,
    object: { type: 'connection', id },
  });
  await refreshConnections(work, { connectionIds: [id] });
}

/** Locks an open invitation to the caller. @throws Refusal if it is not theirs, answered, withdrawn or expired */
async function lockOpen(
  work: Work<Caller>,
  id: string,
  acceptType: (typeof acceptTypes)[number] = 'INDIVIDUAL',
): Promise<StoredInvitation> {
  await lockPeople(work, { accountIds: [work.caller.accountId] });
  if (acceptType === 'FULLNETWORK') await lockBothCompanies(work, id);
  const invitation = await selectInvitations(work, sharerOf(work.caller))
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  checkOpen(work, invitation, id);
  return invitation;
}

async function acceptAsIndividual(work: Work<Caller>, invitation: StoredInvitation): Promise<void> {
  const { accountId } = work.caller;
  const obstacle = await findIndividualObstacle(work, accountId, invitation.connection_type);
  if (obstacle) throw new Refusal(obstacle);
  await acceptLocked(work, accountId, [invitation.id]);
}

/**
 * Accepts invitations as an individual. The caller has locked them and checked that nothing prevents it.
 * @param accountId who accepts, and the actor in the audit log when there is no session
 */
export async function acceptLocked(
  work: Work<unknown>,
  accountId: string,
  connectionIds: readonly string[],
): Promise<void> {
  const accepted = await work.db
    .updateTable('connection as c')
    .set({ accepted_at: work.now, report_shared: sharesReport })
    .where('c.id', '=', anyOf(connectionIds))
    .returning(['c.id', 'c.report_shared'])
    .execute();
  await recordAcceptance(work, connectionIds, accountId);
  for (const { id, report_shared } of accepted) {
    await auditAcceptance(work, accountId, id, { accepttype: 'INDIVIDUAL', report_shared });
  }
  await refreshConnections(work, { connectionIds });
}

async function acceptAsCompany(work: Work<Caller>, invitation: StoredInvitation): Promise<void> {
  const { companyId, accountId } = work.caller;
  const { id } = invitation;
  const obstacle = await findCompanyObstacle(work, invitation);
  if (obstacle || companyId === null) throw new Refusal(obstacle ?? 'network.accept-no-company');
  const values = await acceptForCompany(work, invitation, companyId);
  const { report_shared } = await work.db
    .updateTable('connection')
    .set({ ...values, accepted_at: work.now })
    .where('id', '=', id)
    .returning('report_shared')
    .executeTakeFirstOrThrow();
  await recordAcceptance(work, [id], accountId);
  await auditAcceptance(work, accountId, id, { accepttype: 'FULLNETWORK', report_shared });
  await beginSharing(work, id);
  await refreshConnections(work, { connectionIds: [id] });
}

function auditAcceptance(
  work: Pick<Work<unknown>, 'audit'>,
  accountId: string,
  id: string,
  detail: { accepttype: (typeof acceptTypes)[number]; report_shared: boolean },
): Promise<void> {
  return work.audit({
    action: networkAudit.invitationAccepted,
    about: accountId,
    actorId: accountId,
    object: { type: 'connection', id },
    detail,
  });
}

/**
 * Accepts invitations of people who chose 'Auto Accept Network Invites' (doc2 §2.4), and tells each person (D144).
 * Excluded are invitations whose acceptance also shares the report, which the person must be told first (D59), those
 * that the person got by clicking a link (D108), and those that came before the choice (D144).
 * @param scope invitations that came at this moment, or all that wait for a person who got a score
 */
export async function acceptAutomatically(
  work: Pick<Work<unknown>, 'rows' | 'db' | 'now' | 'enqueue' | 'auditAll'>,
  scope: { connectionIds: readonly string[] } | { accountId: string },
): Promise<void> {
  const accepted = await work.db
    .updateTable('connection as c')
    .from('account as a')
    .set({ accepted_at: work.now })
    .whereRef('a.id', '=', 'c.account_id')
    .where('c.came_by_link', '=', false)
    .where('a.network_autoacceptinvite', '=', true)
    .where('a.network_sharing_master', '=', true)
    .where((row) =>
      'accountId' in scope
        ? row.and([
            row('c.account_id', '=', scope.accountId),
            row('c.invited_at', '>', row.ref('a.network_autoacceptinvite_since')),
          ])
        : row('c.id', '=', anyOf(scope.connectionIds)),
    )
    .where(acceptableSql(work.now))
    .where(hasShareableScore(work.now))
    .where(sql<boolean>`not exists (
      select 1 from company o where o.id = c.owner_company_id and o.network_requires_pdf)`)
    .returning(['c.id', 'c.account_id', 'c.report_shared'])
    .execute();
  const ids = accepted.map((row) => row.id);
  await recordAcceptance(work, ids, null);
  await enqueueNews(work, 'accepted-automatically', ids);
  // One entry for each, because it is about the person, who finds it in the copy of their data.
  await work.auditAll(
    accepted.map(({ id, account_id: about, report_shared }) => ({
      action: networkAudit.invitationAcceptedAutomatically,
      ...(about ? { about } : {}),
      object: { type: 'connection', id },
      detail: { report_shared },
    })),
  );
}

/** Whether the report of `c` will be shared after acceptance: if it already is, or if the company asks for it (D59). */
const sharesReport = sql<boolean>`(c.report_shared
  or coalesce((select o.network_requires_pdf from company o where o.id = c.owner_company_id), false))`;

/**
 * Accepts an invitation for a person who agreed by text message and was told if it asks for the report.
 * @returns null if it is no longer open, or the person has no score to share
 */
export async function acceptByText(
  work: Work<unknown>,
  { id, accountId }: { id: string; accountId: string },
): Promise<{ report_shared: boolean } | null> {
  const accepted = await work.db
    .updateTable('connection as c')
    .set({ accepted_at: work.now, report_shared: sharesReport })
    .where('c.id', '=', id)
    .where('c.account_id', '=', accountId)
    .where(acceptableSql(work.now))
    .where(hasShareableScore(work.now))
    .returning('c.report_shared')
    .executeTakeFirst();
  if (!accepted) return null;
  await recordAcceptance(work, [id], accountId);
  await refreshConnections(work, { connectionIds: [id] });
  return accepted;
}

/**
 * Accepts the open invitations that a person chose when accepting a score (doc2 §4.5, step 8). Ids that are not theirs or
 * no longer open are skipped, because the page with the choice may be old.
 */
export async function acceptChosen(
  work: Pick<Work<unknown>, 'rows' | 'db' | 'now' | 'enqueue' | 'audit'>,
  accountId: string,
  inviteIds: readonly string[],
): Promise<void> {
  const accepted = await work.db
    .updateTable('connection as c')
    .set({
      accepted_at: work.now,
      report_shared: sharesReport,
    })
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', anyOf(inviteIds))
    .where(acceptableSql(work.now))
    .where(hasShareableScore(work.now))
    .returning(['c.id', 'c.report_shared'])
    .execute();
  await recordAcceptance(
    work,
    accepted.map((row) => row.id),
    accountId,
  );
  for (const { id, report_shared } of accepted) {
    await auditAcceptance(work, accountId, id, { accepttype: 'INDIVIDUAL', report_shared });
  }
}

/** @param actorId who accepted; null if it happened automatically */
async function recordAcceptance(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  connectionIds: readonly string[],
  actorId: string | null,
): Promise<void> {
  await recordHistory(work, 'accepted', connectionIds, actorId);
  await enqueueNews(work, 'accepted', connectionIds);
}
