import { expect, test } from 'vitest';
import {
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  listSessions,
  login,
  makeRecoveryCodes,
  twoStepVerify,
  undoChange,
  updatePassword,
  useRecoveryCode,
} from '#modules/identity/index.ts';
import { HOUR, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD, type Registered, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const NEW_PASSWORD = 'velvet-Harbour-4711';

/** A browser that the person chose to be remembered. */
async function rememberedBrowser({ emailaddress }: Registered) {
  const browser = portal.visitor();
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  await browser.perform(twoStepVerify, { code, rememberbrowser: true });
  return {
    asksForCode: async (password: string) =>
      (await browser.perform(login, { emailaddress, password })).twosteprequired,
  };
}

async function undoTokenOf({ emailaddress }: Registered): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const links = mails.flatMap((mail) => mail.links);
  return links.map((link) => /\/undo\/([\w-]+)/.exec(link)?.[1]).find(Boolean) ?? '';
}

const ends: Record<string, (person: Registered) => Promise<string>> = {
  'the password is changed': async ({ visitor }) => {
    await visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    return NEW_PASSWORD;
  },
  'the password is set by a recovery code': async ({ emailaddress }) => {
    const browser = portal.visitor();
    await browser.perform(forgotPassword, { emailaddress });
    await browser.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
    await browser.perform(forgotNewPassword, { password: NEW_PASSWORD });
    return NEW_PASSWORD;
  },
  'a change is undone': async (person) => {
    await person.visitor.perform(updatePassword, { newpassword: NEW_PASSWORD });
    // The attacker who changed the password has also had a browser remembered.
    const thief = portal.visitor();
    const { emailaddress } = person;
    await thief.perform(login, { emailaddress, password: NEW_PASSWORD });
    await thief.perform(twoStepVerify, { method: 'EMAIL' });
    const code = await newestCode(portal, emailaddress);
    await thief.perform(twoStepVerify, { code, rememberbrowser: true });
    await portal.visitor().perform(undoChange, { token: await undoTokenOf(person) });
    const again = await thief.perform(login, { emailaddress, password: PASSWORD });
    expect(again.twosteprequired).toBe(true);
    return PASSWORD;
  },
};

test.each(Object.keys(ends))('a remembered browser is asked for a code again once %s', async (how) => {
  const person = await newPerson(portal);
  const other = await newPerson(portal);
  const [own, others] = [await rememberedBrowser(person), await rememberedBrowser(other)];
  expect(await own.asksForCode(PASSWORD)).toBe(false);
  const password = await ends[how]?.(person);
  expect(await own.asksForCode(password ?? '')).toBe(true);
  expect(await others.asksForCode(PASSWORD)).toBe(false);
});

test('a browser is remembered when that is chosen alone, and says when it was used last', async () => {
  const person = await newPerson(portal);
  const { emailaddress } = person;
  const [recoverycode = ''] = (await person.visitor.perform(makeRecoveryCodes, {})).codes;
  const browser = portal.visitor();
  const browsersOf = async () => (await browser.perform(listSessions, {})).browsers;
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(useRecoveryCode, { recoverycode });
  expect(await browsersOf()).toEqual([]);
  await signIn(portal, person, browser);
  expect(await browsersOf()).toEqual([]);
  portal.clock.advance(MINUTE);
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  await browser.perform(twoStepVerify, { code, rememberbrowser: true });
  const [before] = await browsersOf();
  portal.clock.advance(HOUR);
  await browser.perform(login, { emailaddress, password: PASSWORD });
  const [after] = await browsersOf();
  const used = (at: typeof before) => at?.last_used_at.getTime() ?? 0;
  expect(used(after) - used(before)).toBeGreaterThanOrEqual(HOUR);
});

test('a browser that somebody else signs in with is a new one, and keeps the name it was given', async () => {
  const [first, second] = [await newPerson(portal), await newPerson(portal)];
  const told = async ({ emailaddress }: Registered) => {
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: emailaddress });
    return mails.filter(({ subject }) => subject === 'You logged in from a new browser').length;
  };
  const known = first.visitor.cookies.get('known');
  await signIn(portal, second, first.visitor);
  expect([await told(first), await told(second)]).toEqual([0, 1]);
  expect(first.visitor.cookies.get('known')).toBe(known);
  portal.clock.advance(MINUTE);
  await signIn(portal, first, first.visitor);
  expect([await told(first), await told(second)]).toEqual([0, 1]);
  for (const [length, kept] of [
    [64, true],
    [65, false],
  ] as const) {
    const browser = portal.visitor();
    browser.cookies.set('known', 'x'.repeat(length));
    portal.clock.advance(MINUTE);
    await signIn(portal, second, browser);
    expect(browser.cookies.get('known') === 'x'.repeat(length), `${length}`).toBe(kept);
  }
});
