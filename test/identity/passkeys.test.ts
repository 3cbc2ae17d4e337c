import { beforeAll, describe, expect, test } from 'vitest';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  addPasskey,
  getSecondStep,
  listPasskeys,
  login,
  passPasskeyStep,
  removePasskey,
  renamePasskey,
  setAccountActive,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStep,
  undoChange,
} from '#modules/identity/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { noteUse } from '#modules/identity/passkeys/use.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { Authenticator, type Otherwise } from '#test/factories/authenticator.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD, type Registered } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();
const base = 'http://localhost:3000';
const acme = 'acme.localhost:3000';
const failed = { code: 'identity.passkey-failed' };

beforeAll(async () => {
  await newCompany(portal, { company_name: 'Acme', branding_hostname: 'acme' });
  await eventually(async () => expect((await brandForHost(portal, acme)).companyId).not.toBeNull());
});

/** Adds a passkey in the person's own session. */
async function add(visitor: Visitor, device = new Authenticator(base), otherwise: Otherwise = {}) {
  const { options } = await visitor.perform(startPasskey, {});
  await visitor.perform(addPasskey, { name: 'My phone', answer: device.make(options, otherwise) });
  return device;
}

async function signIn(device: Authenticator, visitor = portal.visitor(), otherwise: Otherwise = {}) {
  const { options } = await visitor.perform(startPasskeySignIn, {});
  await visitor.perform(signInByPasskey, { answer: device.sign(options, otherwise) });
  return visitor;
}

/** A browser in which the second step is still due. */
async function withPassword({ emailaddress }: Registered, visitor = portal.visitor()) {
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  return visitor;
}

const held = async (visitor: Visitor) => (await visitor.perform(listPasskeys, {})).passkeys;

async function undoLink(emailaddress: string, words: RegExp): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const links = mails.find(({ text }) => words.test(text))?.links ?? [];
  return (
    links
      .find((link) => link.includes('/undo/'))
      ?.split('/')
      .at(-1) ?? ''
  );
}

test('a passkey signs in by itself with both steps done, staff too', async () => {
  for (const person of [await newPerson(portal), await newStaff(portal)]) {
    const device = await add(person.visitor);
    const browser = await signIn(device);
    expect(await browser.caller()).toMatchObject({ accountId: person.accountId, twoStepDone: true });
    await signIn(device);
    expect(await held(person.visitor)).toMatchObject([
      { name: 'My phone', host: 'localhost', last_used_at: expect.any(Date) },
    ]);
    const { rows } = await portal.pool.query(
      `select abs(extract(epoch from $2 - last_login_at)) < 60 as now, last_login_agent as agent
       from account where id = $1`,
      [person.accountId, portal.clock.now()],
    );
    expect(rows).toEqual([{ now: true, agent: 'Visitor/1.0' }]);
  }
});

test('a passkey is the second step after the password, also unverified, and is offered where there is one', async () => {
  const person = await newPerson(portal);
  const without = await withPassword(person);
  expect(await without.perform(getSecondStep, {})).toMatchObject({ passkey: false });
  await expect(without.perform(startPasskeyStep, {})).rejects.toMatchObject(failed);
  const device = await add(person.visitor);
  const browser = await withPassword(person);
  expect(await browser.perform(getSecondStep, {})).toMatchObject({ passkey: true });
  const { options } = await browser.perform(startPasskeyStep, {});
  expect(JSON.parse(options)).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: device.credentialId }],
  });
  await browser.perform(passPasskeyStep, { answer: device.sign(options, { unverified: true }) });
  expect(await browser.caller()).toMatchObject({ twoStepDone: true });
});

