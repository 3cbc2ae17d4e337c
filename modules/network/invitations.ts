import { z } from 'zod';
import { findPersonByEmail, getPerson } from '#modules/identity/index.ts';
import { HOUR, operation, person, sql, trimmed, type Work, yesNo } from '#modules/platform/index.ts';
import { checkOpen, findCompanyObstacle, findIndividualObstacle } from './accepting.ts';
import { Connection } from './entities.ts';
import { connectionStatuses, connectionTypes } from './forms.ts';
import { type Invitee, invite } from './inviting.ts';
import { type NetworkCaller, networkOwner } from './owner.ts';
import { Refusal } from './refusals.ts';
import { readTerm, refuseOwn } from './search.ts';
import { networkTexts } from './texts.ts';

/** Invites a person that was searched, or an address (D53). */
export const newInvite = operation({
  name: 'network.new-invite',
  summary: 'Invites a person into the network.',
  access: networkOwner('admin'),
  kind: 'write',
  /** A userid of a search result, a ShieldID, or an e-mail address. */
  input: z.object({ touser: trimmed(254, 1) }),
  output: z.object({
    inviteid: z.uuid(),
    connectionstatus: z.enum(connectionStatuses),
    already_invited: yesNo,
    error_message: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, input) {
    const invitee = await findInvitee(work, input.touser);
    const { id, already } = await invite(work, work.caller.owner, work.caller.accountId, invitee);
    const row = await work.row(sql<{ status: (typeof connectionStatuses)[number] }>`
      select status from connection where id = ${id}`);
    return {
      inviteid: id,
      connectionstatus: row?.status ?? 'INVITE',
      already_invited: already,
      error_message: already ? networkTexts['invitations.already-invited'] : null,
    };
  },
});

/** @throws Refusal for oneself, an address that is none, or a ShieldID that nobody has */
async function findInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  if (z.uuid().safeParse(touser).success) return findById(work, touser);
  const term = readTerm(touser, 'touser');
  refuseOwn(work.caller, term, 'touser');
  if (term.kind === 'shieldid') {
    const found = await work.row(sql<{ account_id: string }>`
      select account_id from session_facts facts join account a on a.id = facts.account_id
      where facts.certification_number = ${term.value} and a.active`);
    if (!found) throw new Refusal('network.shieldid-not-found', { field: 'touser' });
    return { ...nameless, accountId: found.account_id, shieldId: term.value };
  }
  const known = await findPersonByEmail(work, term.value);
  const accountId = known?.active && known.email_verified ? known.accountId : null;
  return { ...nameless, accountId, email: term.value };
}

async function findById(work: Work<NetworkCaller>, userid: string): Promise<Invitee> {
  if (userid === work.caller.accountId) throw new Refusal('network.own-id', { field: 'touser' });
  const found = await getPerson(work, userid);
  if (!found.active || !found.email_verified) throw new Refusal('not-found', { detail: 'not active' });
  // A search shows the name of those whom searches may show.
  const shown = found.preferences.network_searchresults && found.preferences.network_sharing_master;
  return shown
    ? { ...nameless, accountId: userid, firstname: found.firstname, lastname: found.lastname }
    : { ...nameless, accountId: userid };
}

const nameless = { accountId: null, email: null, shieldId: null, firstname: '', lastname: '' };

const openInvitation = z.object({
  inviteid: z.uuid(),
  /** The company that invites, or the inviter's own business. */
  businessname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  invite_dts: z.date(),
  invite_expires_dts: z.date(),
  connectiontype: z.enum(connectionTypes),
  /** Accepting shares the report too (D59). */
  network_requires_pdf: yesNo,
  accepted: yesNo,
});

/** The open invitations of the person who asks, newest first. */
export const listInvitations = operation({
  name: 'network.list-invitations',
  summary: 'The open invitations of the person who is signed in.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ invitations: z.array(openInvitation) }),
  async run(work) {
    return { invitations: await readInvitations(work, work.caller.accountId) };
  },
});

/** One open invitation, for the dialogs that accept or ignore it. @throws Refusal that says why it is not open */
export const getInvitation = operation({
  name: 'network.get-invitation',
  summary: 'One open invitation of the person who is signed in.',
  access: person,
  kind: 'read',
  input: z.object({ inviteid: z.uuid() }),
  output: z.object({
    invitation: openInvitation,
    /** What stands in the way of each way to accept; null where nothing does. */
    obstacles: z.object({ INDIVIDUAL: z.string().nullable(), FULLNETWORK: z.string().nullable() }),
  }),
  async run(work, input) {
    const { inviteid: id } = input;
    checkOpen(work, await work.em.findOne(Connection, { id, accountId: work.caller.accountId }), id);
    const [invitation] = await readInvitations(work, work.caller.accountId, id);
    if (!invitation) throw new Refusal('not-found', { detail: `invitation ${id}` });
    const individual = await findIndividualObstacle(work, invitation.connectiontype);
    const company = findCompanyObstacle(work.caller, invitation.owner_company_id);
    return {
      invitation,
      obstacles: {
        INDIVIDUAL: individual && new Refusal(individual).text,
        FULLNETWORK: company && new Refusal(company).text,
      },
    };
  },
});

const SHOWN = 100;

type InvitationRow = z.output<typeof openInvitation> & { owner_company_id: string | null };

export function readInvitations(
  work: Pick<Work, 'rows' | 'now'>,
  accountId: string,
  inviteId?: string,
): Promise<InvitationRow[]> {
  return work.rows(sql<InvitationRow>`
    select c.id as inviteid, c.owner_company_id, coalesce(o.company_name, inviter.businessname) as businessname,
      inviter.firstname, inviter.lastname, c.invited_at as invite_dts, c.invite_expires_at as invite_expires_dts,
      c.connection_type as connectiontype, coalesce(o.network_requires_pdf, false) as network_requires_pdf,
      false as accepted
    from connection c
      join account inviter on inviter.id = c.invited_by_account_id
      left join company o on o.id = c.owner_company_id
    where c.account_id = ${accountId} and c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null
      and c.invite_expires_at > ${work.now} ${inviteId ? sql`and c.id = ${inviteId}` : sql``}
    order by c.invited_at desc, c.id desc limit ${SHOWN}`);
}
