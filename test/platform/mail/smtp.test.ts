import { createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { declareMail, MailRefused, paragraph } from '#modules/platform/mail/index.ts';
import { SmtpTransport } from '#modules/platform/mail/smtp.ts';
import { mailerBy } from './mailer.ts';

/** An SMTP server. The test sets its answer to a recipient. */
let refuse: { code: number; words?: string; afterData?: boolean } | null = null;
const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(address, _session, done) {
    if (!refuse || refuse.afterData) return done();
    const { code, words = '' } = refuse;
    done(Object.assign(new Error(`${words} ${address.address} refused`), { responseCode: code }));
  },
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => {
      received.push(text);
      done(refuse && Object.assign(new Error(refuse.words), { responseCode: refuse.code }));
    });
  },
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.server.address() as { port: number };
const transport = new SmtpTransport({ url: `smtp://127.0.0.1:${port}`, timeout: 1000 });
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
});
beforeEach(() => {
  refuse = null;
  received.length = 0;
});

const letterOf = (group: 'service' | 'invitations') =>
  declareMail({
    name: 'test.mail',
    sample: {},
    group,
    subject: 'Grüße',
    preheader: '',
    blocks: () => [paragraph('Hello')],
  })({});

/** Sends a letter; by default to nina. */
async function send(
  by: SmtpTransport,
  {
    to = 'nina@example.com',
    group = 'service' as 'service' | 'invitations',
    signal = undefined as AbortSignal | undefined,
  } = {},
): Promise<void> {
  const context = { host: 'acme.test', messageId: 'identity.send-code:1', ...(signal ? { signal } : {}) };
  await mailerBy(by).mailer.mailTo({ address: to }, context, letterOf(group));
}

/** What a mail program shows of encoded words (RFC 2047, section 6.2). */
function decoded(value = ''): string {
  expect(value).toMatch(/^(=\?UTF-8\?[BQ]\?[^? ]+\?= ?)+$/);
  return value
    .split(' ')
    .map((word) => word.split('?'))
    .map(([, , encoding, text = '']) =>
      encoding === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .join('');
}

const nina = 'nina@example.com';

describe('mail by SMTP', () => {
  test('arrives with its brand, its Message-ID and both bodies', async () => {
    await send(transport);
    const message = received[0] ?? '';
    expect(message).toMatch(/^From: Acme <no-reply@example\.com>\r$/m);
    expect(message).toMatch(/^To: nina@example\.com\r$/m);
    expect(message).toMatch(/^Message-ID: <identity\.send-code-1@example\.com>\r$/m);
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(message).toContain('multipart/alternative');
    expect(message).not.toMatch(/List-Unsubscribe/i);
  });

  test('encodes a subject and a sender that a mail program would decode', async () => {
    const word = `=?utf-8?B?SGVsbG8=?= ${'é'.repeat(30)}`;
    const brand = { name: '=?utf-8?Q?Bank?=' };
    const letter = declareMail({
      name: 'test.encoded',
      sample: { subject: 'Hello' },
      group: 'service',
      subject: (about: { subject: string }) => about.subject,
      preheader: '',
      blocks: () => [paragraph('Hello')],
    });
    const { mailer } = mailerBy(transport, { brand });
    for (const subject of [word, '=?utf-8?B?SGVsbG8=?=']) {
      await mailer.mailTo(
        { address: nina },
        { host: null, messageId: subject.length.toString() },
        letter({ subject }),
      );
      const head = (received.at(-1) ?? '').split('\r\n\r\n')[0]?.replaceAll('\r\n ', ' ') ?? '';
      expect(decoded(/^Subject: (.*)$/m.exec(head)?.[1])).toBe(subject);
      expect(decoded(/^From: (.*) <no-reply@example\.com>$/m.exec(head)?.[1]).trim()).toBe(brand.name);
    }
  });

  test('carries one-click unsubscribing where it can be unsubscribed from', async () => {
    await send(transport, { group: 'invitations' });
    const message = (received[0] ?? '').replaceAll('\r\n ', '');
    expect(message).toMatch(/^List-Unsubscribe: *<https:\/\/acme\.test\/unsubscribe\/v1\.k1\.[\w-]+>\r$/m);
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  test('refuses header lines that would break out', async () => {
    await expect(send(transport, { to: 'a@b.c\r\nBcc: x@y.z' })).rejects.toThrow('must be a single line');
  });

  test('gives up on what the server refuses for good, and only on that; never repeats the address', async () => {
    refuse = { code: 550 };
    const refused = await send(transport).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MailRefused);
    expect(refused).toMatchObject({ permanent: true, status: 550 });
    refuse = { code: 451 };
    const later = await send(transport).catch((error: unknown) => error);
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toHaveProperty('permanent');
    expect(String(refused) + String(later)).not.toContain('nina');
  });

  test.each<[string, boolean, string | null]>([
    ['5.1.1', false, 'no-such-mailbox'],
    ['5.1.2', false, 'no-such-mailbox'],
    ['5.1.3', false, 'no-such-mailbox'],
    ['5.1.6', false, 'no-such-mailbox'],
    ['5.1.10', false, 'no-such-mailbox'],
    ['5.2.1', false, 'mailbox-disabled'],
    ['5.1.4', false, null],
    ['5.2.2', false, null],
    ['5.7.1', false, null],
    // A refusal of the mail itself says nothing about the mailbox.
    ['5.1.1', true, null],
  ])('a refusal with %s (of the mail: %s) tells about the mailbox: %s', async (words, afterData, mailbox) => {
    refuse = { code: 550, words, afterData };
    const { mailer, dead } = mailerBy(transport);
    const sent = mailer.mailTo({ address: nina }, { host: null, messageId: 'a' }, letterOf('service'));
    await expect(sent).rejects.toMatchObject({ status: 550, permanent: true, mailbox });
    expect(dead).toEqual(mailbox ? [[nina, mailbox]] : []);
  });

  test('does not wait for ever for a server that hangs or one that is not there', async () => {
    const silent: Server = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port: silentPort } = silent.address() as { port: number };
    for (const [url, words] of [
      [`smtp://127.0.0.1:${silentPort}`, 'The mail server does not answer (ETIMEDOUT)'],
      ['smtp://127.0.0.1:1', 'The mail server cannot be reached (ESOCKET)'],
    ] as const) {
      const hanging = new SmtpTransport({ url, timeout: 300 });
      await expect(send(hanging)).rejects.toThrow('was not sent');
      await expect(hanging.check()).rejects.toThrow(words);
      hanging.close();
    }
    await new Promise<void>((resolve) => silent.close(() => resolve()));
  });

  test('says that the server takes mails', async () => {
    await transport.check();
  });

  test('stops when its job has to', async () => {
    await expect(send(transport, { signal: AbortSignal.abort() })).rejects.toThrow('was not sent');
  });
});