describe('hostile answers at a sign-in', () => {
  const hostile: [string, Otherwise][] = [
    ['from another origin', { origin: 'http://evil.test' }],
    ['from a company’s host', { origin: `http://${acme}` }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['for a challenge that nobody gave', { challenge: 'x'.repeat(43) }],
    ['without a verified owner', { unverified: true }],
    ['with a handle that is no account', { userHandle: 'bm9ib2R5' }],
    ['with a credential that nobody added', { credentialId: 'y'.repeat(43) }],
  ];
  test.each(hostile)('%s', async (_, otherwise) => {
    const person = await newPerson(portal);
    const device = await add(person.visitor);
    const browser = portal.visitor();
    await expect(signIn(device, browser, otherwise)).rejects.toMatchObject(failed);
    expect(await browser.caller()).toBeNull();
    await signIn(device, browser);
  });

  test('replayed, and a second answer to one challenge', async () => {
    const person = await newPerson(portal);
    const device = await add(person.visitor, new Authenticator(base, 0));
    const browser = portal.visitor();
    const { options } = await browser.perform(startPasskeySignIn, {});
    const answer = device.sign(options);
    await browser.perform(signInByPasskey, { answer });
    const thief = portal.visitor();
    await expect(thief.perform(signInByPasskey, { answer })).rejects.toMatchObject(failed);
    await expect(thief.perform(signInByPasskey, { answer: device.sign(options) })).rejects.toMatchObject(
      failed,
    );
  });

  test('a challenge is used up by a wrong answer too', async () => {
    const person = await newPerson(portal);
    const device = await add(person.visitor);
    const browser = portal.visitor();
    const { options } = await browser.perform(startPasskeySignIn, {});
    const wrong = device.sign(options, { origin: 'http://evil.test' });
    await expect(browser.perform(signInByPasskey, { answer: wrong })).rejects.toMatchObject(failed);
    await expect(browser.perform(signInByPasskey, { answer: device.sign(options) })).rejects.toMatchObject(
      failed,
    );
  });

  test('late: a challenge lasts five minutes', async () => {
    const person = await newPerson(portal);
    const device = await add(person.visitor);
    const browser = portal.visitor();
    portal.clock.stop();
    const { options } = await browser.perform(startPasskeySignIn, {});
    portal.clock.advance(identityTimings['passkey.challenge']);
    await expect(browser.perform(signInByPasskey, { answer: device.sign(options) })).rejects.toMatchObject(
      failed,
    );
    const { options: again } = await browser.perform(startPasskeySignIn, {});
    portal.clock.advance(5 * MINUTE - 1);
    await browser.perform(signInByPasskey, { answer: device.sign(again) });
  });

  test('with a count that did not rise: a copy of the device', async () => {
    const person = await newPerson(portal);
    const device = await add(person.visitor);
    await signIn(device);
    await signIn(device);
    for (const counter of [device.counter, device.counter - 1, 0]) {
      await expect(signIn(device, portal.visitor(), { counter })).rejects.toMatchObject(failed);
    }
    await signIn(device);
  });

  test('overtaken by another answer, or answered by a passkey that was removed meanwhile', async () => {
    const person = await newPerson(portal);
    const device = await add(person.visitor);
    await signIn(device);
    const [passkey] = await held(person.visitor);
    const note = (counter: number) =>
      portal.work('test.note-use', (work) =>
        noteUse(work, { id: passkey?.id ?? '', accountId: person.accountId, counter }),
      );
    await expect(note(device.counter)).rejects.toMatchObject(failed);
    await note(device.counter + 1);
    await expect(note(device.counter + 1)).rejects.toMatchObject(failed);
    await person.visitor.perform(removePasskey, { id: passkey?.id ?? '' });
    await expect(note(device.counter + 2)).rejects.toMatchObject(failed);
  });

  test('with another person’s handle', async () => {
    const [person, other] = [await newPerson(portal), await newPerson(portal)];
    const [device, theirs] = [await add(person.visitor), await add(other.visitor)];
    await expect(signIn(device, portal.visitor(), { userHandle: theirs.userHandle })).rejects.toMatchObject(
      failed,
    );
    await expect(
      signIn(device, portal.visitor(), {
        userHandle: theirs.userHandle,
        credentialId: theirs.credentialId,
      }),
    ).rejects.toMatchObject(failed);
  });

  test('unreadable ones', async () => {
    for (const answer of ['', '{', '[]', '{"id":{}}', JSON.stringify({ id: 'x', type: 'public-key' })]) {
      await expect(portal.visitor().perform(signInByPasskey, { answer })).rejects.toMatchObject({
        status: 400,
      });
    }
  });
});

test('the second step takes no passkey of somebody else, nor the challenge of another session’s person', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  const [device, theirs] = [await add(person.visitor), await add(other.visitor)];
  const browser = await withPassword(person);
  const { options } = await browser.perform(startPasskeyStep, {});
  await expect(browser.perform(passPasskeyStep, { answer: theirs.sign(options) })).rejects.toMatchObject(
    failed,
  );
  const theirBrowser = await withPassword(other);
  const { options: forOther } = await theirBrowser.perform(startPasskeyStep, {});
  await expect(browser.perform(passPasskeyStep, { answer: device.sign(forOther) })).rejects.toMatchObject(
    failed,
  );
  const { options: signInOptions } = await browser.perform(startPasskeySignIn, {});
  await expect(
    browser.perform(passPasskeyStep, { answer: device.sign(signInOptions) }),
  ).rejects.toMatchObject(failed);
  expect(await browser.caller()).toMatchObject({ twoStepDone: false });
});

