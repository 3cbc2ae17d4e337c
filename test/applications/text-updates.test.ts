import { expect, test } from 'vitest';
import { agreeToTexts, deliverText, endTexts, getTextUpdates } from '#modules/applications/index.ts';
import { setAccountActive } from '#modules/identity/index.ts';
import { receiveText } from '#modules/network/index.ts';
import { newId, SmsRefused, type SmsSender, signTwilioForm } from '#modules/platform/index.ts';
import { listOutbox, replyByText } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  answer,
  fillIn,
  newApplicant,
  removeSandboxDelays,
  submit,
} from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

let numbers = 0;

/** Gives the applicant their own verified number. */
async function verify({ accountId }: Applicant): Promise<string> {
  numbers += 1;
  const mobile = `51255${String(50_000 + numbers)}`;
  await portal.pool.query('update account set mobile = $1, mobile_verified_at = now() where id = $2', [
    mobile,
    accountId,
  ]);
  return mobile;
}

async function agreed(applicant: Applicant): Promise<string> {
  const mobile = await verify(applicant);
  await applicant.visitor.perform(agreeToTexts, {});
  return mobile;
}

const consentsOf = async ({ accountId }: Applicant) =>
  (
    await portal.pool.query(
      'select mobile, words, address, agent, withdrawn_by from text_consent where account_id = $1 order by given_at, id',
      [accountId],
    )
  ).rows;

const textsTo = async (mobile: string) =>
  (await listOutbox(portal.db, { to: `+1${mobile}` })).map(({ text }) => text).reverse();

const stateOf = async ({ visitor }: Applicant) => visitor.perform(getTextUpdates, {});

test('a consent needs a verified number, and is kept with its words, number, time and address', async () => {
  const applicant = await newApplicant(portal);
  await expect(applicant.visitor.perform(agreeToTexts, {})).rejects.toMatchObject({
    code: 'applications.texts-need-number',
  });
  expect(await stateOf(applicant)).toMatchObject({ agreed: false, mobile: null });
  const mobile = await agreed(applicant);
  await applicant.visitor.perform(agreeToTexts, {});
  expect(await consentsOf(applicant)).toEqual([
    {
      mobile,
      words: expect.stringContaining('At most four texts for each check'),
      address: expect.stringMatching(/^198\.51\./),
      agent: expect.any(String),
      withdrawn_by: null,
    },
  ]);
  expect(await stateOf(applicant)).toMatchObject({ agreed: true, mobile });
});

test('who agreed gets a text at submission and one with the result, which name nobody and no finding', async () => {
  const applicant = await newApplicant(portal, { firstname: 'Zebulon', lastname: 'Quist' });
  const mobile = await agreed(applicant);
  await submit(applicant, '900-00-0003');
  await portal.runJobs();
  const texts = await textsTo(mobile);
  expect(texts).toEqual([
    expect.stringContaining('Your background check was submitted.'),
    expect.stringContaining('There is news about your background check.'),
  ]);
  for (const text of texts) {
    expect(text).toContain('Reply STOP to end texts');
    expect(text).not.toMatch(/Zebulon|Quist|Pat|Person|IC0|900-/);
    expect(text.length).toBeLessThanOrEqual(306);
  }
});

test('photos that have to be taken again are told once for a check, however often', async () => {
  const applicant = await atVerification(portal, 'Blur');
  const mobile = await agreed(applicant);
  await takeAll(portal, applicant);
  await portal.runJobs();
  portal.clock.advance(1000);
  await takeAll(portal, applicant);
  await portal.runJobs();
  expect(await textsTo(mobile)).toEqual([expect.stringContaining('needs something from you')]);
});

test('photos that the agency wants again are told after the submission', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  await submit(applicant, '900-00-0014');
  await portal.runJobs();
  expect(await textsTo(mobile)).toEqual([
    expect.stringContaining('was submitted'),
    expect.stringContaining('needs something from you'),
  ]);
});

