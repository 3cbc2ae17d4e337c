import { z } from 'zod';
import { listOpenApplications } from '#modules/applications/index.ts';
import { getCompany } from '#modules/enterprise/index.ts';
import {
  anyOf,
  type Caller,
  expiresAt,
  operation,
  person,
  sql,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { networkAudit } from './audit.ts';
import { acceptForCompany, beginSharing, findCompanyObstacle, listClients } from './company-links.ts';
import { lapseCouponsOf } from './coupon.ts';
import { acceptTypes } from './fields.ts';
import { type ConnectionType, connectionStatuses } from './forms.ts';
import { recordHistory } from './history.ts';
import { invitationAnswer, openInvitations } from './invitations.ts';
import { tell } from './jobs.ts';
import { markOpened } from './opened.ts';
import { answeredBy, sharerOf } from './owner.ts';
import { refreshConnections } from './refresh.ts';
import { type NetworkRefusalCode, Refusal } from './refusals.ts';

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
    /** The companies that see whoever accepts as an individual, through ShieldLink (D55). */
    also_seen_by: z.array(z.string()),
    /** Whether the caller has begun a background check that is not complete. */
    application_open: yesNo,
  }),
  run: (work, { inviteid }) => readInvitation(work, inviteid),
});

async function readInvitation(work: Work<Caller>, id: string) {
  const own = await selectOwn(work, id).executeTakeFirst();
  checkOpen(work, own, id);
  const [invitation] = await work.rows(openInvitations(sharerOf(work.caller), work.now, id));
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  const individual = await findIndividualObstacle(work, invitation.connectiontype);
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
 * The same for the page that opens the invitation: from then on its owner sees how far the person's check is, which the
 * page says (D106). It is not for requests that another site caused (D108). Staff who act for the person open nothing.
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

/** Accepts an invitation: as an individual, sharing one's own score, or for a company, sharing its network. */
export const acceptInvite = operation({
  name: 'network.accept-invite',
  summary: 'Accepts an invitation, as an individual or as a company.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({ inviteid: z.uuid(), accepttype: z.enum(acceptTypes).default('INDIVIDUAL') }),
  output: z.object({ inviteid: z.uuid(), connectionstatus: z.enum(connectionStatuses) }),
  async run(work, input) {
    const { inviteid, accepttype } = input;
    const invitation = await lockOpen(work, inviteid);
    const values =
      accepttype === 'INDIVIDUAL'
        ? await acceptAsIndividual(work, invitation)
        : await acceptAsCompany(work, invitation);
    const { report_shared } = await work.db
      .updateTable('connection')
      .set({ ...values, accepted_at: work.now })
      .where('id', '=', inviteid)
      .returning('report_shared')
      .executeTakeFirstOrThrow();
    await recordAcceptance(work, [inviteid], work.caller.accountId);
    await work.audit({
      action: networkAudit.invitationAccepted,
      about: work.caller.accountId,
      object: { type: 'connection', id: inviteid },
      detail: { accepttype, report_shared },
    });
    if (accepttype === 'FULLNETWORK') await beginSharing(work, inviteid);
    await refreshConnections(work, { connectionIds: [inviteid] });
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
    await work.db
      .updateTable('connection')
      .set({ ignored_at: work.now })
      .where('id', '=', inviteid)
      .execute();
    await lapseCouponsOf(work, [inviteid]);
    await recordHistory(work, 'ignored', [inviteid], work.caller.accountId);
    await work.audit({
      action: networkAudit.invitationIgnored,
      about: work.caller.accountId,
      object: { type: 'connection', id: inviteid },
    });
    await refreshConnections(work, { connectionIds: [inviteid] });
    return { inviteid };
  },
});

/** Selects an invitation to the caller or to the company for which they answer, open or not. */
function selectOwn({ db, caller }: Pick<Work<Caller>, 'db' | 'caller'>, id: string) {
  return db
    .selectFrom('connection as c')
    .select([
      'id',
      'owner_company_id',
      'sharing_company_id',
      'connection_type',
      'accepted_at',
      'ignored_at',
      'cancelled_at',
      'removed_at',
      'invite_expires_at',
    ])
    .where('id', '=', id)
    .where(answeredBy(sharerOf(caller)));
}

interface OwnInvitation {
  id: string;
  owner_company_id: string | null;
  sharing_company_id: string | null;
  connection_type: ConnectionType;
  accepted_at: Date | null;
  ignored_at: Date | null;
  cancelled_at: Date | null;
  removed_at: Date | null;
  invite_expires_at: Date;
}

/** Locks an open invitation to the caller. @throws Refusal if it is not theirs, answered, withdrawn or expired */
async function lockOpen(work: Work<Caller>, id: string): Promise<OwnInvitation> {
  const invitation = await selectOwn(work, id).forUpdate().executeTakeFirst();
  checkOpen(work, invitation, id);
  return invitation;
}

/** @returns what is stored of the connection beside the acceptance */
async function acceptAsIndividual(work: Work<Caller>, invitation: OwnInvitation) {
  const obstacle = await findIndividualObstacle(work, invitation.connection_type);
  if (obstacle) throw new Refusal(obstacle);
  if (!invitation.owner_company_id) return {};
  const owner = await getCompany(work, invitation.owner_company_id);
  return owner.network_requires_pdf ? { report_shared: true } : {};
}

/** @returns what is stored of the connection beside the acceptance */
async function acceptAsCompany(work: Work<Caller>, invitation: OwnInvitation) {
  const { companyId } = work.caller;
  const obstacle = await findCompanyObstacle(work, invitation);
  if (obstacle || companyId === null) throw new Refusal(obstacle ?? 'network.accept-no-company');
  return acceptForCompany(work, invitation, companyId);
}

/** @throws Refusal if the invitation was not found, or is answered, withdrawn or expired */
function checkOpen(
  work: Pick<Work, 'now'>,
  invitation: OwnInvitation | undefined,
  id: string,
): asserts invitation is OwnInvitation {
  if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
  if (invitation.accepted_at ?? invitation.ignored_at ?? invitation.cancelled_at ?? invitation.removed_at) {
    throw new Refusal('network.invitation-closed', { detail: id });
  }
  if (invitation.invite_expires_at <= work.now)
    throw new Refusal('network.invitation-expired', { detail: id });
}

/** Why the caller cannot accept as an individual, for which they need a ShieldID and a shareable score. */
async function findIndividualObstacle(
  work: Pick<Work<Caller>, 'db' | 'caller' | 'now'>,
  asked: ConnectionType,
): Promise<NetworkRefusalCode | null> {
  if (asked !== 'INDIVIDUAL') return 'network.accept-company-only';
  const score = await work.db
    .selectFrom('shield_score')
    .select(['score', 'expiration'])
    .where('account_id', '=', work.caller.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!score && work.caller.facts.certification_number === null) return 'network.accept-check-first';
  const shareable = isShareable(score?.score ?? null, score?.expiration ?? null, work.now);
  return shareable ? null : 'network.accept-no-score';
}

/** The condition on `c` for an open invitation, not expired, that an individual can accept. */
const acceptableSql = (now: Date) => sql<boolean>`(
  c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null and c.removed_at is null
  and c.connection_type = 'INDIVIDUAL' and c.invite_expires_at > ${now}::timestamptz)`;

/** The condition that the person of `c` has a shareable score: 4 to 5 characters (not NA), not expired (doc1 §5). */
export const hasShareableScore = (now: Date) => sql<boolean>`exists (
  select 1 from shield_score s
  where s.account_id = c.account_id and s.ended_at is null and length(s.score) between 4 and 5
    and (s.expiration + time '11:00') at time zone 'UTC' > ${now}::timestamptz)`;

/**
 * Accepts the invitations of people who chose 'Auto Accept Network Invites' (doc2 §2.4). Excluded are invitations whose
 * acceptance also shares the report, which the person must be told first (D59), and those that came by the person's own
 * click on a link (D108).
 */
export async function acceptAutomatically(
  work: Pick<Work, 'rows' | 'db' | 'now' | 'enqueue'>,
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
        ? row('c.account_id', '=', scope.accountId)
        : row('c.id', '=', anyOf(scope.connectionIds)),
    )
    .where(acceptableSql(work.now))
    .where(hasShareableScore(work.now))
    .where(sql<boolean>`not exists (
      select 1 from company o where o.id = c.owner_company_id and o.network_requires_pdf)`)
    .returning('c.id')
    .execute();
  await recordAcceptance(
    work,
    accepted.map((row) => row.id),
    null,
  );
}

/** Whether the report of `c` is shared once it is accepted: it stays so, and becomes so where the company asks for it (D59). */
const sharesReport = sql<boolean>`(c.report_shared
  or coalesce((select o.network_requires_pdf from company o where o.id = c.owner_company_id), false))`;

/**
 * Accepts an invitation whose person said so by text message, knowing whether the report is asked for.
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
  work: Pick<Work, 'rows' | 'db' | 'now' | 'enqueue'>,
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
    .returning('c.id')
    .execute();
  await recordAcceptance(
    work,
    accepted.map((row) => row.id),
    accountId,
  );
}

/** @param actorId who accepted; null if it happened automatically */
async function recordAcceptance(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  connectionIds: readonly string[],
  actorId: string | null,
): Promise<void> {
  await recordHistory(work, 'accepted', connectionIds, actorId);
  await tell(work, 'accepted', connectionIds);
}

/** Whether an individual can share a score: 4 to 5 characters, not expired (doc1 §5). */
function isShareable(score: string | null, expiration: string | null, now: Date): boolean {
  if (score === null || expiration === null) return false;
  return score.length >= 4 && score.length <= 5 && expiresAt(expiration) > now;
}
