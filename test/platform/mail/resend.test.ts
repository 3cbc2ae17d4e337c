import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MailRefused, type OutgoingMail, ResendMail } from '#modules/platform/index.ts';

/** Answers like Resend's POST /emails and records the requests. */
interface Answer {
  status: number;
  json: unknown;
  headers?: Record<string, string>;
}
let answers: (Answer | 'hang')[] = [];
const taken: Answer = { status: 200, json: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } };
const asked: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    asked.push({
      path: `${request.method} ${request.url}`,
      headers: request.headers,
      body: JSON.parse(body || 'null') as Record<string, unknown>,
    });
    const answer = answers.shift() ?? taken;
    if (answer === 'hang') return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.json));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  asked.length = 0;
});

const account = { apiKey: 're_0123456789abcdef', baseUrl: `http://127.0.0.1:${port}` };
const resend = new ResendMail(account);
const mail: OutgoingMail = {
  from: { name: 'Acme "East", Inc.', address: 'no-reply@example.com' },
  to: 'nina@example.com',
  replyTo: 'help@example.com',
  subject: 'Grüße',
  text: 'Hello',
  html: '<p>Hello</p>',
  links: [],
  code: null,
  messageId: '<job-1@example.com>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('pdf') }],
  deliveryId: null,
  recordId: null,
};
const refusedBy = (status: number, name: string): Answer => ({
  status,
  json: { statusCode: status, name, message: 'nina@example.com is not a mailbox' },
});

describe('mail by Resend', () => {
  test('is posted whole, with the key that keeps a second run from sending it again', async () => {
    await resend.send(mail);
    expect(asked).toMatchObject([
      {
        path: 'POST /emails',
        headers: {
          authorization: 'Bearer re_0123456789abcdef',
          'content-type': 'application/json',
          'idempotency-key': '<job-1@example.com>',
        },
      },
    ]);
    expect(asked[0]?.body).toEqual({
      from: '"Acme \\"East\\", Inc." <no-reply@example.com>',
      to: ['nina@example.com'],
      reply_to: 'help@example.com',
      subject: 'Grüße',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', content: 'cGRm' }],
      tags: [],
    });
  });

  test('encodes a subject and a sender that a mail program would decode', async () => {
    const text = '=?utf-8?B?SGVsbG8=?=';
    await resend.send({ ...mail, subject: text, from: { ...mail.from, name: text } });
    const encoded = `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
    expect(asked.at(-1)?.body).toMatchObject({ subject: encoded, from: `${encoded} <no-reply@example.com>` });
  });

  test('goes out from the followed domain with its tag where it is followed, and only there', async () => {
    const tracking = new ResendMail({ ...account, followedDomain: 'invitations.example.com' });
    const deliveryId = '11111111-1111-4111-8111-111111111111';
    const sender = () => asked.at(-1)?.body.from;
    await tracking.send({ ...mail, deliveryId });
    expect(sender()).toMatch(/<no-reply@invitations\.example\.com>$/);
    expect(asked.at(-1)?.body.tags).toEqual([{ name: 'delivery', value: deliveryId }]);
    await tracking.send({ ...mail, recordId: 'r1' });
    expect(asked.at(-1)?.body.tags).toEqual([{ name: 'record', value: 'r1' }]);
    await tracking.send(mail);
    expect(sender()).toMatch(/<no-reply@example\.com>$/);
    await resend.send({ ...mail, deliveryId });
    expect(sender()).toMatch(/<no-reply@example\.com>$/);
  });

  test('is given up when it is refused itself, and the address is never repeated', async () => {
    for (const status of [400, 422]) {
      answers = [refusedBy(status, 'validation_error')];
      const error = await resend.send(mail).catch((refused) => refused);
      expect(error).toBeInstanceOf(MailRefused);
      expect(error).toMatchObject({ status, mailbox: null, permanent: true });
      expect(String(error)).not.toContain('nina');
    }
  });

  test('is tried again by its job when the account, the network or Resend is at fault', async () => {
    for (const [status, name] of [
      [401, 'missing_api_key'],
      [403, 'invalid_api_key'],
      [409, 'concurrent_idempotent_requests'],
      [500, 'application_error'],
    ] as const) {
      answers = [refusedBy(status, name)];
      const error = await resend.send(mail).catch((refused) => refused);
      expect(error).not.toBeInstanceOf(MailRefused);
      expect(String(error)).toBe(`Error: The mail was not sent (${status} ${name})`);
    }
    answers = ['hang'];
    await expect(new ResendMail({ ...account, timeout: 50 }).send(mail)).rejects.toThrow(/timeout/);
    const ended = new AbortController();
    ended.abort();
    await expect(resend.send(mail, ended.signal)).rejects.toThrow(/abort/);
  });

  test('was sent by a run before where the key is known with another text', async () => {
    answers = [refusedBy(409, 'invalid_idempotent_request')];
    await expect(resend.send(mail)).resolves.toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test('waits where Resend asks for it, but not for ever', async () => {
    const slower = { ...refusedBy(429, 'rate_limit_exceeded'), headers: { 'retry-after': '0' } };
    answers = [slower, slower];
    await resend.send(mail);
    expect(asked).toHaveLength(3);
    answers = Array.from({ length: 4 }, () => slower);
    await expect(resend.send(mail)).rejects.toThrow('The mail was not sent (429 rate_limit_exceeded)');
    expect(asked).toHaveLength(7);
  });
});

test('the account is checked, also with a key that may only send', async () => {
  answers = [taken, refusedBy(401, 'restricted_api_key'), refusedBy(403, 'invalid_api_key')];
  await resend.check();
  await resend.check();
  await expect(resend.check()).rejects.toThrow('403 invalid_api_key');
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual(
    Array.from({ length: 3 }, () => ['GET /domains', `Bearer ${account.apiKey}`]),
  );
});
