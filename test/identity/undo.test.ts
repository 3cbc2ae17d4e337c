import { describe, expect, test } from 'vitest';
import {
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  getUndo,
  login,
  makeRecoveryCodes,
  manageTwoStep,
  undoChange,
  updatePassword,
  updateProfile,
  useRecoveryCode,
} from '#modules/identity/index.ts';
import { HOUR, MINUTE, SECOND } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD, type Registered, registerPerson } from '#test/factories/people.ts';
import {
  addApp,
  addMethod,
  atSecondStep,
  methodsOf,
  newAddress,
  newNumber,
  refusalOf,
  severalAtSecondStep,
} from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
const NEW_PASSWORD = 'velvet-Harbour-4711';

/** The token in the newest mail to an address with a matching subject; null if the mail contains none. */
async function undoTokenOf(address: string, subject: RegExp): Promise<string | null> {
  await portal.runJobs();
  const mail = (await listOutbox(portal.db, { to: address })).find((each) =>
    subject.test(each.subject ?? ''),
  );
  if (!mail) throw new Error(`no mail to ${address} like ${subject}`);
  return mail.links.map((link) => /\/undo\/([\w-]+)/.exec(link)?.[1]).find(Boolean) ?? null;
}

const passwordOpens = (emailaddress: string, password: string) =>
  portal
    .visitor()
    .perform(login, { emailaddress, password })
    .then(
      () => true,
      () => false,
    );

