import {
  button,
  declareMail,
  facts,
  heading,
  note,
  paragraph,
  showEmailAddress,
  type TextBlock,
} from '#modules/platform/index.ts';

/** The mails of enterprise. */

interface SupportRequest {
  name: string;
  emailaddress: string;
  message: string;
  host: string;
  /** Null for a visitor who was not signed in, because the address is then not proven. */
  accountEmail: string | null;
}

export const supportRequestMail = declareMail<SupportRequest>({
  name: 'support-request',
  sample: {
    name: 'Nina Novak',
    emailaddress: 'nina@example.com',
    message: 'How long is my check valid?',
    host: 'portal.example.com',
    accountEmail: 'nina@example.com',
  },
  group: 'staff',
  subject: 'New support request',
  preheader: ({ name }) => `From ${name}.`,
  blocks: ({ name, emailaddress, message, host, accountEmail }) => [
    heading('New support request'),
    facts([
      ['From', name],
      ['Reply to', showEmailAddress(emailaddress)],
      [
        'Account',
        accountEmail ? showEmailAddress(accountEmail) : 'Not logged in: the address isn’t verified',
      ],
      ['Sent from', host],
    ]),
    paragraph(message),
  ],
});

interface TermsCopy {
  /** The name of the portal or the company whose terms they are. */
  companyName: string;
  version: number;
  /** The terms as plain text. */
  blocks: readonly TextBlock[];
}

export const termsCopyMail = declareMail<TermsCopy>({
  name: 'terms-copy',
  sample: {
    companyName: 'Acme Logistics',
    version: 2,
    blocks: [{ kind: 'paragraph', text: 'These are the terms.' }],
  },
  group: 'legal',
  subject: ({ companyName }) => `Your copy of the terms of ${companyName}`,
  preheader: ({ version }) => `Version ${version}, as you accepted it.`,
  blocks: ({ companyName, version, blocks }) => [
    heading(`Terms and conditions of ${companyName}`),
    paragraph(`Version ${version}, as you accepted it.`),
    ...blocks.map(({ kind, text }) => (kind === 'heading' ? heading(text) : paragraph(text))),
  ],
});

interface ReleasedHost {
  company: string;
  /** The host that ended, and the one on which the reader logs in now. */
  former: string;
  address: string;
  /** A date: until then the former address leads to the portal. */
  until: string;
}

const whatEnded =
  'Everyone who was logged in there has been logged out. Browsers remembered there will ask for a code again, and passkeys added there no longer work, so add a new one at the new address.';

/** Sent to the people of a host that a company gave up (D114). */
export const releasedHostMail = declareMail<ReleasedHost>({
  name: 'released-host',
  sample: {
    company: 'Acme Logistics',
    former: 'acme.example.com',
    address: 'https://portal.example.com',
    until: '04/01/2026',
  },
  group: 'security',
  subject: ({ former }) => `You no longer log in at ${former}`,
  preheader: ({ address }) => `Log in at ${address} instead. Your account stays the same.`,
  blocks: ({ company, former, address, until }, origin) => [
    heading('Your login address has changed'),
    paragraph(
      `${company} no longer uses ${former}. Your account, your background checks, and what you share stay the same.`,
    ),
    facts([['Log in at', address]]),
    paragraph(whatEnded),
    button('Log in', `${origin}/login`),
    note(
      `Until ${until}, links in earlier emails lead to the same page here. After that, don’t use ${former} anymore, because another company may take it.`,
    ),
  ],
});

/** Sent to the owner and the team of a company whose host was changed or turned off (D114). */
export const hostChangedMail = declareMail<ReleasedHost>({
  name: 'host-changed',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    former: 'acme.example.com',
    address: 'https://portal.example.com',
    until: '04/01/2026',
  },
  group: 'security',
  subject: ({ company }) => `The address of ${company} has changed`,
  preheader: ({ address }) => `Log in at ${address} from now on.`,
  blocks: ({ company, former, address, until }, origin) => [
    heading(`The address of ${company} has changed`),
    paragraph(
      `${company} no longer uses ${former}. People who registered there now log in at our main address, and we’ve emailed them.`,
    ),
    facts([['You log in at', address]]),
    paragraph(whatEnded),
    button('Log in', `${origin}/login`),
    note(
      `Until ${until}, ${former} is reserved for ${company}, and links to it lead to the same page of the portal. If you didn’t expect this, contact support.`,
    ),
  ],
});
