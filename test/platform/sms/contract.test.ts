import { describe, expect, test } from 'vitest';
import { SmsRefused, type SmsSender, TwilioSms } from '#modules/platform/index.ts';
import { SandboxSms } from '#sandboxes/outbox/index.ts';
import { testServices } from '#test/platform/services.ts';
import { testKey } from '#test/test-key.ts';

/**
 * What the portal expects of the sandbox and of Twilio itself. Test credentials send nothing: the numbers are Twilio's
 * magic ones, and so is the sender.
 */

const { db, clock } = await testServices();
const targets: { name: string; sms: SmsSender; refusing: string | null }[] = [
  { name: 'the sandbox', sms: new SandboxSms(db, clock), refusing: null },
];
const key = testKey('Twilio', 'TWILIO_TEST_ACCOUNT_SID', 'TWILIO_TEST_AUTH_TOKEN');
if (key) {
  const account = { accountSid: key.TWILIO_TEST_ACCOUNT_SID, authToken: key.TWILIO_TEST_AUTH_TOKEN };
  targets.push({
    name: 'Twilio',
    sms: new TwilioSms({ ...account, from: '+15005550006' }),
    refusing: '5005550001',
  });
}

describe.each(targets)('$name', ({ sms, refusing }) => {
  test('takes a text message for ten digits and for E.164, and gives each an id', async () => {
    const ids = [];
    for (const to of ['5005550006', '+15005550006']) ids.push((await sms.send({ to, body: 'Hello' })).id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toEqual([expect.stringMatching(/^\S{20,}$/), expect.stringMatching(/^\S{20,}$/)]);
  });

  test.skipIf(refusing === null)('gives up a number that does not exist', async () => {
    await expect(sms.send({ to: refusing ?? '', body: 'Hello' })).rejects.toBeInstanceOf(SmsRefused);
  });
});
