import { expect, test } from 'vitest';
import { signTwilioForm } from '#modules/platform/index.ts';
import { readTwilioForm } from '#modules/platform/sms/inbound.ts';

const url = 'https://portal.test/hooks/sms';

/** What is read of a form that Twilio signed. */
function readSigned(fields: Record<string, string>) {
  const form = new URLSearchParams(fields);
  return readTwilioForm('token', url, form.toString(), signTwilioForm('token', url, form));
}

const whole = { To: '+15550100000', From: '+15550100123', Body: 'STOP', MessageSid: 'SM1' };
const { From, Body, MessageSid } = whole;

test.each<[string, Record<string, string>, object | null]>([
  ['a message', whole, { id: 'SM1', from: '+15550100123', body: 'STOP' }],
  ['a message without words', { ...whole, Body: '' }, { id: 'SM1', from: '+15550100123', body: '' }],
  ['no id', { From, Body }, null],
  ['no sender', { Body, MessageSid }, null],
  ['no text', { From, MessageSid }, null],
])('%s', (_what, fields, read) => {
  expect(readSigned(fields)).toEqual(read);
});

test('a form is read only with its signature', () => {
  const form = new URLSearchParams(whole);
  const signature = signTwilioForm('token', url, form);
  expect(readTwilioForm('token', `${url}?`, form.toString(), signature)).toBeNull();
  form.set('Body', 'YES');
  expect(readTwilioForm('token', url, form.toString(), signature)).toBeNull();
});
