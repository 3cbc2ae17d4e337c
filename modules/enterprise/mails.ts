import { declareMail, facts, heading, paragraph, type TextBlock } from '#modules/platform/index.ts';

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
  group: 'staff',
  subject: 'New support request',
  preheader: ({ name }) => `From ${name}.`,
  blocks: ({ name, emailaddress, message, host, accountEmail }) => [
    heading('New support request'),
    facts([
      ['From', name],
      ['Reply to', emailaddress],
      ['Account', accountEmail ?? 'Not logged in: the address isn’t verified'],
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
  group: 'legal',
  subject: ({ companyName }) => `Your copy of the terms of ${companyName}`,
  preheader: ({ version }) => `Version ${version}, as you accepted it.`,
  blocks: ({ companyName, version, blocks }) => [
    heading(`Terms and conditions of ${companyName}`),
    paragraph(`Version ${version}, as you accepted it.`),
    ...blocks.map(({ kind, text }) => (kind === 'heading' ? heading(text) : paragraph(text))),
  ],
});
