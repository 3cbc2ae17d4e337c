import { z } from 'zod';
import { findActiveScore } from '#modules/applications/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { HOUR, inputOf, operation, type Work, yesNo } from '#modules/platform/index.ts';
import { inviteFields } from '../fields.ts';
import { requireOffered } from '../links/purchase-links.ts';
import { type NetworkActor, type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { readTerm, refuseOwn } from '../search/search.ts';
import { findShieldLink, isShieldLinkTerm } from '../shieldlink/search.ts';
import { type ConnectionStatus, connectionStatuses } from '../statuses.ts';
import { networkTexts } from '../texts.ts';
import { attachCoupon } from './coupon.ts';
import type { Invitee } from './invitee.ts';
import { type Invitation, invite } from './inviting.ts';
import { limitNewcomer, limitRepeats } from './newcomers.ts';
import { findPeople } from './people.ts';
import { isReachedByMail } from './reach.ts';

/** Invites a person who was found by a search, or an email address (D53). */
export const newInvite = operation({
  name: 'network.new-invite',
  summary: 'Invites a person into the network.',
  access: networkOwner('admin'),
  kind: 'write',
  /** A userid of a search result, a ShieldID, or an email address. */
  input: inputOf(inviteFields).extend({
    purchase_coupon: z.union([z.uuid(), z.literal('')]).nullish(),
    purchase_package: z.union([z.uuid(), z.literal('')]).nullish(),
    /** FULLNETWORK invites a company, by its ShieldLink ID or by its email address (D55). */
    connectiontype: z.enum(['INDIVIDUAL', 'FULLNETWORK']).default('INDIVIDUAL'),
  }),
  output: z.object({
    inviteid: z.uuid(),
    connectionstatus: z.enum(connectionStatuses),
    already_invited: yesNo,
    /** No mail is sent, because the recipient does not want such mails or cannot get any. */
    mail_withheld: yesNo,
    error_message: z.string().nullable(),
  }),
  throttle: { by: 'account', limit: 200, per: HOUR },
  async run(work, input) {
    const toCompany = input.connectiontype === 'FULLNETWORK';
    const invitee = await (toCompany
      ? findCompanyInvitee(work, input.touser)
      : findPersonInvitee(work, input.touser));
    const coupon = (!toCompany && input.purchase_coupon) || null;
    const packageId = (!toCompany && input.purchase_package) || null;
    if (packageId) await requireOffered(work, packageId);
    const { id, already } = await invitePerson(work, { ...invitee, packageId }, (connectionId) =>
      coupon ? attachCoupon(work, connectionId, coupon) : Promise.resolve(),
    );
    const status = await statusOf(work, id);
    return {
      inviteid: id,
      connectionstatus: status,
      already_invited: already,
      mail_withheld: !already && status !== 'INVITEIGNORE' && !(await isReachedByMail(work, id)),
      error_message: already ? networkTexts['invitations.already-invited'] : null,
    };
  },
});

/**
 * Invites somebody into the caller's network, within the limits on sending.
 * @param before creates what else belongs to a new invitation
 */
export async function invitePerson(
  work: Work<NetworkActor>,
  invitee: Invitee,
  before?: (connectionId: string) => Promise<void>,
): Promise<Invitation> {
  await limitNewcomer(work, 1);
  const { owner, accountId } = work.caller;
  const invitation = await invite(work, owner, accountId, invitee, {
    mail: true,
    ...(before ? { before } : {}),
  });
  if (!invitation.already) await limitRepeats(work, invitee);
  return invitation;
}

export async function statusOf({ db }: Pick<Work, 'db'>, id: string): Promise<ConnectionStatus> {
  const { status } = await db
    .selectFrom('connection')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

/** @throws Refusal as findInvitee does; not-found */
async function findPersonInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  return z.uuid().safeParse(touser).success ? findById(work, touser) : findInvitee(work, touser, 'touser');
}

/**
 * @param field the field that a refusal belongs to
 * @throws Refusal for the caller's own address or ShieldID, an invalid address, or an unknown ShieldID
 */
export async function findInvitee(work: Work<NetworkActor>, to: string, field: string): Promise<Invitee> {
  const term = readTerm(to, field);
  refuseOwn(work.caller, term, field);
  if (term.kind === 'shieldid') {
    const [found] = await findPeople(work, [term]);
    if (!found) throw new Refusal('network.shieldid-not-found', { field });
    return { ...nameless, accountId: found.accountId, shieldId: term.value };
  }
  const [found] = await findPeople(work, [term]);
  return { ...nameless, accountId: found?.accountId ?? null, email: term.value };
}

async function findById(work: Work<NetworkCaller>, userid: string): Promise<Invitee> {
  if (userid === work.caller.accountId) throw new Refusal('network.own-id', { field: 'touser' });
  const found = await getPerson(work, userid);
  if (!found.active || !found.email_verified) throw new Refusal('not-found', { detail: 'not active' });
  // Keeps the name only if a search may show it; it is then the name that the search shows (D98).
  const shown = found.preferences.network_searchresults && found.preferences.network_sharing_master;
  if (!shown) return { ...nameless, accountId: userid };
  const score = await findActiveScore(work, userid);
  return {
    ...nameless,
    accountId: userid,
    firstname: score?.legal_firstname ?? found.firstname,
    lastname: score?.legal_lastname ?? found.lastname,
  };
}

const nameless = { accountId: null, email: null, shieldId: null, firstname: '', lastname: '' };

/**
 * Which company to invite (D55).
 * @throws Refusal if the caller's company has no ShieldLink, for its own id or the caller's address, an unknown
 * ShieldLink ID or an invalid address
 */
async function findCompanyInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  const { caller } = work;
  if (!('companyId' in caller.owner && caller.facts.shieldlink_enabled)) {
    throw new Refusal('network.shieldlink-off');
  }
  if (isShieldLinkTerm(touser)) {
    const company = await findShieldLink(work, touser, 'touser');
    return { ...nameless, company: true, companyId: company.id };
  }
  const term = touser.includes('@') ? readTerm(touser, 'touser') : null;
  if (term?.kind !== 'email') throw new Refusal('network.shieldlinkid-not-found', { field: 'touser' });
  refuseOwn(caller, term, 'touser');
  const [found] = await findPeople(work, [term]);
  return { ...nameless, company: true, accountId: found?.accountId ?? null, email: term.value };
}
