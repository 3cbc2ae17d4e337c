import { button, declareMail, formatDate, heading, note, paragraph } from '#modules/platform/index.ts';

export interface InvitationMail {
  /** The company that invites, or the inviter's own name. */
  network: string;
  inviter: string;
  /** Path of the link in it. */
  path: string;
  expires: Date;
  timeZone: string;
  /** Accepting shares the report too (D59). */
  asksForReport: boolean;
  /** They have an account already. */
  known: boolean;
}

const whoOf = ({ network, inviter }: InvitationMail) =>
  inviter === network ? inviter : `${inviter} of ${network}`;
const askedOf = ({ asksForReport }: InvitationMail) =>
  asksForReport ? 'your ShieldScore and your full report' : 'your ShieldScore';

/** Asks somebody into a network. */
export const invitationMail = declareMail<InvitationMail>({
  name: 'invitation',
  group: 'invitations',
  subject: ({ network }) => `${network} invites you to its trusted network`,
  preheader: (invitation) => `${whoOf(invitation)} asks you to share ${askedOf(invitation)}.`,
  blocks: (invitation, origin) => [
    heading(`${invitation.network} invites you`),
    paragraph(
      `${whoOf(invitation)} asks you to join their trusted network and to share ${askedOf(invitation)}.`,
    ),
    paragraph(
      invitation.known
        ? 'Sign in to accept or to ignore the invitation. Nothing is shared before you accept.'
        : 'A ShieldScore is the result of a background check that you buy once and share with whom you choose. Register, complete it, and accept the invitation. Nothing is shared before you accept.',
    ),
    button('Open the invitation', origin + invitation.path),
    note(`The invitation is open until ${formatDate(invitation.expires, invitation.timeZone)}.`),
  ],
});
