import { z } from 'zod';
import { brandForCompany } from '#modules/enterprise/index.ts';
import { codeFields } from '#modules/identity/fields.ts';
import {
  findAddressCode,
  findPersonByEmail,
  getPerson,
  requestAddressCode,
  tryAddressCode,
  useAddressCode,
} from '#modules/identity/index.ts';
import {
  type Caller,
  HOUR,
  inputOf,
  newId,
  operation,
  type Portal,
  person,
  SECOND,
  trimmed,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { readInviter } from '../connections/deliver.ts';
import { attachInvitations } from '../invitations/attach.ts';
import { sendOwnInvitationAsked } from '../jobs.ts';
import { ownInvitationAskedMail } from '../mails.ts';
import { ownedBy } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { type FoundLink, findLink, inviterName } from './found-link.ts';

/**
 * A mailed invitation belongs to its address (D115). Who opens its link with another account can log in with the invited
 * one, prove that the invited address is theirs too, or ask the inviter for an invitation of their own.
 */

const link = z.object({ linkid: trimmed(64, 1) });

type Other = Extract<FoundLink, { kind: 'other' }>;

/** @throws Refusal not-found for a link that is the caller's, leads elsewhere, or ended */
async function getOther(work: Work<Caller>, linkid: string): Promise<Other> {
  const found = await findLink(work, linkid);
  if (found.kind !== 'other') throw new Refusal('not-found', { detail: `the link is ${found.kind}` });
  return found;
}

export const getOtherAddress = operation({
  name: 'network.get-other-address',
  summary: 'An invitation that was sent to another address than the caller’s, and what the caller can do.',
  access: person,
  kind: 'read',
  input: link,
  output: z.object({
    inviter: z.string(),
    /** Null for an invitation to a ShieldID or a ShieldLink ID, whose address the caller does not learn. */
    invited_address: z.string().nullable(),
    own_address: z.string(),
    /** A company is asked to share its network; nobody can ask for an invitation of their own instead. */
    to_company: z.boolean(),
    /** A code was sent to the invited address and can be entered. */
    code_sent: z.boolean(),
    resend_seconds: z.number(),
    /** The caller has asked the inviter for an invitation of their own. */
    asked: z.boolean(),
    /** The caller has an invitation of this network, or shares with it, already. */
    connected: z.boolean(),
  }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { linkid }) {
    const found = await getOther(work, linkid);
    const { address, company } = found.to;
    const { sent, wait } = address ? await findAddressCode(work, address) : { sent: false, wait: 0 };
    return {
      inviter: await inviterName(work, found),
      invited_address: address,
      own_address: work.caller.emailaddress,
      to_company: company,
      code_sent: sent,
      resend_seconds: Math.ceil(wait / SECOND),
      asked: await hasAsked(work, found),
      connected: await isConnected(work, found),
    };
  },
});

/**
 * Whether a code comes does not depend on whether the address has an account (D13).
 * @throws Refusal not-found, identity.code-resend-locked
 */
export const sendInvitedAddressCode = operation({
  name: 'network.send-invited-address-code',
  summary: 'Sends a code to the address that an invitation was sent to.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: link,
  output: z.object({}),
  throttle: { by: 'account', limit: 10, per: HOUR },
  async run(work, { linkid }) {
    const { connectionId, to } = await getOther(work, linkid);
    if (to.address === null) throw new Refusal('not-found', { detail: 'no address to prove' });
    await requestAddressCode(work, to.address);
    await work.audit({
      action: networkAudit.invitedAddressCodeSent,
      about: work.caller.accountId,
      object: { type: 'connection', id: connectionId },
    });
    return {};
  },
});

/**
 * Gives the caller the invitation of an address that they have proven, with its coupon and package. Like one that was
 * opened by a link, it is never accepted automatically (D108).
 * @throws Refusal not-found; as `tryAddressCode`; network.invited-account if an account has proven the address
 */
export const proveInvitedAddress = operation({
  name: 'network.prove-invited-address',
  summary: 'Gives the caller the invitation to an address, with the code that was sent to that address.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(codeFields).extend(link.shape),
  output: z.object({}),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { linkid, code }) {
    const { to } = await getOther(work, linkid);
    if (to.address === null) throw new Refusal('not-found', { detail: 'no address to prove' });
    const codeId = await tryAddressCode(work, to.address, code);
    await work.apart(async (inside) => {
      const found = await getOther(inside, linkid);
      const { connectionId } = found;
      const { accountId } = inside.caller;
      await useAddressCode(inside, codeId);
      await requireUnclaimed(inside, found);
      if (await isConnected(inside, found)) throw new Refusal('network.own-invitation-needless');
      await attachInvitations(inside, accountId, { connectionId });
      await requireUnclaimed(inside, found);
      await inside.audit({
        action: networkAudit.invitedAddressProven,
        about: accountId,
        object: { type: 'connection', id: connectionId },
      });
    });
    return {};
  },
});

