import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { SmsRefused, TwilioSms } from '#modules/platform/sms/index.ts';

/** Answers like Twilio's Messages resource and records the requests. */
let answer: { status: number; json: unknown } | 'hang' = { status: 201, json: { sid: 'SM1' } };
const asked: { url: string; authorization: string; form: Record<string, string> }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    asked.push({
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      form: Object.fromEntries(new URLSearchParams(body)),
    });
    if (answer === 'hang') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.json));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const account = {
  accountSid: 'AC0123',
  authToken: 'secret',
  baseUrl: `http://127.0.0.1:${port}`,
  timeout: 300,
};
const sms = new TwilioSms({ ...account, from: '+15550100000' });
const message = { to: '5550100123', body: 'Hello' };

describe('text messages by Twilio', () => {
  test('are posted to the account’s messages', async () => {
    answer = { status: 201, json: { sid: 'SM1' } };
    expect(await sms.send(message)).toEqual({ id: 'SM1' });
    expect(asked.at(-1)).toEqual({
      url: '/2010-04-01/Accounts/AC0123/Messages.json',
      authorization: `Basic ${Buffer.from('AC0123:secret').toString('base64')}`,
      form: { To: '+15550100123', From: '+15550100000', Body: 'Hello' },
    });
  });

  test('go through a messaging service where one is configured', async () => {
    answer = { status: 201, json: { sid: 'SM2' } };
    const service = new TwilioSms({
      ...account,
      from: 'MG0123',
      statusCallback: 'https://portal.test/hooks/sms',
    });
    await service.send(message);
    expect(asked.at(-1)?.form).toEqual({
      To: '+15550100123',
      MessagingServiceSid: 'MG0123',
      Body: 'Hello',
      StatusCallback: 'https://portal.test/hooks/sms',
    });
  });

  test('are given up when the number is refused, and only then; the number is never repeated', async () => {
    answer = {
      status: 400,
      json: { code: 21610, message: 'The message From/To pair +15550100123 violates' },
    };
    const refused = await sms.send(message).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SmsRefused);
    expect(refused).toMatchObject({ code: 21610, permanent: true });
    for (const status of [401, 429, 500, 503]) {
      answer = { status, json: { code: 20003 } };
      const later = await sms.send(message).catch((error: unknown) => error);
      expect(later).toBeInstanceOf(Error);
      expect(later).not.toHaveProperty('permanent');
    }
    expect(String(refused)).not.toContain('5550100123');
  });

  test('are looked up before they are sent again, because Twilio has no idempotency key', async () => {
    const triedSince = new Date('2026-11-29T12:00:00Z');
    const again = async (...messages: object[]) => {
      answer = { status: 201, json: { sid: 'SM9', messages } };
      asked.length = 0;
      const { id } = await sms.send({ ...message, triedSince });
      return [id, asked.filter(({ form }) => form.Body !== undefined).length];
    };
    const there = {
      sid: 'SM8',
      body: 'Hello',
      status: 'queued',
      date_created: 'Sun, 29 Nov 2026 12:00:01 +0000',
    };
    expect(await again(there)).toEqual(['SM8', 0]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/2010-04-01/Accounts/AC0123/Messages.json?To=%2B15550100123&PageSize=50',
    ]);
    for (const other of [
      { body: 'Another' },
      { status: 'failed' },
      { date_created: 'Sun, 29 Nov 2026 11:30:00 +0000' },
    ]) {
      expect(await again({ ...there, ...other })).toEqual(['SM9', 1]);
    }
    expect(await again()).toEqual(['SM9', 1]);
    answer = { status: 201, json: { sid: 'SM10' } };
    expect(await sms.send({ ...message, triedSince })).toEqual({ id: 'SM10' });
  });

  test('do not wait for ever', async () => {
    answer = 'hang';
    await expect(sms.send(message)).rejects.toThrow();
  });
});
