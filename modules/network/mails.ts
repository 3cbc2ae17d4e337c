import { button, declareMail, formatDate, heading, note, paragraph } from '#modules/platform/index.ts';

export interface InvitationMail {
  /** The company that invites, or the inviter's own name. */
  network: string;
  inviter: string;
  /** Path of the page that the button opens. */
  path: string;
  expires: Date;
  timeZone: string;
  /** Accepting shares the report too (D59). */
  asksForReport: boolean;
  /** The invited person already has an account. */
  known: boolean;
}

const whoOf = ({ network, inviter }: InvitationMail) =>
  inviter === network ? inviter : `${inviter} of ${network}`;
const askedOf = ({ asksForReport }: InvitationMail) =>
  asksForReport ? 'your ShieldScore and your full report' : 'your ShieldScore';

/** Sent to a person who is invited into a network. */
export const invitationMail = declareMail<InvitationMail>({
  name: 'invitation',
  group: 'invitations',
  subject: ({ network }) => `${network} invites you to their trusted network`,
  preheader: (invitation) => `${whoOf(invitation)} asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(`${invitation.network} invites you`),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}.`,
    ),
    paragraph(
      invitation.known
        ? 'Sign in to accept or ignore the invitation. Nothing is shared until you accept.'
        : 'A ShieldScore is the result of a background check that you buy once and share with whom you choose. Create an account, complete your check, and accept the invitation. Nothing is shared until you accept.',
    ),
    button('View the invitation', origin + invitation.path),
    note(`The invitation expires on ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});
