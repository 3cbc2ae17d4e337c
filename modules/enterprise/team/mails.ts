import { button, declareMail, formatDate, heading, note, paragraph } from '#modules/platform/index.ts';
import type { InvitedRole } from '../fields.ts';
import type { TeamNews } from '../jobs.ts';

/** The mails about a company's team (D95). */

export interface TeamInvitationMail {
  company: string;
  /** The name of who invites; null if staff do, on behalf of the company. */
  inviter: string | null;
  role: InvitedRole;
  /** Path of the page that the button of the mail opens. */
  path: string;
  expires: Date;
  timeZone: string;
  /** Somebody has an account with this address. */
  known: boolean;
}

const rights: Record<InvitedRole, string> = {
  admin: 'As an admin, you can search and view its network, and send, accept, and manage its invitations.',
  viewer: 'As a viewer, you can search and view its network.',
};

/** Sent to an address that is invited into a team, the first time and again. */
export const teamInvitationMail = declareMail<TeamInvitationMail>({
  name: 'team-invitation',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    inviter: 'Robin Reed',
    role: 'viewer',
    path: '/link/sample',
    expires: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/Chicago',
    known: false,
  },
  group: 'service',
  subject: ({ company }) => `${company} invites you to join its team`,
  preheader: ({ inviter, company }) =>
    inviter
      ? `${inviter} asks you to join the team of ${company}.`
      : `We’re inviting you to join the team on behalf of ${company}.`,
  blocks: ({ company, inviter, role, path, expires, timeZone, known }, origin) => [
    heading(`Join the team of ${company}`),
    paragraph(
      `${
        inviter
          ? `${inviter} invites you to join the team of ${company}`
          : `On behalf of ${company}, our support team invites you to join the company’s team`
      } as ${role === 'admin' ? 'an admin' : 'a viewer'}.`,
    ),
    paragraph(rights[role]),
    ...(known ? [] : [paragraph('Create an account with this email address to join.')]),
    button('View the invitation', origin + path),
    note(
      `The invitation expires on ${formatDate(expires, timeZone)}. It works only for this email address. If you don’t know ${company}, ignore this email.`,
    ),
  ],
});

export interface TeamChangedMail {
  company: string;
  news: TeamNews;
  /** The other person that it is about; empty if there is none. */
  other: string;
  /** The company's saved card was removed along with a change of the owner (D143). */
  cardRemoved: boolean;
  /** Staff made the change, on behalf of the company. */
  byStaff: boolean;
}

const titles: Record<TeamNews, (mail: TeamChangedMail) => string> = {
  'now-admin': ({ company }) => `You’re now an admin of ${company}`,
  'now-viewer': ({ company }) => `You’re now a viewer of ${company}`,
  removed: ({ company }) => `You’re no longer on the team of ${company}`,
  left: ({ company, other }) => `${other} left the team of ${company}`,
  'now-owner': ({ company }) => `You’re now the owner of ${company}`,
  'no-longer-owner': ({ company }) => `You’re no longer the owner of ${company}`,
  'company-off': ({ company }) => `The account of ${company} was turned off`,
  'company-on': ({ company }) => `The account of ${company} was turned on again`,
};

const bodies: Record<TeamNews, (mail: TeamChangedMail) => string> = {
  'now-admin': () => 'You can now send, accept, and manage invitations for its network.',
  'now-viewer': () =>
    'You can search and view its network. You can no longer send, accept, or manage invitations.',
  removed: ({ company }) =>
    `You can no longer see the network of ${company}. Your own account, background checks, and sharing stay as they are.`,
  left: () => 'They can no longer see your company’s network. Their own account stays as it is.',
  'now-owner': ({ other, cardRemoved }) =>
    `${other} is no longer the owner. You can change the company’s settings, payment method, and team. ${
      cardRemoved
        ? 'The company’s saved card was removed. Its coupons can’t be redeemed until you add another card under Accounting Details.'
        : 'If the company has a saved card, it stays with the company and keeps paying for its coupons. You can replace or remove it under Accounting Details.'
    }`,
  'no-longer-owner': ({ other, cardRemoved }) =>
    `${other} is the owner now. You’re an admin: you can send, accept, and manage invitations for its network. ${
      cardRemoved
        ? 'The company’s saved card was removed.'
        : 'If the company has a saved card, it stays with the company and keeps paying for its coupons. Only the owner can replace or remove it, so if it’s your own card, ask them to.'
    }`,
  'company-off': ({ company }) =>
    `Our support team turned off the account of ${company}. Its team can no longer see its network, and its API keys, webhooks, and coupons no longer work. Its open invitations and its ShieldLink connections have ended. Your own account, background checks, and sharing stay as they are.`,
  'company-on': ({ company }) =>
    `Our support team turned the account of ${company} on again. Its team can see its network again, and its API keys, webhooks, and coupons work again. Invitations and ShieldLink connections that had ended don’t come back.`,
};

/** Sent to everybody who is affected by a change of a team. */
export const teamChangedMail = declareMail<TeamChangedMail>({
  name: 'team-changed',
  version: 3,
  sample: {
    company: 'Acme Logistics',
    news: 'removed',
    other: 'Robin Reed',
    cardRemoved: false,
    byStaff: false,
  },
  group: 'service',
  subject: (mail) => titles[mail.news](mail),
  preheader: (mail) => bodies[mail.news](mail),
  blocks: (mail, origin) => [
    heading(titles[mail.news](mail)),
    paragraph(bodies[mail.news](mail)),
    ...(mail.byStaff ? [paragraph(`Our support team made this change on behalf of ${mail.company}.`)] : []),
    mail.news === 'removed' || mail.news === 'company-off'
      ? button('Go to your home page', `${origin}/user`)
      : button('View the team', `${origin}/user/profile/company`),
    note('If you didn’t expect this, ask the owner of the team or contact support.'),
  ],
});
