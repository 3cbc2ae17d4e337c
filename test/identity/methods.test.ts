import { describe, expect, test } from 'vitest';
import {
  getMethodSetUp,
  getSecondStep,
  login,
  manageTwoStep,
  myProfile,
  twoStepVerify,
  updateProfile,
} from '#modules/identity/index.ts';
import { MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { actAs, newestCode, newPerson, newStaff, PASSWORD } from '#test/factories/people.ts';
import {
  addApp,
  addMethod,
  atSecondStep,
  methodsOf,
  newAddress,
  newNumber,
  refusalOf,
} from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();

test('F18: a method is pending until its code, then verified, then primary, and the primary one stays', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  const { visitor } = person;
  const { id } = await visitor.perform(manageTwoStep, {
    startmethod: { contact_method: 'EMAIL', contact_value: address.toUpperCase() },
  });
  const statusOf = async () => (await methodsOf(person)).find((method) => method.id === id);
  expect(await statusOf()).toEqual({
    id,
    contact_method: 'EMAIL',
    contact_value: address,
    status: 'pending',
    is_primary: false,
  });
  const early = await refusalOf(visitor.perform(manageTwoStep, { primarymethod: { id: id ?? '' } }));
  shows('method.pending', early.text);
  expect(early.code).toBe('identity.method-pending');

  await visitor.perform(manageTwoStep, {
    verifymethod: { id: id ?? '' },
    code: await newestCode(portal, address),
  });
  expect(await statusOf()).toMatchObject({ status: 'verified', is_primary: false });
  const primary = async () =>
    (await methodsOf(person)).flatMap((method) => (method.is_primary ? [method.id] : []));
  expect(await primary()).toEqual(['user_email']);
  await visitor.perform(manageTwoStep, { primarymethod: { id: id ?? '' } });
  expect(await statusOf()).toMatchObject({ status: 'verifiedprimary' });
  expect(await primary()).toEqual([id]);
  expect((await visitor.caller())?.twoStepMethod).toBe('EMAIL');
  const profile = (await visitor.perform(myProfile, {})).profile;
  expect(profile.alternative_contact_methods).toMatchObject([{ id, status: 'verifiedprimary' }]);

  const kept = await refusalOf(visitor.perform(manageTwoStep, { removemethod: { id: id ?? '' } }));
  shows('method.needed', kept.text);
  await visitor.perform(manageTwoStep, { primarymethod: { id: 'user_email' } });
  await visitor.perform(manageTwoStep, { removemethod: { id: id ?? '' } });
  expect(await statusOf()).toBeUndefined();
  const own = await refusalOf(visitor.perform(manageTwoStep, { removemethod: { id: 'user_email' } }));
  expect(own.code).toBe('identity.method-needed');
});

test('F4: the codes go to the primary method, by text message too', async () => {
  const person = await newPerson(portal, { mobile: newNumber() });
  const mobile = (await methodsOf(person)).find(({ id }) => id === 'user_mobile');
  expect(mobile).toMatchObject({ contact_method: 'SMS', status: 'pending' });
  const { id } = await person.visitor.perform(manageTwoStep, { startmethod: { id: 'user_mobile' } });
  expect(id).toBe('user_mobile');
  await person.visitor.perform(manageTwoStep, {
    verifymethod: { id: 'user_mobile' },
    code: await newestCode(portal, mobile?.contact_value ?? ''),
  });
  await person.visitor.perform(manageTwoStep, { primarymethod: { id: 'user_mobile' } });
  const browser = await atSecondStep(portal, person);
  await browser.perform(twoStepVerify, {});
  const { sent, contact_method } = await browser.perform(getSecondStep, {});
  expect(contact_method).toBe('SMS');
  expect(sent?.contact_value).toMatch(/^512-•••-••\d\d$/);
  await browser.perform(twoStepVerify, { code: await newestCode(portal, mobile?.contact_value ?? '') });
  expect((await browser.caller())?.twoStepDone).toBe(true);
});

test('F5: a session at its second step is told the proven methods, masked, and uses any of them', async () => {
  const person = await newPerson(portal, { mobile: newNumber() });
  const address = newAddress();
  const id = await addMethod(portal, person, 'EMAIL', address);
  portal.clock.advance(MINUTE);
  await person.visitor.perform(manageTwoStep, {
    startmethod: { contact_method: 'SMS', contact_value: newNumber() },
  });
  const browser = await atSecondStep(portal, person);
  const methods = await methodsOf({ visitor: browser });
  expect(methods.map(({ id: known, contact_value }) => [known, contact_value])).toEqual([
    ['user_email', expect.stringMatching(/^p•••@example\.com$/)],
    [id, expect.stringMatching(/^o•••@example\.com$/)],
  ]);
  await browser.perform(twoStepVerify, { specificmethod: id });
  await browser.perform(twoStepVerify, { code: await newestCode(portal, address) });
  expect((await browser.caller())?.twoStepDone).toBe(true);
});