test('nobody gets a text without agreeing', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await verify(applicant);
  await submit(applicant, '900-00-0001');
  await portal.runJobs();
  expect(await textsTo(mobile)).toEqual([]);
});

test.each(['STOP', 'stop', ' Stop please', 'UNSUBSCRIBE', 'cancel', 'END', 'quit', 'remove me'])(
  'a reply of %s ends them at once',
  async (word) => {
    const applicant = await newApplicant(portal);
    const mobile = await agreed(applicant);
    await fillIn(applicant, '900-00-0001');
    await replyByText(portal, `+1${mobile}`, word);
    expect(await stateOf(applicant)).toMatchObject({ agreed: false });
    expect(await consentsOf(applicant)).toMatchObject([{ withdrawn_by: 'stop' }]);
    await answer(applicant, { submit_application: 'YES' });
    await portal.runJobs();
    expect(await textsTo(mobile)).toEqual([]);
  },
);

test('HELP is answered, and anything else changes nothing', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  expect(await replyByText(portal, `+1${mobile}`, 'help')).toContain('Reply STOP to end texts');
  expect(await replyByText(portal, `+1${mobile}`, 'When does it stop?')).toBeNull();
  expect(await stateOf(applicant)).toMatchObject({ agreed: true });
});

test('a forged reply is refused, and a repeated one works once', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  const { sms, publicUrl } = portal.config;
  const form = new URLSearchParams({ MessageSid: `SM${newId()}`, From: `+1${mobile}`, Body: 'STOP' });
  const visitor = portal.visitor();
  const forged = signTwilioForm('another token', `${publicUrl}/hooks/sms`, form);
  for (const signature of [forged, '', undefined]) {
    await expect(visitor.perform(receiveText, { body: form.toString(), signature })).rejects.toMatchObject({
      code: 'callback-unsigned',
    });
  }
  expect(await stateOf(applicant)).toMatchObject({ agreed: true });
  const signature = signTwilioForm(sms.authToken, `${publicUrl}/hooks/sms`, form);
  expect(await visitor.perform(receiveText, { body: form.toString(), signature })).toEqual({
    received: true,
    reply: null,
  });
  await applicant.visitor.perform(agreeToTexts, {});
  expect(await visitor.perform(receiveText, { body: form.toString(), signature })).toMatchObject({
    received: false,
  });
  expect(await stateOf(applicant)).toMatchObject({ agreed: true });
});

test('the signature is that of Twilio: its own example is taken', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  });
  expect(signTwilioForm('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe(
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  );
});

test('the switch ends them, and a consent does not hold for another number', async () => {
  const applicant = await newApplicant(portal);
  await agreed(applicant);
  await applicant.visitor.perform(endTexts, {});
  expect(await stateOf(applicant)).toMatchObject({ agreed: false });
  await agreed(applicant);
  const later = await verify(applicant);
  expect(await stateOf(applicant)).toMatchObject({ agreed: false, mobile: later });
  await applicant.visitor.perform(agreeToTexts, {});
  expect((await consentsOf(applicant)).map(({ withdrawn_by }) => withdrawn_by)).toEqual([
    'switch',
    'other-number',
    null,
  ]);
});

async function sendingBy(send: SmsSender['send'], run: () => Promise<void>): Promise<void> {
  const own = portal.sms.send.bind(portal.sms);
  Object.assign(portal.sms, { send });
  await run().finally(() => Object.assign(portal.sms, { send: own }));
}

test('a text that could not be sent is sent by the next run of its job, and by no other job', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  const about = { applicationId: applicant.applicationId, kind: 'submitted' as const };
  await sendingBy(
    () => Promise.reject(new Error('no answer')),
    () => expect(deliverText(portal, about, 'job-1')).rejects.toThrow('no answer'),
  );
  await deliverText(portal, about, 'job-2');
  expect(await textsTo(mobile)).toEqual([]);
  await deliverText(portal, about, 'job-1');
  await deliverText(portal, about, 'job-1');
  expect(await textsTo(mobile)).toHaveLength(1);
});