/**
 * Only who has proven the address may learn that an account has it.
 * @throws Refusal network.invited-account if the invitation belongs to another account
 */
async function requireUnclaimed(work: Work<Caller>, { connectionId, to }: Other): Promise<void> {
  const { account_id } = await work.db
    .selectFrom('connection')
    .select('account_id')
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const known = await findPersonByEmail(work, to.address ?? '');
  const holder = account_id ?? (known?.email_verified ? known.accountId : null);
  if (holder !== null && holder !== work.caller.accountId) throw new Refusal('network.invited-account');
}

/**
 * Tells the inviter the caller's name and address, once for an invitation.
 * @throws Refusal not-found, network.own-invitation-asked, network.own-invitation-needless
 */
export const askOwnInvitation = operation({
  name: 'network.ask-own-invitation',
  summary: 'Asks whoever sent an invitation to another address for one of the caller’s own.',
  access: person,
  kind: 'write',
  inPersonOnly: true,
  input: link,
  output: z.object({}),
  throttle: { by: 'account', limit: 20, per: HOUR },
  async run(work, { linkid }) {
    const found = await getOther(work, linkid);
    const { connectionId, to } = found;
    const { accountId } = work.caller;
    if (to.company) throw new Refusal('not-found', { detail: 'an invitation to a company' });
    if (await isConnected(work, found)) throw new Refusal('network.own-invitation-needless');
    const id = newId();
    const kept = await work.db
      .insertInto('own_invitation_request')
      .values({ id, connection_id: connectionId, account_id: accountId, asked_at: work.now })
      .onConflict((same) => same.columns(['connection_id', 'account_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new Refusal('network.own-invitation-asked');
    await work.audit({
      action: networkAudit.ownInvitationAsked,
      about: accountId,
      object: { type: 'connection', id: connectionId },
    });
    await work.enqueue(sendOwnInvitationAsked, { requestId: id });
    return {};
  },
});

async function hasAsked({ db, caller }: Work<Caller>, { connectionId }: Other): Promise<boolean> {
  const asked = await db
    .selectFrom('own_invitation_request')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst();
  return asked !== undefined;
}

/** Whether the caller has an invitation of the same network that has not expired, or shares with it. */
async function isConnected({ db, caller, now }: Work<Caller>, { owner }: Other): Promise<boolean> {
  const existing = await db
    .selectFrom('connection as c')
    .select('c.id')
    .where(ownedBy(owner))
    .where('c.account_id', '=', caller.accountId)
    .where('c.connection_type', '=', 'INDIVIDUAL')
    .where(({ eb, or }) => or([eb('c.accepted_at', 'is not', null), eb('c.invite_expires_at', '>', now)]))
    .executeTakeFirst();
  return existing !== undefined;
}

/**
 * Mails whoever sent the invitation, or the owner of the company once that person has left its team.
 * @param messageId a second run of the same job sends the same Message-ID, so that mailboxes drop it
 */
export async function deliverOwnInvitationAsked(
  portal: Portal,
  { requestId }: { requestId: string },
  messageId: string,
): Promise<void> {
  const request = await portal.db
    .selectFrom('own_invitation_request')
    .select(['connection_id', 'account_id'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request) return;
  const inviter = await readInviter(portal, request.connection_id);
  if (!inviter) return;
  const { firstname, lastname, emailaddress, active } = await getPerson(
    { db: portal.db },
    request.account_id,
  );
  if (!active) return;
  const { host } = await brandForCompany(portal, inviter.companyId);
  const name = `${firstname} ${lastname}`;
  const letter = ownInvitationAskedMail({ name, emailaddress, invited: inviter.address });
  await portal.mailTo({ accountId: inviter.accountId }, { host, messageId }, letter);
}
