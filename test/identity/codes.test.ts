import { expect, test } from 'vitest';
import {
  deliverCode,
  getSecondStep,
  listVerificationMethods,
  login,
  twoStepVerify,
} from '#modules/identity/index.ts';
import { MINUTE, Refusal, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

/** A person at /verify who has received a code by mail. */
async function atSecondStep(): Promise<{
  visitor: Visitor;
  code: string;
  emailaddress: string;
  accountId: string;
}> {
  const { emailaddress, accountId } = await newPerson(portal);
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  return { visitor, code: await newestCode(portal, emailaddress), emailaddress, accountId };
}

const other = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('it was not refused');
  return error;
}

test('a code has six of 0-9A-Z, is stored as a hash and travels by mail with a link', async () => {
  const { code, emailaddress, accountId } = await atSecondStep();
  expect(code).toMatch(/^[0-9A-Z]{6}$/);
  expect(code).toHaveLength(6);
  const mails = await listOutbox(portal.db, { to: emailaddress });
  expect(mails.flatMap(({ links }) => links).some((link) => link.includes(`/verify?code=${code}`))).toBe(
    true,
  );
  const rows = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ row: string }>`
      select verification_code::text as row from verification_code where account_id = ${accountId}`,
    ),
  );
  for (const { row } of rows) expect(row).not.toContain(code);
  const jobs = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ payload: string }>`select payload::text as payload from graphile_worker._private_jobs`,
    ),
  );
  for (const { payload } of jobs) expect(payload).not.toContain(code);
});

test('the length is checked before anything is counted', async () => {
  const { visitor, code } = await atSecondStep();
  for (let turn = 0; turn < 8; turn += 1) {
    const refusal = await refusalOf(visitor.perform(twoStepVerify, { code: 'AB12' }));
    expect(refusal.code).toBe('identity.code-too-short');
    shows('code.too-short', refusal.text);
  }
  await visitor.perform(twoStepVerify, { code: code.toLowerCase() });
});

test('five wrong tries make a code void, whatever is rolled back', async () => {
  const { visitor, code } = await atSecondStep();
  let tries = 0;
  for (; tries < 5; tries += 1) {
    const refusal = await refusalOf(visitor.perform(twoStepVerify, { code: other(code) }));
    expect(refusal.code).toBe('identity.code-mismatch');
    shows('code.mismatch', refusal.text);
  }
  expect(tries).toBe(5);
  expect((await visitor.perform(getSecondStep, {})).sent).toBeNull();
  const refusal = await refusalOf(visitor.perform(twoStepVerify, { code }));
  expect(refusal.code).toBe('identity.code-void');
  shows('code.void', refusal.text);
});

test('many guesses at the same time get five tries in all', async () => {
  const { visitor, code } = await atSecondStep();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => refusalOf(visitor.perform(twoStepVerify, { code: other(code) }))),
  );
  expect(outcomes.filter((refusal) => refusal.code === 'identity.code-mismatch')).toHaveLength(5);
});

test('a code works for 10 minutes', async () => {
  const first = await atSecondStep();
  portal.clock.advance(10 * MINUTE - SECOND);
  await first.visitor.perform(twoStepVerify, { code: first.code });
  const second = await atSecondStep();
  portal.clock.advance(10 * MINUTE);
  const refusal = await refusalOf(second.visitor.perform(twoStepVerify, { code: second.code }));
  expect(refusal.code).toBe('identity.code-void');
});

test('a code works once: of five that bring it at the same time, one passes', async () => {
  const { visitor, code, accountId } = await atSecondStep();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => visitor.perform(twoStepVerify, { code })),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const sessions = await portal.work('test.read', (work) =>
    rowsOf(work, sql`select id from session where account_id = ${accountId} and two_step_at is not null`),
  );
  // The session of the registration, and the session in which the code was accepted.
  expect(sessions).toHaveLength(2);
});

test('reading the page, as a mail scanner follows the link, uses nothing up', async () => {
  const { visitor, code } = await atSecondStep();
  for (let turn = 0; turn < 7; turn += 1) await visitor.perform(getSecondStep, {});
  await visitor.perform(twoStepVerify, { code });
});

test('another code may be asked for after 30 seconds, and makes the old one void', async () => {
  const { visitor, code, emailaddress } = await atSecondStep();
  const refusal = await refusalOf(visitor.perform(twoStepVerify, { method: 'EMAIL' }));
  expect(refusal.code).toBe('identity.code-resend-locked');
  shows('code.resend-locked', refusal.text);
  expect(refusal.options.retryAfter).toBe(30);
  portal.clock.advance(30 * SECOND);
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  const newer = await newestCode(portal, emailaddress);
  expect(newer).not.toBe(code);
  expect((await refusalOf(visitor.perform(twoStepVerify, { code }))).code).toBe('identity.code-mismatch');
  await visitor.perform(twoStepVerify, { code: newer });
});

test('a job that runs twice sends the same code twice, under the same Message-ID', async () => {
  const { emailaddress, code, accountId } = await atSecondStep();
  const found = await portal.work('test.read', (work) =>
    rowOf(
      work,
      sql<{ id: string }>`
      select id from verification_code where account_id = ${accountId} and purpose = 'two-step'`,
    ),
  );
  const before = (await listOutbox(portal.db, { to: emailaddress })).length;
  await deliverCode(portal, found?.id ?? '', 'job-1');
  await deliverCode(portal, found?.id ?? '', 'job-1');
  const messages = await listOutbox(portal.db, { to: emailaddress });
  expect(messages.slice(0, messages.length - before).every((message) => message.code === code)).toBe(true);
});

test('the methods are listed masked, and another one is refused', async () => {
  const { visitor, emailaddress } = await atSecondStep();
  const { verificationmethods } = await visitor.perform(listVerificationMethods, {});
  expect(verificationmethods).toEqual([
    {
      id: 'user_email',
      contact_method: 'EMAIL',
      contact_value: `p•••${emailaddress.slice(emailaddress.indexOf('@'))}`,
      status: 'verifiedprimary',
      is_primary: true,
    },
  ]);
  portal.clock.advance(31 * SECOND);
  const refusal = await refusalOf(visitor.perform(twoStepVerify, { specificmethod: 'user_mobile' }));
  expect(refusal.code).toBe('identity.code-method-unknown');
  shows('code.method-unknown', refusal.text);
});

test('a verified phone can carry the code as a text message', async () => {
  const { emailaddress, accountId } = await newPerson(portal, { mobile: '5125550188' });
  await portal.work('test.verify-mobile', (work) =>
    rowsOf(
      work,
      sql`update account set mobile_verified_at = now(), two_step_method = 'SMS' where id = ${accountId}`,
    ),
  );
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  const { verificationmethods } = await visitor.perform(listVerificationMethods, {});
  expect(verificationmethods).toMatchObject([
    { id: 'user_mobile', contact_method: 'SMS', contact_value: '512-•••-••88' },
    { id: 'user_email', contact_method: 'EMAIL', contact_value: expect.stringContaining('•••@') },
  ]);
  await visitor.perform(twoStepVerify, {});
  const code = await newestCode(portal, '+15125550188');
  await visitor.perform(twoStepVerify, { code });
  expect(await visitor.caller()).toMatchObject({ twoStepDone: true, twoStepMethod: 'SMS' });
});
