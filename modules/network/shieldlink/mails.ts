import { button, declareMail, heading, note, paragraph } from '#modules/platform/index.ts';

/**
 * The mails of ShieldLink (D55): to companies about what they share, and to a person about a company that can see them.
 */

export type ShieldLinkNews =
  /** `expires` such as `05/04/2026`. */
  | { how: 'invited'; path: string; expires: string; known: boolean }
  /** A company accepted and now shares its network. */
  | { how: 'accepted' }
  /** The client, or the company that shared, ended it: the mail to the other side. */
  | { how: 'ended-by-client' }
  /** `path`: of the page that says when it ended. */
  | { how: 'ended-by-company'; path: string }
  /** ShieldLink was turned off for one of the two. */
  | { how: 'turned-off' }
  /** The same, while an invitation to the other one was open. */
  | { how: 'withdrawn' };

export type ShieldLinkMail = ShieldLinkNews & {
  /** The other company. */
  other: string;
};

const titles: Record<ShieldLinkMail['how'], (other: string) => string> = {
  invited: (other) => `${other} asks your company to share its network`,
  accepted: (other) => `${other} shares its network with your company`,
  'ended-by-client': (other) => `${other} no longer sees your company’s network`,
  'ended-by-company': (other) => `${other} stopped sharing its network with your company`,
  'turned-off': (other) => `ShieldLink with ${other} has ended`,
  withdrawn: (other) => `Your ShieldLink invitation to ${other} was withdrawn`,
};

const bodies: Record<ShieldLinkMail['how'], string> = {
  invited:
    'With ShieldLink, they would see the names and scores of the people in your network, with your company’s contact details instead of email addresses and ShieldIDs. We’ll tell each person, and they can turn this off. An owner or admin of your company decides.',
  accepted:
    'You can now see the names and scores of the people in its network. For anything else, contact the company. Each person is told and can stop sharing with your company.',
  'ended-by-client':
    'They ended the ShieldLink connection. They no longer see the names and scores of the people in your network.',
  'ended-by-company':
    'You no longer see the names and scores of the people in its network. The record of past views is kept. You can invite the company again.',
  'turned-off':
    'ShieldLink was turned off for one of the two companies, so names and scores are no longer shared between them. The record of past views is kept. Sharing doesn’t start again automatically: a company has to be invited again.',
  withdrawn: 'ShieldLink was turned off for this company, so it can’t share its network.',
};

const networkPath = (how: ShieldLinkMail['how']) =>
  how === 'ended-by-client' ? '/user/network?tab=others' : '/user/network';

/** Sent to a company about ShieldLink with another one. */
export const shieldLinkInvitationMail = declareMail<ShieldLinkMail>({
  name: 'shieldlink-invitation',
  version: 3,
  sample: {
    how: 'invited',
    other: 'Acme Logistics',
    path: '/link/sample',
    expires: '05/04/2026',
    known: true,
  },
  group: 'company',
  followed: true,
  subject: ({ how, other }) => titles[how](other),
  preheader: ({ how }) => bodies[how],
  blocks: (mail, origin) => [
    heading(titles[mail.how](mail.other)),
    paragraph(bodies[mail.how]),
    ...(mail.how === 'invited'
      ? [
          ...(mail.known
            ? []
            : [paragraph('Create an account with this email address to respond for your company.')]),
          button('View the invitation', origin + mail.path),
          note(`The invitation expires on ${mail.expires}.`),
        ]
      : [
          button(
            'View your network',
            origin + (mail.how === 'ended-by-company' ? mail.path : networkPath(mail.how)),
          ),
        ]),
  ],
});

/** Sent to a person whom another company can now see through the network of a company that they share with. */
export const shieldLinkAddedMail = declareMail<{ client: string; through: string }>({
  name: 'shieldlink-added',
  version: 2,
  sample: { client: 'Beta Freight', through: 'Acme Logistics' },
  group: 'service',
  subject: ({ client }) => `${client} can see your ShieldScore`,
  preheader: ({ client, through }) => `${through} shares its network with ${client}.`,
  blocks: ({ client, through }, origin) => [
    heading(`${client} can see your ShieldScore`),
    paragraph(
      `${through}, with whom you share your ShieldScore, shares its network with ${client}. ${client} sees your name and your score, but never your email address, ShieldID, or report.`,
    ),
    paragraph('You can turn this off at any time under Shared with Others.'),
    button('View who you share with', `${origin}/user/network?tab=others`),
  ],
});
