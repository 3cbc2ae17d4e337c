import { expect, test } from 'vitest';
import {
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  login,
  twoStepVerify,
  undoChange,
  updatePassword,
} from '#modules/identity/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD, type Registered } from '#test/factories/people.ts';
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