describe('adding', () => {
  test('takes no answer from elsewhere, for another account or without a verified owner', async () => {
    const [person, other] = [await newPerson(portal), await newPerson(portal)];
    for (const otherwise of [
      { origin: 'http://evil.test' },
      { rpId: 'evil.test' },
      { unverified: true },
      { challenge: 'x'.repeat(43) },
    ]) {
      await expect(add(person.visitor, undefined, otherwise)).rejects.toMatchObject(failed);
    }
    const { options } = await other.visitor.perform(startPasskey, {});
    const answer = new Authenticator(base).make(options);
    await expect(person.visitor.perform(addPasskey, { name: 'Phone', answer })).rejects.toMatchObject(failed);
    expect(await held(person.visitor)).toEqual([]);
  });

  test('takes no credential that somebody has', async () => {
    const [person, other] = [await newPerson(portal), await newPerson(portal)];
    const device = await add(person.visitor);
    const error: unknown = await add(other.visitor, undefined, { credentialId: device.credentialId }).catch(
      (thrown: unknown) => thrown,
    );
    expect(portal.asRefusal(error, other.visitor.visit(), 'test')).toMatchObject(failed);
    expect(await held(other.visitor)).toEqual([]);
  });

  test('asks for the password when the second step is long ago', async () => {
    const { visitor } = await newPerson(portal);
    portal.clock.advance(11 * MINUTE);
    await expect(visitor.perform(startPasskey, {})).rejects.toMatchObject({
      code: 'identity.password-confirmation-needed',
    });
    const { options } = await visitor.perform(startPasskey, { currentpassword: PASSWORD });
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('names what the device has already, and keeps ten at most, also of two at the same time', async () => {
    const { visitor } = await newPerson(portal);
    const first = await add(visitor);
    for (let made = 1; made < 9; made += 1) await add(visitor);
    const started = [await visitor.perform(startPasskey, {}), await visitor.perform(startPasskey, {})];
    expect(JSON.parse(started[0]?.options ?? '').excludeCredentials).toContainEqual(
      expect.objectContaining({ id: first.credentialId }),
    );
    const outcomes: unknown[] = [];
    for (const { options } of started) {
      const answer = new Authenticator(base).make(options);
      outcomes.push(
        await visitor.perform(addPasskey, { name: 'Key', answer }).catch((error: unknown) => error),
      );
    }
    expect(outcomes).toMatchObject([{}, { code: 'identity.passkey-enough' }]);
    await expect(visitor.perform(startPasskey, {})).rejects.toMatchObject({
      code: 'identity.passkey-enough',
    });
    expect(await held(visitor)).toHaveLength(10);
  });
});

test('D104: a passkey works on the host that it was added on, and a challenge too', async () => {
  const person = await newPerson(portal, {}, { host: acme });
  const device = await add(person.visitor, new Authenticator(`http://${acme}`));
  expect(await held(person.visitor)).toMatchObject([{ host: 'acme.localhost' }]);
  await signIn(device, portal.visitor({ host: acme }));

  await expect(signIn(device)).rejects.toMatchObject(failed);
  await expect(signIn(device, portal.visitor(), { origin: base })).rejects.toMatchObject(failed);
  const elsewhere = await withPassword(person);
  expect(await elsewhere.perform(getSecondStep, {})).toMatchObject({ passkey: false });
  const { options } = await portal.visitor().perform(startPasskeySignIn, {});
  await expect(
    portal.visitor({ host: acme }).perform(signInByPasskey, { answer: device.sign(options) }),
  ).rejects.toMatchObject(failed);
});

test('F28: who belongs on a company’s host is led there after a sign-in by a passkey elsewhere', async () => {
  const company = await newCompany(portal, { company_name: 'Pine', branding_hostname: 'pine' });
  await eventually(async () =>
    expect((await brandForHost(portal, 'pine.localhost:3000')).companyId).not.toBeNull(),
  );
  const member = await newTeamMember(portal, company, 'admin');
  const device = await add(member.visitor);
  const browser = portal.visitor();
  const { options } = await browser.perform(startPasskeySignIn, {});
  expect(await browser.perform(signInByPasskey, { answer: device.sign(options) })).toEqual({
    redirect_to_branded_domain: expect.stringMatching(/^http:\/\/pine\.localhost:3000\/handoff\//),
  });
});

test('a passkey is renamed and removed by its owner alone, and then signs nobody in', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  const device = await add(person.visitor);
  const [{ id } = { id: '' }] = await held(person.visitor);
  await expect(other.visitor.perform(renamePasskey, { id, name: 'Mine' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(other.visitor.perform(removePasskey, { id })).rejects.toMatchObject({ code: 'not-found' });
  await person.visitor.perform(renamePasskey, { id, name: 'Work laptop' });
  expect(await held(person.visitor)).toMatchObject([{ name: 'Work laptop' }]);
  await person.visitor.perform(removePasskey, { id });
  await expect(signIn(device)).rejects.toMatchObject(failed);
  await expect(person.visitor.perform(removePasskey, { id })).rejects.toMatchObject({ code: 'not-found' });
});

test('D103: the mail of an added passkey takes it away, that of a removed one brings it back', async () => {
  const person = await newPerson(portal);
  const device = await add(person.visitor);
  await signIn(device);
  const [{ id } = { id: '' }] = await held(person.visitor);
  await person.visitor.perform(removePasskey, { id });
  const removed = await undoLink(person.emailaddress, /A passkey was removed/);
  await portal.visitor().perform(undoChange, { token: removed });
  expect(await person.visitor.caller()).toBeNull();
  const back = await signIn(device);
  expect(await held(back)).toMatchObject([{ id, name: 'My phone' }]);

  const other = await newPerson(portal);
  const intruder = await add(other.visitor);
  const added = await undoLink(other.emailaddress, /A passkey was added/);
  const browser = await signIn(intruder);
  await portal.visitor().perform(undoChange, { token: added });
  expect(await browser.caller()).toBeNull();
  await expect(signIn(intruder)).rejects.toMatchObject(failed);
});

test('a closed account is not entered, and guesses from one address are limited as at the sign-in', async () => {
  const person = await newPerson(portal);
  const device = await add(person.visitor);
  await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
  await expect(signIn(device)).rejects.toMatchObject(failed);

  const address = '192.0.2.77';
  for (let tries = 0; tries < 100; tries += 1) {
    await expect(
      portal.visitor({ address }).perform(signInByPasskey, { answer: '{}' }),
    ).rejects.toMatchObject(failed);
  }
  await expect(
    portal.visitor({ address }).perform(login, { emailaddress: 'a@example.com', password: 'x' }),
  ).rejects.toMatchObject({ code: 'throttled' });
});

test('challenges that nobody answered are swept away', async () => {
  await portal.visitor().perform(startPasskeySignIn, {});
  portal.clock.advance(identityTimings['passkey.challenge']);
  await portal.runSchedule('identity.sweep');
  const { left } = await portal.db
    .selectFrom('passkey_challenge')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  expect(left).toBe(0);
});
