import { expect, test } from 'vitest';
import { loader as openPage } from '#app/routes/identity/register-verification.tsx';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { registerVerify, resendRegistrationCode } from '#modules/identity/index.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newestCode, newPerson, type Registered, registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';

/** The mailed link of a registration says what became of it, in any browser. */
const portal = await testPortal();

/** Somebody who has registered and reads the mail with the code. */
async function newcomer(): Promise<Registered & { path: string }> {
  const person = await registerPerson(portal);
  await person.visitor.perform(acceptTerms, { accept_terms: 'YES' });
  return { ...person, path: await newestLink(person) };
}

async function newestLink({ emailaddress }: Registered): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const link = mails.flatMap(({ links }) => links).find((each) => each.includes('/register/verification?'));
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

const open = (visitor: Visitor, path: string) => askPage(portal, visitor, openPage, { path });
const elsewhere = (path: string) => open(portal.visitor(), path);
const verify = async ({ visitor, emailaddress }: Registered) =>
  visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });

test('a link that works asks for a log-in in another browser, and leads back to the code', async () => {
  const { path } = await newcomer();
  expect(redirectOf(await elsewhere(path))).toBe(`/login?next=${encodeURIComponent(path)}`);
});

test('a used link says so in another browser', async () => {
  const person = await newcomer();
  await verify(person);
  const page = await elsewhere(person.path);
  expect(page).toMatchObject({
    data: { dead: { title: 'This link was already used' } },
    init: { status: 410 },
  });
  shows('register.link-used', JSON.stringify(page));
});

test('its owner is led home', async () => {
  const person = await newcomer();
  await verify(person);
  expect(redirectOf(await open(person.visitor, person.path))).toBe('/user');
});

test('a link that was replaced says so, and no code is filled in for its owner', async () => {
  const person = await newcomer();
  portal.clock.advance(60_000);
  await person.visitor.perform(resendRegistrationCode, {});
  const page = await elsewhere(person.path);
  expect(page).toMatchObject({ data: { dead: { title: 'This link was replaced' } }, init: { status: 410 } });
  shows('register.link-replaced', JSON.stringify(page));
  expect(await open(person.visitor, person.path)).toMatchObject({
    data: { dead: null, step: { code: '', isOver: true } },
  });
  expect(await open(person.visitor, await newestLink(person))).toMatchObject({
    data: { step: { code: expect.stringMatching(/^\w{6}$/), isOver: false } },
  });
});

test.each([
  ['after its time', HOUR],
  ['after its code was deleted', 30 * DAY],
])('an expired link says so %s', async (_when, time) => {
  const person = await newcomer();
  portal.clock.advance(time);
  if (time > HOUR)
    await portal.pool.query('delete from verification_code where account_id = $1', [person.accountId]);
  const page = await elsewhere(person.path);
  expect(page).toMatchObject({ data: { dead: { title: 'This link has expired' } }, init: { status: 410 } });
  shows('register.link-expired', JSON.stringify(page));
});

test('a link of another account says so to whoever is logged in', async () => {
  const person = await newcomer();
  const other = await newPerson(portal);
  for (const done of [false, true]) {
    if (done) await verify(person);
    const page = await open(other.visitor, person.path);
    expect(page).toMatchObject({
      data: { dead: { title: 'This link is for another account' } },
      init: { status: 403 },
    });
    shows('register.link-of-another', JSON.stringify(page));
  }
});

test('a link whose mark was cut off or made up is like one without a mark', async () => {
  const person = await newcomer();
  for (const mark of ['x', '', 'A'.repeat(300)]) {
    const path = person.path.replace(/link=.*/, `link=${mark}`);
    expect(redirectOf(await elsewhere(path)), mark).toMatch(/^\/login\?next=/);
  }
});