describe('an undo', () => {
  test('puts the old password back, ends every session, and lets this browser set a new one', async () => {
    const person = await newPerson(portal);
    await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    const token = (await undoTokenOf(person.emailaddress, /password was changed/)) ?? '';
    const owner = portal.visitor();
    // Looking uses nothing up.
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await owner.perform(getUndo, { token })).toMatchObject({ change: 'password' });
    }
    expect(await person.visitor.caller()).not.toBeNull();
    await owner.perform(undoChange, { token });
    expect(await person.visitor.caller()).toBeNull();
    expect(await passwordOpens(person.emailaddress, NEW_PASSWORD)).toBe(false);
    expect(await passwordOpens(person.emailaddress, PASSWORD)).toBe(true);
    const again = await refusalOf(owner.perform(undoChange, { token }));
    shows('undo.used', again.text);
    for (const password of [NEW_PASSWORD, PASSWORD]) {
      const refusal = await refusalOf(owner.perform(forgotNewPassword, { password }));
      expect([password, refusal.code]).toEqual([password, 'identity.password-used']);
    }
    await owner.perform(forgotNewPassword, { password: 'marble-Compass-0815' });
    expect(await passwordOpens(person.emailaddress, 'marble-Compass-0815')).toBe(true);
    const spent = await refusalOf(owner.perform(forgotNewPassword, { password: 'pebble-Lantern-0815' }));
    expect(spent.code).toBe('identity.recovery-failed');
  });

  test('of an address goes to the former one, which takes back all that came after it', async () => {
    const person = await newPerson(portal, { mobile: newNumber() });
    const thief = newAddress();
    const email = await addMethod(portal, person, 'EMAIL', thief);
    await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
    await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    const { id } = await addApp(portal, person);
    await person.visitor.perform(manageTwoStep, { primarymethod: { id } });

    const token = (await undoTokenOf(person.emailaddress, /email address was changed/)) ?? '';
    expect(await undoTokenOf(thief, /email address was changed/)).toBeNull();
    const later = (await undoTokenOf(thief, /two-step verification was changed/)) ?? '';
    const owner = portal.visitor();
    await owner.perform(undoChange, { token });
    expect(await passwordOpens(person.emailaddress, PASSWORD)).toBe(true);
    expect(await passwordOpens(thief, NEW_PASSWORD)).toBe(false);
    const methods = await methodsOf({ visitor: await atSecondStep(portal, person) });
    expect(methods.map((method) => [method.id, method.status])).toEqual([
      ['user_email', 'verifiedprimary'],
      // Verified before the account's address was changed to it.
      [email, 'verified'],
    ]);
    expect((await refusalOf(owner.perform(undoChange, { token: later }))).code).toBe('identity.undo-used');
    // The thief's address is told about the undo, but cannot reverse it.
    expect(await undoTokenOf(thief, /email address was changed/)).toBeNull();
  });

  test('voids the recovery code that whoever changed the address has asked for', async () => {
    const person = await newPerson(portal);
    const address = newAddress();
    const email = await addMethod(portal, person, 'EMAIL', address);
    await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
    const token = (await undoTokenOf(person.emailaddress, /email address was changed/)) ?? '';
    const thief = portal.visitor();
    await thief.perform(forgotPassword, { emailaddress: address });
    const code = await newestCode(portal, address);
    await portal.visitor().perform(undoChange, { token });
    const refusal = await refusalOf(thief.perform(forgotPasswordVerify, { code }));
    expect(refusal.code).toBe('identity.recovery-code-mismatch');
  });

  test('takes the new password away from whoever has entered a recovery code before', async () => {
    const person = await newPerson(portal);
    await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    const token = (await undoTokenOf(person.emailaddress, /password was changed/)) ?? '';
    const thief = portal.visitor();
    await thief.perform(forgotPassword, { emailaddress: person.emailaddress });
    await thief.perform(forgotPasswordVerify, { code: await newestCode(portal, person.emailaddress) });
    portal.clock.advance(SECOND);
    await portal.visitor().perform(undoChange, { token });
    const refused = await refusalOf(thief.perform(forgotNewPassword, { password: 'marble-Compass-0815' }));
    expect(refused.code).toBe('identity.recovery-failed');
    expect(await passwordOpens(person.emailaddress, PASSWORD)).toBe(true);
  });

  test('takes the address from somebody who registered it meanwhile and did not prove it', async () => {
    const person = await newPerson(portal);
    const email = await addMethod(portal, person, 'EMAIL', newAddress());
    await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
    const token = (await undoTokenOf(person.emailaddress, /email address was changed/)) ?? '';
    const squatter = await registerPerson(portal, { emailaddress: person.emailaddress });
    await portal.visitor().perform(undoChange, { token });
    expect(await squatter.visitor.caller()).toBeNull();
    expect(await passwordOpens(person.emailaddress, PASSWORD)).toBe(true);
  });

  test('is refused when another account has proven the former address since', async () => {
    const person = await newPerson(portal);
    const email = await addMethod(portal, person, 'EMAIL', newAddress());
    await person.visitor.perform(manageTwoStep, { copytoprofile: { id: email } });
    const token = (await undoTokenOf(person.emailaddress, /email address was changed/)) ?? '';
    await newPerson(portal, { emailaddress: person.emailaddress });
    const refusal = await refusalOf(portal.visitor().perform(undoChange, { token }));
    shows('undo.impossible', refusal.text);
    expect(await person.visitor.caller()).not.toBeNull();
  });

  test('brings a removed app back, and its used codes stay used', async () => {
    const person = await newPerson(portal);
    const { id } = await addApp(portal, person);
    await person.visitor.perform(manageTwoStep, { removemethod: { id } });
    const token = (await undoTokenOf(person.emailaddress, /two-step verification was changed/)) ?? '';
    await portal.visitor().perform(undoChange, { token });
    const { rows } = await portal.pool.query(
      'select last_step, verified_at from contact_method where id = $1',
      [id],
    );
    expect(rows).toEqual([{ last_step: expect.any(Number), verified_at: expect.any(Date) }]);
  });

  test('works for 72 hours, once for eight at the same time', async () => {
    const change = async () => {
      const person = await newPerson(portal);
      await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
      return (await undoTokenOf(person.emailaddress, /password was changed/)) ?? '';
    };
    const late = await change();
    portal.clock.advance(72 * HOUR);
    expect((await refusalOf(portal.visitor().perform(undoChange, { token: late }))).code).toBe(
      'identity.undo-over',
    );
    const token = await change();
    portal.clock.advance(72 * HOUR - MINUTE);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => portal.visitor().perform(undoChange, { token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await portal.runSchedule('identity.sweep');
    const { rows } = await portal.pool.query('select count(*)::int as kept from security_change');
    expect(rows[0].kept).toBeGreaterThan(0);
    portal.clock.advance(72 * HOUR);
    await portal.runSchedule('identity.sweep');
    expect((await portal.pool.query('select id from security_change')).rows).toEqual([]);
  });

  test('keeps what was before sealed: no hash, secret or address can be read', async () => {
    const person = await newPerson(portal);
    await addApp(portal, person);
    await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    const { rows } = await portal.pool.query(
      'select security_change::text as row from security_change where account_id = $1',
      [person.accountId],
    );
    for (const { row } of rows) {
      expect(row).not.toContain('argon2');
      expect(row).not.toContain(person.emailaddress);
    }
  });
});

