import { pendingInvitesLabel } from '#modules/applications/index.ts';
import {
  button,
  declareMail,
  facts,
  formatDate,
  heading,
  link,
  note,
  paragraph,
  showEmailAddress,
} from '#modules/platform/index.ts';

export interface InvitationMail {
  /** The company that invites, or the inviter's own name. */
  network: string;
  /**
   * Nobody has checked who the inviter is, so the mail does not begin with the name that they gave themselves (D109).
   */
  individual: boolean;
  inviter: string;
  /** Path of the page that the button of the mail opens. */
  path: string;
  expires: Date;
  timeZone: string;
  /** Accepting shares the report too (D59). */
  asksForReport: boolean;
  /** The invited person already has an account. */
  known: boolean;
  /** What the company asks to buy (D96); null if it names no package. */
  backgroundCheck: string | null;
  /** It was mailed before and has not been answered (D53). */
  reminder: boolean;
  /** Path of the page with all pending invitations; null for somebody without an account. */
  centerPath: string | null;
}

const reminded = ({ reminder }: InvitationMail, subject: string) =>
  reminder ? `Reminder: ${subject}` : subject;
const reminderLead = ({ reminder }: InvitationMail) =>
  reminder ? [paragraph('You haven’t responded to this invitation yet, so we’re sending it again.')] : [];

const centerLink = ({ centerPath }: InvitationMail, origin: string) =>
  centerPath === null ? [] : [link(pendingInvitesLabel, origin + centerPath)];

const whoOf = ({ network, inviter }: InvitationMail) =>
  inviter === network ? inviter : `${inviter} of ${network}`;
const askedOf = ({ asksForReport }: InvitationMail) =>
  asksForReport ? 'your ShieldScore and your full report' : 'your ShieldScore';

const checkOf = (backgroundCheck: string): [string, string] => ['Background check', backgroundCheck];

const unknownInviter =
  'Someone with an account here invites you to their trusted network. Accept only if you know them.';

const sampleInvitation: InvitationMail = {
  network: 'Acme Logistics',
  individual: false,
  inviter: 'Robin Reed',
  path: '/link/sample',
  expires: new Date('2026-03-02T15:00:00Z'),
  timeZone: 'America/Chicago',
  asksForReport: true,
  known: true,
  backgroundCheck: 'Standard background check',
  reminder: false,
  centerPath: '/pendinginvites/sample',
};

/** Sent to a person who is invited into a network. */
export const invitationMail = declareMail<InvitationMail>({
  name: 'invitation',
  version: 2,
  sample: sampleInvitation,
  group: 'invitations',
  followed: true,
  subject: (invitation) =>
    reminded(
      invitation,
      invitation.individual
        ? 'You’re invited to share your ShieldScore'
        : `${invitation.network} invites you to their trusted network`,
    ),
  preheader: (invitation) =>
    invitation.individual ? unknownInviter : `${whoOf(invitation)} asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(invitation.individual ? 'You’re invited' : `${invitation.network} invites you`),
    ...reminderLead(invitation),
    ...(invitation.individual ? [paragraph(unknownInviter)] : []),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}.`,
    ),
    ...(invitation.backgroundCheck === null ? [] : [facts([checkOf(invitation.backgroundCheck)])]),
    paragraph(
      invitation.known
        ? 'Log in to accept or ignore the invitation. Your score isn’t shared until you accept.'
        : 'A ShieldScore is the result of a background check. You buy it once a year, see its price before you pay, and choose who sees it. Create an account, complete your check, and accept the invitation. Your score isn’t shared until you accept.',
    ),
    button('View the invitation', origin + invitation.path),
    ...centerLink(invitation, origin),
    note(`The invitation expires on ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});

export interface CouponInvitationMail extends InvitationMail {
  /** Such as `25% off`. */
  coupon: string;
  /** In groups of four. */
  code: string;
}

/** The same, with a coupon that the inviting company pays for. */
export const couponInvitationMail = declareMail<CouponInvitationMail>({
  name: 'invitation-coupon',
  version: 2,
  sample: { ...sampleInvitation, coupon: '25% off', code: 'ABCD EFGH JKLM' },
  group: 'invitations',
  followed: true,
  subject: (invitation) =>
    reminded(invitation, `${invitation.network} sent you a coupon for a background check`),
  preheader: (invitation) =>
    `${whoOf(invitation)} sent you a coupon and asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(`${invitation.network} sent you a coupon`),
    ...reminderLead(invitation),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}. The coupon pays toward your background check.`,
    ),
    facts([
      ...(invitation.backgroundCheck === null ? [] : [checkOf(invitation.backgroundCheck)]),
      ['Coupon', invitation.coupon],
      ['Coupon code', invitation.code],
    ]),
    paragraph(
      invitation.known
        ? 'Log in to use it. It’s applied when you buy a background check. Only you can use it, and only once. Your score isn’t shared until you accept.'
        : 'Create an account with this email address to use it. It’s applied when you buy a background check. Only you can use it, and only once. Your score isn’t shared until you accept.',
    ),
    button('Use the coupon', origin + invitation.path),
    ...centerLink(invitation, origin),
    note(`The coupon and the invitation expire on ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});

