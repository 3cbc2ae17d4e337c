import { expect, test } from 'vitest';
import { getMethodSetUp, getSecondStep, manageTwoStep, twoStepVerify } from '#modules/identity/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { newestCode, newPerson } from '#test/factories/people.ts';
import {
  addApp,
  appCode,
  atSecondStep,
  refusalOf,
  severalAtSecondStep,
} from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

test('F4: an app counts once its code was typed, is asked for at sign-in, and its secret is sealed', async () => {
  const person = await newPerson(portal);
  const { id, otpurl } = await addApp(portal, person);
  const secret = new URL(otpurl).searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpurl).toContain('otpauth://totp/');
  expect(new URL(otpurl).searchParams.get('issuer')).toBe('localhost');
  const { rows } = await portal.pool.query(
    'select contact_method::text as row from contact_method where id = $1',
    [id],
  );
  expect(rows[0].row).not.toContain(secret);
  const { otpurl: afterwards } = await person.visitor.perform(getMethodSetUp, { id });
  expect(afterwards).toBeNull();
  await person.visitor.perform(manageTwoStep, { primarymethod: { id } });

  portal.clock.advance(MINUTE);
  const browser = await atSecondStep(portal, person);
  await browser.perform(twoStepVerify, {});
  expect(await browser.perform(getSecondStep, {})).toMatchObject({ contact_method: 'OTPAPP', sent: null });
  await browser.perform(twoStepVerify, { code: appCode(portal, otpurl) });
  expect((await browser.caller())?.twoStepDone).toBe(true);
});

test('an app takes a code one step early or late, each code once and none older than the last', async () => {
  const person = await newPerson(portal);
  const { id, otpurl } = await addApp(portal, person);
  portal.clock.advance(5 * MINUTE);
  for (const steps of [-2, 2]) {
    const browser = await atSecondStep(portal, person);
    const code = appCode(portal, otpurl, steps);
    const refusal = await refusalOf(browser.perform(twoStepVerify, { specificmethod: id, code }));
    expect(refusal.code).toBe('identity.code-mismatch');
  }
  const late = appCode(portal, otpurl, 1);
  await (await atSecondStep(portal, person)).perform(twoStepVerify, { specificmethod: id, code: late });
  for (const code of [late, appCode(portal, otpurl), appCode(portal, otpurl, -1)]) {
    const refusal = await refusalOf(
      (await atSecondStep(portal, person)).perform(twoStepVerify, { specificmethod: id, code }),
    );
    expect(refusal.code).toBe('identity.code-mismatch');
  }
  portal.clock.advance(10 * MINUTE);
  await (await atSecondStep(portal, person)).perform(twoStepVerify, {
    specificmethod: id,
    code: appCode(portal, otpurl, -1),
  });
});

test('of five that bring the same code at the same time, one passes', async () => {
  const person = await newPerson(portal);
  const { id, otpurl } = await addApp(portal, person);
  portal.clock.advance(MINUTE);
  const browsers = await severalAtSecondStep(portal, person, 5);
  const code = appCode(portal, otpurl);
  const outcomes = await Promise.allSettled(
    browsers.map((browser) => browser.perform(twoStepVerify, { specificmethod: id, code })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an app takes five wrong codes from all browsers together, then none for ten minutes', async () => {
  const person = await newPerson(portal);
  const { id, otpurl } = await addApp(portal, person);
  portal.clock.advance(MINUTE);
  const wrong = appCode(portal, otpurl) === '000000' ? '111111' : '000000';
  const browsers = await severalAtSecondStep(portal, person, 8);
  const outcomes = await Promise.all(
    browsers.map((browser) => refusalOf(browser.perform(twoStepVerify, { specificmethod: id, code: wrong }))),
  );
  expect(outcomes.filter(({ code }) => code === 'identity.code-mismatch')).toHaveLength(5);
  expect(outcomes.filter(({ code }) => code === 'throttled')).toHaveLength(3);
  const told = outcomes.flatMap(({ options }) => options.issues?.code ?? []);
  expect(told.filter((words) => /You can try again in \d+ minutes\.$/.test(words))).toHaveLength(1);
  const browser = browsers[0] ?? (await atSecondStep(portal, person));
  const held = browser.perform(twoStepVerify, { specificmethod: id, code: appCode(portal, otpurl) });
  expect((await refusalOf(held)).code).toBe('throttled');
  portal.clock.advance(20 * MINUTE);
  await browser.perform(twoStepVerify, { specificmethod: id, code: appCode(portal, otpurl) });
});

test('an app has ten minutes to be set up, and another secret when it is begun again', async () => {
  const { visitor } = await newPerson(portal);
  const first = await visitor.perform(manageTwoStep, { startmethod: { contact_method: 'OTPAPP' } });
  const again = await visitor.perform(manageTwoStep, { startmethod: { contact_method: 'OTPAPP' } });
  expect(again.id).toBe(first.id);
  expect(again.otpurl).not.toBe(first.otpurl);
  const id = first.id ?? '';
  expect((await visitor.perform(getMethodSetUp, { id })).otpurl).toBe(again.otpurl);
  portal.clock.advance(10 * MINUTE);
  expect((await visitor.perform(getMethodSetUp, { id })).otpurl).toBeNull();
  const over = await refusalOf(
    visitor.perform(manageTwoStep, { verifymethod: { id }, code: appCode(portal, again.otpurl) }),
  );
  shows('method.set-up-over', over.text);
});

test('whoever asks for a code by mail instead of the app’s is told so, and types the one from the mail', async () => {
  const person = await newPerson(portal);
  const { id } = await addApp(portal, person);
  await person.visitor.perform(manageTwoStep, { primarymethod: { id } });
  portal.clock.advance(MINUTE);
  const browser = await atSecondStep(portal, person);
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  expect(await browser.perform(getSecondStep, {})).toMatchObject({
    contact_method: 'EMAIL',
    sent: { contact_method: 'EMAIL' },
  });
  await browser.perform(twoStepVerify, { code: await newestCode(portal, person.emailaddress) });
  expect((await browser.caller())?.twoStepDone).toBe(true);
});
