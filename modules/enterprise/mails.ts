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
