import { expect, test } from 'vitest';
import { getSecondStep, login, manageTwoStep, twoStepVerify } from '#modules/identity/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, newPersonWithoutTwoStep, PASSWORD } from '#test/factories/people.ts';
import { addMethod, newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** Another method can be used at once, and each is sent a code at most every 30 s. */

const portal = await testPortal();

async function mailsTo(address: string): Promise<number> {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: address })).length;
}

test('after a code was sent to the first method, the second gets one at once, and neither gets two', async () => {
  const person = await newPerson(portal);
  const other = newAddress();
  const specificmethod = await addMethod(portal, person, 'EMAIL', other);
  portal.clock.advance(60 * SECOND);
  portal.clock.stop();
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  const send = (changes: object) => visitor.perform(twoStepVerify, changes);
  await send({});
  const before = [await mailsTo(person.emailaddress), await mailsTo(other)];
  const wait = async (changes: object) => (await visitor.perform(getSecondStep, changes)).resend_seconds;
  expect([await wait({}), await wait({ specificmethod })]).toEqual([30, 0]);
  await send({ specificmethod });
  for (const locked of [{ specificmethod }, { specificmethod: 'user_email' }])
    expect((await refusalOf(send(locked))).code).toBe('identity.code-resend-locked');
  expect(await mailsTo(person.emailaddress)).toBe(before[0]);
  expect(await mailsTo(other)).toBe((before[1] ?? 0) + 1);
  portal.clock.run();
  await send({ specificmethod, code: await newestCode(portal, other) });
  expect((await visitor.caller())?.twoStepDone).toBe(true);
});

test('making a method primary sends its code if that switches the second step on, otherwise none', async () => {
  const on = await newPerson(portal);
  const sentBefore = await mailsTo(on.emailaddress);
  await on.visitor.perform(manageTwoStep, { primarymethod: { id: 'user_email' } });
  const notice = 1;
  expect(await mailsTo(on.emailaddress)).toBe(sentBefore + notice);
  expect((await on.visitor.caller())?.twoStepDone).toBe(true);

  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  await visitor.perform(manageTwoStep, {
    primarymethod: { id: 'user_email' },
    currentpassword: PASSWORD,
  });
  expect((await visitor.caller())?.twoStepDone).toBe(false);
  await portal.runJobs();
  expect(await visitor.perform(getSecondStep, {})).toMatchObject({
    sent: { contact_method: 'EMAIL', contact_value: expect.stringContaining('@example.com') },
  });
  await visitor.perform(twoStepVerify, { code: await newestCode(portal, emailaddress) });
  expect((await visitor.caller())?.twoStepDone).toBe(true);
});