test('the page of a method shows that one, how long until another code, and whether the password is needed', async () => {
  const person = await newPerson(portal, { mobile: newNumber() });
  const { visitor } = person;
  const page = (id: string) => visitor.perform(getMethodSetUp, { id });
  expect(await page('user_mobile')).toMatchObject({
    method: { id: 'user_mobile', status: 'pending' },
    otpurl: null,
    resend_seconds: 0,
    password_needed: false,
  });
  await visitor.perform(manageTwoStep, { startmethod: { id: 'user_mobile' } });
  expect((await page('user_mobile')).resend_seconds).toBeGreaterThan(0);
  const { id, otpurl } = await visitor.perform(manageTwoStep, { startmethod: { contact_method: 'OTPAPP' } });
  expect(await page(id ?? '')).toMatchObject({ method: { id, contact_method: 'OTPAPP' }, otpurl });
  expect(await page('user_email')).toMatchObject({
    method: { id: 'user_email', status: 'verifiedprimary' },
    otpurl: null,
  });
  portal.clock.advance(11 * MINUTE);
  expect((await page('user_email')).password_needed).toBe(true);
  const stranger = await newPerson(portal);
  for (const strange of [id ?? '', 'user_fax']) {
    const refused = await refusalOf(stranger.visitor.perform(getMethodSetUp, { id: strange }));
    expect(refused.code).toBe('not-found');
  }
});

test('F5: nothing is sent to a number that is not proven', async () => {
  const mobile = newNumber();
  const browser = await atSecondStep(portal, await newPerson(portal, { mobile }));
  for (const wanted of [{ specificmethod: 'user_mobile' }, { method: 'SMS' as const }]) {
    const refusal = await refusalOf(browser.perform(twoStepVerify, wanted));
    expect(refusal.code).toBe('identity.code-method-unknown');
  }
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: mobile })).toEqual([]);
});

test('F18: the code that was sent to one address proves no other', async () => {
  const person = await newPerson(portal);
  const { visitor } = person;
  const [own, strange] = [newAddress(), newAddress()];
  const start = async (contact_value: string) => {
    const startmethod = { contact_method: 'EMAIL' as const, contact_value };
    const { id } = await visitor.perform(manageTwoStep, { startmethod });
    portal.clock.advance(MINUTE);
    return id ?? '';
  };
  const id = await start(strange);
  await start(own);
  const code = await newestCode(portal, own);
  const refusal = await refusalOf(visitor.perform(manageTwoStep, { verifymethod: { id }, code }));
  expect(refusal.code).toBe('identity.code-void');
  const methods = await methodsOf(person);
  expect(methods.find((method) => method.id === id)).toMatchObject({ status: 'pending' });
});

test("F18: an address is refused that somebody signs in with, has proven, or that is one's own already", async () => {
  const person = await newPerson(portal);
  const other = await newPerson(portal);
  const proven = newAddress();
  await addMethod(portal, other, 'EMAIL', proven);
  portal.clock.advance(MINUTE);
  for (const contact_value of [person.emailaddress, other.emailaddress.toUpperCase(), proven]) {
    const refusal = await refusalOf(
      person.visitor.perform(manageTwoStep, { startmethod: { contact_method: 'EMAIL', contact_value } }),
    );
    expect(refusal.code).toBe('identity.email-in-use');
    shows('method.email-in-use', refusal.text);
  }
  const call = await person.visitor.call('POST', '/profile/twofactor', {
    startmethod: { contact_method: 'EMAIL', contact_value: other.emailaddress },
  });
  expect(call.body).toMatchObject({ success: false, error_code: 'EMAIL_ALREADY_IN_USE' });
  // An address that somebody entered but never verified belongs to nobody.
  const unproven = newAddress();
  const startmethod = { contact_method: 'EMAIL' as const, contact_value: unproven };
  await other.visitor.perform(manageTwoStep, { startmethod });
  const theirs = await newestCode(portal, unproven);
  await addMethod(portal, person, 'EMAIL', unproven);
  const id = (await methodsOf(other)).find(({ contact_value }) => contact_value === unproven)?.id ?? '';
  const late = await refusalOf(other.visitor.perform(manageTwoStep, { verifymethod: { id }, code: theirs }));
  expect(late.code).toBe('identity.email-in-use');
});

test('ten methods are begun in an hour at most', async () => {
  const { visitor } = await newPerson(portal);
  const start = () =>
    visitor.perform(manageTwoStep, {
      startmethod: { contact_method: 'EMAIL', contact_value: newAddress() },
    });
  for (let begun = 0; begun < 10; begun += 1) {
    await start();
    portal.clock.advance(31 * SECOND);
  }
  expect((await refusalOf(start())).code).toBe('throttled');
});

