import {
  button,
  formatDate,
  heading,
  type MailContent,
  mail,
  note,
  paragraph,
} from '#modules/platform/index.ts';

export interface InvitationMail {
  /** The company that invites, or the inviter's own name. */
  network: string;
  inviter: string;
  url: string;
  expires: Date;
  timeZone: string;
  /** Accepting shares the report too (D59). */
  asksForReport: boolean;
  /** They have an account already. */
  known: boolean;
}

/** Asks somebody into a network. */
export function invitationMail(invitation: InvitationMail): MailContent {
  const { network, inviter, known } = invitation;
  const who = inviter === network ? inviter : `${inviter} of ${network}`;
  const asked = invitation.asksForReport ? 'your ShieldScore and your full report' : 'your ShieldScore';
  return mail({
    subject: `${network} invites you to its trusted network`,
    preheader: `${who} asks you to share ${asked}.`,
    category: 'invitation',
    blocks: [
      heading(`${network} invites you`),
      paragraph(`${who} asks you to join their trusted network and to share ${asked}.`),
      paragraph(
        known
          ? 'Sign in to accept or to ignore the invitation. Nothing is shared before you accept.'
          : 'A ShieldScore is the result of a background check that you buy once and share with whom you choose. Register, complete it, and accept the invitation. Nothing is shared before you accept.',
      ),
      button('Open the invitation', invitation.url),
      note(`The invitation is open until ${formatDate(invitation.expires, invitation.timeZone)}.`),
    ],
  });
}
