import { button, declareMail, formatCount, heading, paragraph } from '#modules/platform/index.ts';

interface BouncedMail {
  /** The first of them, by what the inviter knows of the person. */
  names: readonly string[];
  count: number;
}

const bouncedTitle = ({ count }: BouncedMail) =>
  count === 1
    ? 'Your invitation couldn’t be delivered'
    : `${count.toLocaleString('en-US')} invitations couldn’t be delivered`;

const bouncedNames = ({ names, count }: BouncedMail) =>
  count > names.length
    ? `${names.join(', ')} and ${(count - names.length).toLocaleString('en-US')} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Sent to the inviter. */
export const invitationBouncedMail = declareMail<BouncedMail>({
  name: 'invitation-bounced',
  version: 3,
  sample: { names: ['nina@example.com', 'omar@example.com', 'Ada Park'], count: 45 },
  group: 'service',
  subject: bouncedTitle,
  preheader: ({ names: [first = ''], count }) =>
    count === 1
      ? `The email to ${first} bounced.`
      : `The emails to ${first} and ${formatCount(count - 1, 'other')} bounced.`,
  blocks: ({ names, count }, origin) =>
    count === 1
      ? [
          heading(bouncedTitle({ names, count })),
          paragraph(
            `The email with your invitation to ${names[0]} bounced. Check the address with them, then cancel this invitation and invite the right address. You can also give them the invitation’s link yourself.`,
          ),
          button('View your network', `${origin}/user/network`),
        ]
      : [
          heading(bouncedTitle({ names, count })),
          paragraph(`The emails with your invitations to ${bouncedNames({ names, count })} bounced.`),
          paragraph(
            'Check each address with the person, then cancel the invitation and invite the right address. You can also give them the invitation’s link yourself.',
          ),
          button('View bounced invitations', `${origin}/user/network?status=bounced`),
        ],
});