describe('recovery codes', () => {
  const make = async ({ visitor }: Registered) => (await visitor.perform(makeRecoveryCodes, {})).codes;

  test('ten come with the first method, as hashes, and each works once', async () => {
    const person = await newPerson(portal);
    const { id } = await person.visitor.perform(manageTwoStep, {
      startmethod: { contact_method: 'SMS', contact_value: newNumber() },
    });
    expect(id).not.toBeNull();
    const codes = await make(person);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const { rows } = await portal.pool.query(
      'select recovery_code::text as row from recovery_code where account_id = $1',
      [person.accountId],
    );
    expect(rows).toHaveLength(10);
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
      for (const { row } of rows) expect(row).not.toContain(code.replace('-', ''));
    }
    const [first = ''] = codes;
    const browsers = await severalAtSecondStep(portal, person, 4);
    const outcomes = await Promise.allSettled(
      browsers.map((browser) => browser.perform(useRecoveryCode, { recoverycode: first.toLowerCase() })),
    );
    const passed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(passed).toEqual([{ left: 9 }]);
  });

  test('new ones end the earlier ones; nobody else’s work', async () => {
    const person = await newPerson(portal);
    const [earlier = ''] = await make(person);
    await make(person);
    const [strange = ''] = await make(await newPerson(portal));
    const browser = await atSecondStep(portal, person);
    for (const recoverycode of [earlier, strange, '']) {
      const refusal = await refusalOf(browser.perform(useRecoveryCode, { recoverycode }));
      expect(refusal.code).not.toBe('throttled');
    }
    expect((await browser.caller())?.twoStepDone).toBe(false);
  });

  test('five wrong ones are taken from all browsers together, then none for a while', async () => {
    const person = await newPerson(portal);
    const [right = ''] = await make(person);
    const browsers = await severalAtSecondStep(portal, person, 8);
    const outcomes = await Promise.all(
      browsers.map((browser) => refusalOf(browser.perform(useRecoveryCode, { recoverycode: 'AAAAA-AAAAA' }))),
    );
    expect(outcomes.filter(({ code }) => code === 'identity.code-mismatch')).toHaveLength(5);
    const held = await refusalOf(
      (await atSecondStep(portal, person)).perform(useRecoveryCode, { recoverycode: right }),
    );
    expect(held.code).toBe('throttled');
    portal.clock.advance(30 * MINUTE);
    const browser = await atSecondStep(portal, person);
    expect(await browser.perform(useRecoveryCode, { recoverycode: right })).toEqual({ left: 9 });
  });
});

test('a number that codes went to is told when the profile changes it', async () => {
  const number = newNumber();
  const person = await newPerson(portal, { mobile: number });
  await person.visitor.perform(updateProfile, { profileobject: { mobile: newNumber() } });
  await portal.runJobs();
  const subjects = async () =>
    (await listOutbox(portal.db, { to: person.emailaddress })).map(({ subject }) => subject);
  expect(await subjects()).not.toContain('Your two-step verification was changed');
  await portal.pool.query('update account set mobile_verified_at = now() where id = $1', [person.accountId]);
  await person.visitor.perform(updateProfile, { profileobject: { mobile: number } });
  await portal.runJobs();
  expect(await subjects()).toContain('Your two-step verification was changed');
});

test('a sign-in from a browser never seen is told, the first and a known one are not', async () => {
  const person = await newPerson(portal);
  const told = async () => {
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: person.emailaddress });
    return mails.filter(({ subject }) => subject === 'You logged in from a new browser');
  };
  const [code = '', next = ''] = (await person.visitor.perform(makeRecoveryCodes, {})).codes;
  await person.visitor.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  await person.visitor.perform(useRecoveryCode, { recoverycode: code });
  expect(await told()).toEqual([]);
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36';
  const other = portal.visitor({ agent, address: '203.0.113.77' });
  await other.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  // The password alone does not count as a sign-in yet.
  expect(await told()).toEqual([]);
  await other.perform(useRecoveryCode, { recoverycode: next });
  const [mail, ...more] = await told();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Chrome on Windows');
  expect(mail?.text).toContain('203.0.113.77');
});