/** Sent to the inviter. */
export const invitationAcceptedMail = declareMail<{
  who: string;
  report: boolean;
}>({
  name: 'invitation-accepted',
  sample: { who: 'Nina Novak', report: false },
  group: 'service',
  subject: ({ who }) => `${who} accepted your invitation`,
  preheader: ({ who }) => `${who} is now in your trusted network.`,
  blocks: ({ who, report }, origin) => [
    heading(`${who} accepted your invitation`),
    paragraph(
      `${who} is in your trusted network and shares ${report ? 'their ShieldScore and their full report' : 'their ShieldScore'} with you.`,
    ),
    button('View your network', `${origin}/user/network`),
  ],
});

/** Sent to a person whose choice accepted an invitation (D144). */
export const acceptedAutomaticallyMail = declareMail<{
  network: string;
  report: boolean;
  /** Path of the page on which one press stops the sharing. */
  path: string;
  /** Until when the link works. */
  until: Date;
  timeZone: string;
}>({
  name: 'auto-accepted',
  version: 2,
  sample: {
    network: 'Acme Logistics',
    report: false,
    path: '/user/network',
    until: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/Chicago',
  },
  group: 'service',
  subject: ({ network }) => `${network} can now see your ShieldScore`,
  preheader: 'You accept invitations automatically.',
  blocks: ({ network, report, path, until, timeZone }, origin) => [
    heading(`${network} can now see your ShieldScore`),
    paragraph(
      `${network} invited you. You accept network invitations automatically, so you now share ${report ? 'your ShieldScore and your full report' : 'your ShieldScore'} with them.`,
    ),
    button('Stop sharing', origin + path),
    note(
      `The button opens a page where you can stop sharing without logging in. It works until ${formatDate(until, timeZone)}. After that, you can stop sharing at any time in My Network.`,
    ),
    link('Change what you accept automatically', `${origin}/user/profile/privacy`),
  ],
});

/**
 * Who it is for, and what the `other` side did. `unlinked`: the company saw the person through ShieldLink, and that
 * ended.
 */
type RemovedMail = { other: string } & (
  | { to: 'person'; how: 'removed' | 'left' | 'unlinked' }
  | { to: 'network'; how: 'removed' | 'left' }
);

interface RemovalWords {
  title: (other: string) => string;
  body: string;
}

const toldPerson: Record<'removed' | 'left' | 'unlinked', RemovalWords> = {
  removed: {
    title: (network) => `${network} removed you from its network`,
    body: 'They no longer see your ShieldScore or your report. Your score stays as it is, and so does everything else you share. Your list of who saw your score is kept.',
  },
  left: {
    title: (network) => `You left the network of ${network}`,
    body: 'They no longer see your ShieldScore or your report, and we’ve told them that you left. Your list of who saw your score is kept.',
  },
  unlinked: {
    title: (network) => `${network} no longer sees your ShieldScore`,
    body: 'They saw your name and your score through a company that you share with. The two companies no longer share with each other. Everything else you share stays as it is, and your list of who saw your score is kept.',
  },
};

const toldNetwork: Record<'removed' | 'left', RemovalWords> = {
  removed: {
    title: (person) => `${person} was removed from your network`,
    body: 'You no longer see their ShieldScore or their report, and we’ve told them. The record of past views is kept.',
  },
  left: {
    title: (person) => `${person} left your network`,
    body: 'You no longer see their ShieldScore or their report. You can invite them again.',
  },
};

const removalWords = (mail: RemovedMail): RemovalWords =>
  mail.to === 'person' ? toldPerson[mail.how] : toldNetwork[mail.how];

/** Sent to both sides when a person was removed from a network, or left it (D54). */
export const removedMail = declareMail<RemovedMail>({
  name: 'removed',
  version: 2,
  sample: { other: 'Acme Logistics', to: 'person', how: 'removed' },
  group: 'service',
  subject: (mail) => removalWords(mail).title(mail.other),
  preheader: (mail) => removalWords(mail).body,
  blocks: (mail, origin) => [
    heading(removalWords(mail).title(mail.other)),
    paragraph(removalWords(mail).body),
    mail.to === 'person'
      ? button('View who you share with', `${origin}/user/network?tab=others`)
      : button('View your network', `${origin}/user/network`),
  ],
});

