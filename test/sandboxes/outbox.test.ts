import { describe, expect, test } from 'vitest';
import { button, code, declareMail, paragraph } from '#modules/platform/index.ts';
import { findOutboxMessage, listOutbox, SandboxMail, SandboxSms } from '#sandboxes/outbox/index.ts';
import { mailerBy } from '#test/platform/mail/mailer.ts';
import { testServices } from '#test/platform/services.ts';

const { db, clock } = await testServices();
const { mailer } = mailerBy(new SandboxMail(db, clock));
const sms = new SandboxSms(db, clock);

describe('the outbox', () => {
  test('keeps a mail with its link and its code', async () => {
    const codeMail = declareMail({
      name: 'test.code',
      sample: {},
      group: 'security',
      securityCode: true,
      subject: 'Your code',
      preheader: 'Enter it within 10 minutes',
      blocks: () => [
        paragraph('Hello'),
        code('A1B2C3'),
        button('Enter it', 'https://acme.example.com/verify?code=A1B2C3'),
      ],
    });
    const context = { host: null, messageId: 'job-1' };
    await mailer.mailTo({ address: 'Nina@ShieldHub.test' }, context, codeMail({}));
    const [message] = await listOutbox(db, { to: 'nina@shieldhub.TEST' });
    expect(message).toMatchObject({
      channel: 'mail',
      to: 'nina@shieldhub.test',
      subject: 'Your code',
      links: ['https://acme.example.com/verify?code=A1B2C3'],
      code: 'A1B2C3',
      messageId: '<job-1@example.com>',
    });
    expect(message?.html).toContain('A1B2C3');
    expect(message?.createdAt.getTime()).toBeGreaterThan(clock.now().getTime() - 10_000);
    expect(await findOutboxMessage(db, message?.id ?? '')).toEqual(message);
  });

  test.each([
    ['Your ShieldHub code is 04QZ7K. It is valid for 10 minutes.', '04QZ7K', []],
    ['Your ShieldHub code is ABCDEF', 'ABCDEF', []],
    [
      'Acme invites you. Code 4711. Or open https://acme.example.com/a/123456.',
      '4711',
      ['https://acme.example.com/a/123456'],
    ],
    ['Acme invites you: reply Y or N', null, []],
  ])('finds the code and the links of the text %s', async (body, expected, links) => {
    clock.advance(1000);
    await sms.send({ to: '5550100123', body });
    const [message] = await listOutbox(db, { to: '5550100123', channel: 'sms', limit: 1 });
    expect(message).toMatchObject({ to: '+15550100123', text: body, code: expected, links, html: null });
  });

  test('pages newest first and forgets the old', async () => {
    for (const body of ['one', 'two', 'three']) await sms.send({ to: '5550100124', body });
    const first = await listOutbox(db, { to: '+15550100124', limit: 2 });
    const second = await listOutbox(db, { to: '+15550100124', before: first.at(-1)?.id });
    expect([...first, ...second].map((message) => message.text)).toEqual(['three', 'two', 'one']);
  });
});