test('a number that has opted out at the provider ends the consent', async () => {
  const applicant = await newApplicant(portal);
  await agreed(applicant);
  await sendingBy(
    () => Promise.reject(new SmsRefused(21_610)),
    () => deliverText(portal, { applicationId: applicant.applicationId, kind: 'submitted' }, 'job'),
  );
  expect(await consentsOf(applicant)).toMatchObject([{ withdrawn_by: 'stop' }]);
});

test.each([21_610, 30_007])('a text that the provider refused with %i is not sent again', async (code) => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  const about = { applicationId: applicant.applicationId, kind: 'submitted' as const };
  await sendingBy(
    () => Promise.reject(new SmsRefused(code)),
    () => deliverText(portal, about, 'job'),
  );
  await applicant.visitor.perform(agreeToTexts, {});
  await deliverText(portal, about, 'job');
  expect(await textsTo(mobile)).toEqual([]);
  // Only a number that has opted out has to be agreed to anew.
  expect(await consentsOf(applicant)).toHaveLength(code === 21_610 ? 2 : 1);
});

test('each kind has its own sentence, after the name and before the address of where the person registered', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  for (const kind of ['submitted', 'action', 'delayed', 'ready'] as const) {
    await deliverText(portal, { applicationId: applicant.applicationId, kind }, `job-${kind}`);
  }
  const text = (sentence: string) =>
    `ShieldHub: ${sentence} Log in for details: ${portal.config.publicUrl}/user Reply STOP to end texts, HELP for help.`;
  expect((await textsTo(mobile)).toSorted()).toEqual(
    [
      'Your background check was submitted.',
      'Your background check needs something from you.',
      'Your background check is taking longer than expected.',
      'There is news about your background check.',
    ]
      .map(text)
      .toSorted(),
  );
});

test.each([
  [
    'an account that is closed',
    ({ accountId }: Applicant) =>
      portal.work('test.close', (work) => setAccountActive(work, accountId, false)),
  ],
  [
    'a number that is no longer verified',
    ({ accountId }: Applicant) =>
      portal.pool.query('update account set mobile_verified_at = null where id = $1', [accountId]),
  ],
  ['another number', (applicant: Applicant) => verify(applicant)],
] as const)('%s gets no text, although the consent was not withdrawn', async (_what, happens) => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  await happens(applicant);
  await deliverText(portal, { applicationId: applicant.applicationId, kind: 'submitted' }, 'job');
  expect(await textsTo(mobile)).toEqual([]);
  expect(await consentsOf(applicant)).toMatchObject([{ withdrawn_by: null }]);
});

test('a number that is not verified is not shown, nor a consent for it', async () => {
  const applicant = await newApplicant(portal);
  const mobile = await agreed(applicant);
  const verified = (at: Date | null) =>
    portal.pool.query('update account set mobile_verified_at = $2 where id = $1', [applicant.accountId, at]);
  await verified(null);
  expect(await stateOf(applicant)).toMatchObject({ agreed: false, agreed_dts: null, mobile: null });
  await verified(portal.clock.now());
  expect(await stateOf(applicant)).toMatchObject({ agreed: true, agreed_dts: expect.any(Date), mobile });
});

test('an end of the consent is kept with its address, agent and audit entry, and that of no other person', async () => {
  const [applicant, other] = [await newApplicant(portal), await newApplicant(portal)];
  await agreed(applicant);
  await agreed(other);
  await applicant.visitor.perform(endTexts, {});
  await applicant.visitor.perform(endTexts, {});
  const { rows } = await portal.pool.query(
    `select withdrawn_address = address as address, withdrawn_agent = agent as agent, withdrawn_at >= given_at as at,
       (select count(*)::int from audit_entry
        where action = 'applications.texts-withdrawn' and object_id = consent.id::text and about_id = $1) as entries
     from text_consent consent where account_id = $1`,
    [applicant.accountId],
  );
  expect(rows).toEqual([{ address: true, agent: true, at: true, entries: 1 }]);
  expect(await consentsOf(other)).toMatchObject([{ withdrawn_by: null }]);
});