/** Sent to a person whose check expires soon or has expired. */
export const renewalRequestMail = declareMail<{
  network: string;
  /** MM/dd/yyyy; null if it is not known. */
  expires: string | null;
  expired: boolean;
}>({
  name: 'renewal-request',
  sample: { network: 'Acme Logistics', expires: '04/01/2026', expired: false },
  group: 'renewal',
  subject: ({ network }) => `${network} asks you to renew your background check`,
  preheader: ({ expired }) => (expired ? 'Your ShieldScore has expired.' : 'Your ShieldScore expires soon.'),
  blocks: ({ network, expires, expired }, origin) => [
    heading(`${network} asks you to renew`),
    paragraph(
      `${expired ? 'Your ShieldScore has expired' : 'Your ShieldScore expires soon'}, and ${network} would like to keep seeing a valid one. Renew your background check and your ShieldID stays the same. Whether you renew is up to you.`,
    ),
    ...(expires === null ? [] : [facts([[expired ? 'Expired' : 'Valid through', expires]])]),
    button('Renew my check', `${origin}/user/purchase`),
  ],
});

/** Sent to a person whose score a search did not show, when the person who searched asks to see it (D84). */
export const accessRequestMail = declareMail<{
  network: string;
  /** Nobody has checked who asks, so the mail does not begin with the name that they gave themselves (D109). */
  individual: boolean;
}>({
  name: 'access-request',
  version: 2,
  sample: { network: 'Acme Logistics', individual: false },
  group: 'invitations',
  subject: ({ individual, network }) =>
    individual ? 'Someone wants to see your ShieldScore' : `${network} wants to see your ShieldScore`,
  preheader: 'Your score is private. You decide whether to share it.',
  blocks: ({ individual, network }, origin) => [
    heading(
      individual ? 'Someone wants to see your ShieldScore' : `${network} wants to see your ShieldScore`,
    ),
    ...(individual
      ? [
          paragraph(
            'Someone with an account here looked you up and wants to see your ShieldScore. Share it only if you know them.',
          ),
        ]
      : []),
    paragraph(
      `${network} looked you up. Your score is private, so they saw neither your name nor your score. If you want them to see it, ask them for an invitation and accept it, or let searches show your score to everyone who knows your ShieldID or email address. Otherwise, you don’t need to do anything.`,
    ),
    button('View my privacy settings', `${origin}/user/profile/privacy`),
  ],
});

/**
 * Sent to the inviter when somebody with another address opened an invitation (D115). Nobody has checked the name, so
 * the mail does not begin with it (D109).
 */
export const ownInvitationAskedMail = declareMail<{
  name: string;
  emailaddress: string;
  /** The address that the invitation was sent to; empty for one to a ShieldID. */
  invited: string;
}>({
  name: 'own-invitation-asked',
  version: 2,
  sample: { name: 'Nina Novak', emailaddress: 'nina@example.com', invited: 'nick@example.com' },
  group: 'service',
  subject: () => 'Someone is asking you for an invitation',
  preheader: () => 'They opened an invitation that you sent to another address.',
  blocks: ({ name, emailaddress, invited }, origin) => [
    heading('Someone is asking you for an invitation'),
    paragraph(
      `${invited ? `An invitation that you sent to ${invited}` : 'An invitation that you sent to someone else'} was opened by a person with another account. They’re asking for their own invitation. Invite them only if you know them.`,
    ),
    facts([
      ['Name', name],
      ['Email', showEmailAddress(emailaddress)],
    ]),
    button(
      'Invite this person',
      `${origin}/user/network/invite?${new URLSearchParams({ touser: emailaddress })}`,
    ),
    note('The invitation that you sent still belongs to the other address, with its coupon if it has one.'),
  ],
});

/** Sent to an address that a person names. It contains no score: the page behind the link shows the current one. */
export const sharedScoreMail = declareMail<{
  /** The legal name of the score's holder. */
  name: string;
  path: string;
  expires: Date;
  timeZone: string;
}>({
  name: 'score-shared',
  version: 2,
  sample: {
    name: 'Nina Novak',
    path: '/share/sample',
    expires: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/Chicago',
  },
  group: 'service',
  subject: ({ name }) => `${name} shared a ShieldScore with you`,
  preheader: () => 'See the score as it is today. No account needed.',
  blocks: ({ name, path, expires, timeZone }, origin) => [
    heading('A ShieldScore was shared with you'),
    paragraph(
      `${name} shared their ShieldScore with you. A ShieldScore is the result of a background check. The page shows their name, their score, and the date it’s valid through, as of the moment you open it.`,
    ),
    button('See the ShieldScore', origin + path),
    note(
      `The link works until ${formatDate(expires, timeZone)}, unless ${name} turns it off sooner. They can see when it’s opened. If you don’t know them, ignore this email.`,
    ),
  ],
});
