import { button, declareMail, facts, formatDate, heading, note, paragraph } from '#modules/platform/index.ts';

export interface InvitationMail {
  /** The company that invites, or the inviter's own name. */
  network: string;
  /** Nobody has checked who the inviter is: the mail does not begin with what they call themselves (D109). */
  individual: boolean;
  inviter: string;
  /** Path of the page that the button opens. */
  path: string;
  expires: Date;
  timeZone: string;
  /** Accepting shares the report too (D59). */
  asksForReport: boolean;
  /** The invited person already has an account. */
  known: boolean;
  /** What the company asks to buy (D96); null if it names no package. */
  backgroundCheck: string | null;
}

const whoOf = ({ network, inviter }: InvitationMail) =>
  inviter === network ? inviter : `${inviter} of ${network}`;
const askedOf = ({ asksForReport }: InvitationMail) =>
  asksForReport ? 'your ShieldScore and your full report' : 'your ShieldScore';

const checkOf = (backgroundCheck: string): [string, string] => ['Background check', backgroundCheck];

const unknownInviter =
  'Someone with an account here invites you to their trusted network. Accept only if you know them.';

/** Sent to a person who is invited into a network. */
export const invitationMail = declareMail<InvitationMail>({
  name: 'invitation',
  group: 'invitations',
  subject: ({ individual, network }) =>
    individual
      ? 'You’re invited to share your ShieldScore'
      : `${network} invites you to their trusted network`,
  preheader: (invitation) =>
    invitation.individual ? unknownInviter : `${whoOf(invitation)} asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(invitation.individual ? 'You’re invited' : `${invitation.network} invites you`),
    ...(invitation.individual ? [paragraph(unknownInviter)] : []),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}.`,
    ),
    ...(invitation.backgroundCheck === null ? [] : [facts([checkOf(invitation.backgroundCheck)])]),
    paragraph(
      invitation.known
        ? 'Log in to accept or ignore the invitation. Your score is not shared until you accept.'
        : 'A ShieldScore is the result of a background check that you buy once and share with whom you choose. Create an account, complete your check, and accept the invitation. Your score is not shared until you accept.',
    ),
    button('View the invitation', origin + invitation.path),
    note(`The invitation expires on ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});

export interface CouponInvitationMail extends InvitationMail {
  /** Such as `25% off`. */
  coupon: string;
  /** In groups of four. */
  code: string;
}

/** The same with a coupon that the inviting company pays. */
export const couponInvitationMail = declareMail<CouponInvitationMail>({
  name: 'invitation-coupon',
  group: 'invitations',
  subject: ({ network }) => `${network} pays toward your background check`,
  preheader: (invitation) =>
    `${whoOf(invitation)} sends you a coupon and asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(`${invitation.network} sends you a coupon`),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}, and pays toward your background check.`,
    ),
    facts([
      ...(invitation.backgroundCheck === null ? [] : [checkOf(invitation.backgroundCheck)]),
      ['Coupon', invitation.coupon],
      ['Coupon code', invitation.code],
    ]),
    paragraph(
      invitation.known
        ? 'Log in to use it. It is applied when you buy a background check, and only you can use it, once. Your score is not shared until you accept.'
        : 'Create an account with this email address to use it. It is applied when you buy a background check, and only you can use it, once. Your score is not shared until you accept.',
    ),
    button('Use the coupon', origin + invitation.path),
    note(`The coupon and the invitation expire on ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});
