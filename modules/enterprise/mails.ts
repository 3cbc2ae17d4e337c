import { declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

/** The mails of enterprise. */

interface SupportRequest {
  name: string;
  emailaddress: string;
  message: string;
  host: string;
  /** Null for a visitor who was not signed in: the address is then not proven. */
  accountEmail: string | null;
}

export const supportRequestMail = declareMail<SupportRequest>({
  name: 'support-request',
  group: 'staff',
  subject: 'A question to support',
  preheader: ({ name }) => `From ${name}.`,
  blocks: ({ name, emailaddress, message, host, accountEmail }) => [
    heading('A question to support'),
    facts([
      ['From', name],
      ['Reply to', emailaddress],
      ['Account', accountEmail ?? 'Not signed in: the address is not verified'],
      ['Written on', host],
    ]),
    paragraph(message),
  ],
});
