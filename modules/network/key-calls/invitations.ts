import { z } from 'zod';
import { apiKey, pageInput, pageOf } from '#modules/enterprise/index.ts';
import { HOUR, type KeyCaller, operation, searchText, sql, type Work } from '#modules/platform/index.ts';
import type { ConnectionAnswer } from '../connections/grid.ts';
import { findInvitee, invitePerson, statusOf } from '../invitations/invite.ts';
import { cancelOne, resendOne } from '../invitations/manage.ts';
import { isReachedByMail } from '../invitations/reach.ts';
import { ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { connectionStatuses, mailStates } from '../statuses.ts';
import { asActor, ownerOf } from './acting.ts';
import { readConnection, readConnections } from './paging.ts';

/** Invitations into the network of the key's company. They carry neither coupons nor packages. */

const invitation = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  status: z.enum(connectionStatuses),
  expired: z.boolean(),
  invited_at: z.date(),
  mail: z.enum(mailStates).nullable().describe('What became of the latest email. Null if none was sent.'),
});

const open = sql<boolean>`(c.accepted_at is null and c.connection_type = 'INDIVIDUAL')`;

const answerOf = (row: ConnectionAnswer): z.output<typeof invitation> => ({
  id: row.id,
  email: row.emailaddress,
  firstname: row.firstname,
  lastname: row.lastname,
  status: row.connectionstatus,
  expired: row.invite_expired,
  invited_at: row.share_dts,
  mail: row.emailstatus.invite_mail_state,
});

const one = z.object({ inviteid: z.uuid() });

/** @throws Refusal not-found */
async function requireOpen(work: Pick<Work<KeyCaller>, 'db' | 'caller'>, inviteid: string): Promise<void> {
  const found = await work.db
    .selectFrom('connection as c')
    .select('c.id')
    .where('c.id', '=', inviteid)
    .where(ownedBy(ownerOf(work.caller)))
    .where(open)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `invitation ${inviteid}` });
}

export const listKeyInvitations = operation({
  name: 'network.list-key-invitations',
  summary: 'Lists the invitations of the company that were not accepted, the newest first.',
  access: apiKey('invitations:read'),
  kind: 'write',
  input: z.object(pageInput),
  output: pageOf(invitation),
  async run(work, page) {
    const { rows, has_more } = await readConnections(work, page, open);
    return { data: rows.map(answerOf), has_more };
  },
});

export const getKeyInvitation = operation({
  name: 'network.get-key-invitation',
  summary: 'One invitation of the company that was not accepted.',
  access: apiKey('invitations:read'),
  kind: 'write',
  input: one,
  output: invitation,
  run: async (work, { inviteid }) => answerOf(await readConnection(work, inviteid, open)),
});

export const createKeyInvitation = operation({
  name: 'network.create-key-invitation',
  summary: 'Invites a person by email address or ShieldID.',
  access: apiKey('invitations:write'),
  kind: 'write',
  input: z.object({ to: searchText(1).describe('An email address or a ShieldID.') }),
  output: z.object({
    id: z.uuid(),
    status: z.enum(connectionStatuses),
    already_invited: z
      .boolean()
      .describe('An invitation or connection existed already, and nothing was changed.'),
    mail_withheld: z
      .boolean()
      .describe('No email is sent, because the person doesn’t want such emails or can’t get any.'),
  }),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, { to }) {
    const actor = await asActor(work);
    const { id, already } = await invitePerson(actor, await findInvitee(actor, to, 'to'));
    const status = await statusOf(work, id);
    const withheld = !already && status !== 'INVITEIGNORE' && !(await isReachedByMail(work, id));
    return { id, status, already_invited: already, mail_withheld: withheld };
  },
});

export const resendKeyInvitation = operation({
  name: 'network.resend-key-invitation',
  summary: 'Sends an invitation again and extends it to 30 days from now.',
  access: apiKey('invitations:write'),
  kind: 'staged',
  input: one,
  output: z.object({ id: z.uuid(), mail_sent: z.boolean(), mail_withheld: z.boolean() }),
  async run(work, { inviteid }) {
    await requireOpen(work, inviteid);
    const sent = await resendOne(await asActor(work), inviteid);
    return { id: inviteid, ...sent };
  },
});

export const cancelKeyInvitation = operation({
  name: 'network.cancel-key-invitation',
  summary: 'Withdraws an invitation that was not accepted.',
  access: apiKey('invitations:write'),
  kind: 'write',
  input: one,
  output: z.object({ id: z.uuid() }),
  async run(work, { inviteid }) {
    await requireOpen(work, inviteid);
    const { accepted } = await cancelOne(await asActor(work), inviteid);
    // Accepted in this moment: the page would remove the connection, which is more than the scope allows.
    if (accepted) throw new Refusal('network.invitation-closed');
    return { id: inviteid };
  },
});
