import { describe, expect, test } from 'vitest';
import {
  type MailTransport,
  newId,
  type OutgoingMail,
  openSmtp,
  ResendMail,
} from '#modules/platform/index.ts';
import { SandboxMail } from '#sandboxes/outbox/index.ts';
import { testServices } from '#test/platform/services.ts';
import { testKey } from '#test/test-key.ts';

/** What the portal expects of the sandbox, of Resend, and of a mail server. */

interface Target {
  name: string;
  transport: MailTransport;
  from: string;
  to: string;
}

const { db, clock } = await testServices();
const targets: Target[] = [
  {
    name: 'the sandbox',
    transport: new SandboxMail(db, clock),
    from: 'no-reply@example.com',
    to: 'nina@example.com',
  },
];
const resend = testKey('Resend', 'RESEND_TEST_KEY');
if (resend) {
  targets.push({
    name: 'Resend',
    transport: new ResendMail({ apiKey: resend.RESEND_TEST_KEY }),
    from: 'onboarding@resend.dev',
    to: 'delivered@resend.dev',
  });
}
const smtp = testKey('A mail server', 'SMTP_TEST_URL', 'SMTP_TEST_ADDRESS');
if (smtp) {
  targets.push({
    name: 'a mail server',
    transport: await openSmtp({ url: smtp.SMTP_TEST_URL }),
    from: smtp.SMTP_TEST_ADDRESS,
    to: smtp.SMTP_TEST_ADDRESS,
  });
}

describe.each(targets)('$name', ({ transport, from, to }) => {
  test('says that it takes mails', () => expect(transport.check()).resolves.toBeUndefined());

  test('takes a mail with an attachment, also when a second run of its job sends it again', async () => {
    const mail: OutgoingMail = {
      from: { name: 'Grüße "East", Inc.', address: from },
      to,
      replyTo: null,
      subject: 'Contract',
      text: 'Hello',
      html: '<p>Hello</p>',
      links: [],
      code: null,
      messageId: `<contract-${newId()}@example.com>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('pdf') }],
      deliveryId: null,
      recordId: null,
    };
    await transport.send(mail);
    await expect(transport.send(mail)).resolves.toBeUndefined();
  });
});