describe('proof that the person is there (D14)', () => {
  test('a number that codes go to is changed in the profile within ten minutes of the second step alone', async () => {
    const person = await newPerson(portal, { mobile: newNumber() });
    const change = () =>
      person.visitor.perform(updateProfile, { profileobject: { mobile: newNumber(), city: 'Austin' } });
    portal.clock.advance(10 * MINUTE + SECOND);
    // No code was ever sent to the first number, so no proof is needed.
    await change();
    await sql`update account set mobile_verified_at = now(), two_step_method = 'SMS'
      where id = ${person.accountId}`.execute(portal.db);
    const refused = await refusalOf(change());
    expect(refused).toMatchObject({ code: 'identity.mobile-needs-proof', options: { field: 'mobile' } });
    shows('profile.mobile-needs-proof', refused.text);
    expect((await person.visitor.caller())?.twoStepMethod).toBe('SMS');
    await person.visitor.perform(updateProfile, { profileobject: { city: 'Dallas' } });
  });

  test('ten minutes after the second step the password is asked for, and five wrong ones are taken', async () => {
    const { visitor } = await newPerson(portal);
    const startmethod = { contact_method: 'OTPAPP' as const };
    portal.clock.advance(10 * MINUTE + SECOND);
    const unproven = await refusalOf(visitor.perform(manageTwoStep, { startmethod }));
    expect(unproven.code).toBe('identity.password-confirmation-needed');
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = visitor.perform(manageTwoStep, { startmethod, currentpassword: 'something-Else-1' });
      expect((await refusalOf(wrong)).code).toBe('identity.password-current-wrong');
    }
    const right = { startmethod, currentpassword: PASSWORD };
    expect((await refusalOf(visitor.perform(manageTwoStep, right))).code).toBe('throttled');
    portal.clock.advance(20 * MINUTE);
    await visitor.perform(manageTwoStep, right);
  });

  test('switching off takes the password itself, and switching on a method', async () => {
    const person = await newPerson(portal);
    const { visitor } = person;
    const off = { primarymethod: { contact_method: 'DISABLED' as const } };
    const refusal = await refusalOf(visitor.perform(manageTwoStep, off));
    expect(refusal.code).toBe('identity.password-confirmation-needed');
    await visitor.perform(manageTwoStep, { ...off, currentpassword: PASSWORD });
    expect((await visitor.caller())?.twoStepMethod).toBe('DISABLED');
    const signedIn = await portal
      .visitor()
      .perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
    expect(signedIn.twosteprequired).toBe(false);
    await visitor.perform(manageTwoStep, { primarymethod: { id: 'user_email' } });
    expect((await visitor.caller())?.twoStepMethod).toBe('EMAIL');
  });

  test('staff cannot switch it off', async () => {
    const { visitor } = await newStaff(portal);
    const refusal = await refusalOf(
      visitor.perform(manageTwoStep, {
        primarymethod: { contact_method: 'DISABLED' },
        currentpassword: PASSWORD,
      }),
    );
    shows('method.two-step-required', refusal.text);
  });
});

test('a change gives the session another id, and the present one goes on', async () => {
  const { visitor, ...person } = await newPerson(portal);
  const before = visitor.cookies.get('session');
  await addApp(portal, { visitor, ...person });
  expect(visitor.cookies.get('session')).not.toBe(before);
  expect(await visitor.caller()).not.toBeNull();
});

test('a session in which an admin acts as the person changes nothing of it', async () => {
  const visitor = await actAs(portal, await newPerson(portal));
  for (const asked of [
    { startmethod: { contact_method: 'OTPAPP' as const } },
    { removemethod: { id: 'user_mobile' } },
    { primarymethod: { contact_method: 'DISABLED' as const }, currentpassword: PASSWORD },
  ]) {
    expect((await refusalOf(visitor.perform(manageTwoStep, asked))).code).toBe('not-in-admin-session');
  }
});

test("a method of somebody else's is not found", async () => {
  const owner = await newPerson(portal);
  const stranger = await newPerson(portal);
  const id = await addMethod(portal, owner, 'EMAIL', newAddress());
  for (const asked of [
    { startmethod: { id } },
    { verifymethod: { id }, code: 'AAAAAA' },
    { removemethod: { id } },
    { primarymethod: { id } },
    { copytoprofile: { id } },
  ]) {
    const refusal = await refusalOf(stranger.visitor.perform(manageTwoStep, asked));
    expect(refusal.code).toBe('identity.code-method-unknown');
  }
  const nothing = await refusalOf(stranger.visitor.perform(manageTwoStep, {}));
  expect(nothing.code).toBe('invalid-input');
});

test('what was sent to a removed method works no more', async () => {
  const person = await newPerson(portal);
  const address = newAddress();
  const id = await addMethod(portal, person, 'EMAIL', address);
  const browser = await atSecondStep(portal, person);
  portal.clock.advance(MINUTE);
  await browser.perform(twoStepVerify, { specificmethod: id });
  const code = await newestCode(portal, address);
  await person.visitor.perform(manageTwoStep, { removemethod: { id } });
  expect((await refusalOf(browser.perform(twoStepVerify, { code }))).code).toBe('identity.code-void');
});
