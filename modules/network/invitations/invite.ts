import { z } from 'zod';
import { findActiveScore } from '#modules/applications/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { HOUR, inputOf, operation, type Work, yesNo } from '#modules/platform/index.ts';
import { inviteFields } from '../fields.ts';
import { requireOffered } from '../links/purchase-links.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { readTerm, refuseOwn } from '../search/search.ts';
import { findShieldLink, isShieldLinkTerm } from '../shieldlink/search.ts';
import { connectionStatuses } from '../statuses.ts';
import { networkTexts } from '../texts.ts';
import { attachCoupon } from './coupon.ts';
import type { Invitee } from './invitee.ts';
import { invite } from './inviting.ts';
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
    const invitee = await (toCompany ? findCompanyInvitee : findInvitee)(work, input.touser);
    await limitNewcomer(work, 1);
    const { owner, accountId } = work.caller;
    const coupon = (!toCompany && input.purchase_coupon) || null;
    const packageId = (!toCompany && input.purchase_package) || null;
    if (packageId) await requireOffered(work, packageId);
    const { id, already } = await invite(
      work,
      owner,
      accountId,
      { ...invitee, packageId },
      {
        mail: true,
        ...(coupon ? { before: (connectionId) => attachCoupon(work, connectionId, coupon) } : {}),
      },
    );
    if (!already) await limitRepeats(work, invitee);
    const { status } = await work.db
      .selectFrom('connection')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      inviteid: id,
      connectionstatus: status,
      already_invited: already,
      mail_withheld: !already && status !== 'INVITEIGNORE' && !(await isReachedByMail(work, id)),
      error_message: already ? networkTexts['invitations.already-invited'] : null,
    };
  },
});

/** @throws Refusal for the caller's own address or ShieldID, an invalid address, or an unknown ShieldID */
async function findInvitee(work: Work<NetworkCaller>, touser: string): Promise<Invitee> {
  if (z.uuid().safeParse(touser).success) return findById(work, touser);
  const term = readTerm(touser, 'touser');
  refuseOwn(work.caller, term, 'touser');
  if (term.kind === 'shieldid') {
    const [found] = await findPeople(work, [term]);
    if (!found) throw new Refusal('network.shieldid-not-found', { field: 'touser' });
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
