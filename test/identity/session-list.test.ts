import { expect, test } from 'vitest';
import {
  endOneSession,
  endOtherSessions,
  forgetOneBrowser,
  listSessions,
  login,
  twoStepVerify,
  updatePassword,
} from '#modules/identity/index.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  actAs,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
  signIn,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const agent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15';

test('a person sees where they are signed in, and signs out one of them or all others', async () => {
  const { visitor, emailaddress } = await newPersonWithoutTwoStep(portal);
  const others = [portal.visitor({ agent, address: '203.0.113.9' }), portal.visitor(), portal.visitor()];
  for (const other of others) await other.perform(login, { emailaddress, password: PASSWORD });
  const { sessions } = await visitor.perform(listSessions, {});
  expect(sessions).toHaveLength(4);
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  const safari = sessions.find(({ browser }) => browser === 'Safari on Mac');
  expect(safari).toMatchObject({ address: '203.0.113.9', is_current: false, by_staff: false });
  await visitor.perform(endOneSession, { id: safari?.id ?? '' });
  expect(await others[0]?.caller()).toBeNull();
  expect(await others[1]?.caller()).not.toBeNull();
  await visitor.perform(endOtherSessions, {});
  for (const other of others) expect(await other.caller()).toBeNull();
  expect(await visitor.caller()).not.toBeNull();
});

test("a stranger's session and browser stay, an idle session is not listed", async () => {
  const owner = await newPersonWithoutTwoStep(portal);
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const [theirs] = (await owner.visitor.perform(listSessions, {})).sessions;
  await expect(visitor.perform(endOneSession, { id: theirs?.id ?? '' })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await owner.visitor.caller()).not.toBeNull();
  portal.clock.advance(29 * MINUTE);
  await visitor.caller();
  portal.clock.advance(2 * MINUTE);
  await portal.visitor().perform(login, { emailaddress: owner.emailaddress, password: PASSWORD });
  expect((await visitor.perform(listSessions, {})).sessions).toHaveLength(1);
});

test('F6: a remembered browser is listed, and asked for a code again once it is forgotten', async () => {
  const { visitor, emailaddress } = await newPerson(portal);
  const browser = portal.visitor({ agent });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  await browser.perform(twoStepVerify, {
    code: await newestCode(portal, emailaddress),
    rememberbrowser: true,
  });
  const { browsers } = await browser.perform(listSessions, {});
  expect(browsers).toMatchObject([{ browser: 'Safari on Mac', is_current: true }]);
  const id = browsers[0]?.id ?? '';
  const stranger = await newPerson(portal);
  await expect(stranger.visitor.perform(forgetOneBrowser, { id })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect((await browser.perform(login, { emailaddress, password: PASSWORD })).twosteprequired).toBe(false);
  await visitor.perform(forgetOneBrowser, { id });
  expect((await browser.perform(login, { emailaddress, password: PASSWORD })).twosteprequired).toBe(true);
});

test('F6: a browser that is remembered anew is listed once, and told of with its name and address', async () => {
  const { emailaddress } = await newPerson(portal);
  const browser = portal.visitor({ agent, address: '203.0.113.77' });
  for (let round = 0; round < 2; round += 1) {
    await browser.perform(login, { emailaddress, password: PASSWORD });
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    const code = await newestCode(portal, emailaddress);
    await browser.perform(twoStepVerify, { code, rememberbrowser: true });
    portal.clock.advance(31 * DAY);
  }
  const { rows } = await portal.pool.query(
    `select address from trusted_browser join account on account.id = account_id where emailaddress = $1`,
    [emailaddress],
  );
  expect(rows).toEqual([{ address: '203.0.113.77' }]);
  await portal.runJobs();
  const told = (await listOutbox(portal.db, { to: emailaddress })).filter(({ subject }) =>
    subject?.includes('new browser'),
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('Safari on Mac');
  expect(told[0]?.text).toContain('203.0.113.77');
});

test('F6: forgetting a remembered browser ends the sessions that it opened, and no others', async () => {
  const { visitor, emailaddress } = await newPerson(portal);
  const browser = portal.visitor({ agent });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  await browser.perform(twoStepVerify, {
    code: await newestCode(portal, emailaddress),
    rememberbrowser: true,
  });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  const copied = portal.visitor({ agent: 'Thief/1.0' });
  copied.cookies.set('browser', browser.cookies.get('browser') ?? '');
  await copied.perform(login, { emailaddress, password: PASSWORD });
  expect(await copied.caller()).toMatchObject({ twoStepDone: true });
  const id = (await browser.perform(listSessions, {})).browsers[0]?.id ?? '';

  await browser.perform(forgetOneBrowser, { id });
  expect(await copied.caller()).toBeNull();
  expect(await browser.caller()).toMatchObject({ twoStepDone: true });
  expect(await visitor.caller()).not.toBeNull();
});

test('a new password in a session of a remembered browser forgets the browser, and the session goes on', async () => {
  const { emailaddress } = await newPerson(portal);
  const browser = portal.visitor({ agent });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  await browser.perform(twoStepVerify, {
    code: await newestCode(portal, emailaddress),
    rememberbrowser: true,
  });
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(updatePassword, { currentpassword: PASSWORD, newpassword: 'velvet-Harbour-4711' });
  expect((await browser.perform(listSessions, {})).browsers).toEqual([]);
  expect(await browser.caller()).toMatchObject({ twoStepDone: true });
});

test('D10: sessions of staff, and theirs in a person’s account, are listed for fifteen idle minutes', async () => {
  const staff = await newStaff(portal);
  const person = await newPersonWithoutTwoStep(portal);
  await actAs(portal, person);
  const elsewhere = await signIn(portal, staff);
  const listed = async ({ visitor }: Registered) => (await visitor.perform(listSessions, {})).sessions.length;
  expect(await listed(staff)).toBe(2);
  expect(await listed(person)).toBe(2);
  portal.clock.advance(14 * MINUTE);
  await staff.visitor.caller();
  portal.clock.advance(2 * MINUTE);
  expect(await elsewhere.caller()).toBeNull();
  expect(await listed(staff)).toBe(1);
  expect(await listed(person)).toBe(1);
});

test('a session of support is told, without the address of who supports, and ends nothing', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const support = await actAs(portal, { accountId });
  const { sessions } = await visitor.perform(listSessions, {});
  expect(sessions.find(({ by_staff }) => by_staff)).toMatchObject({ address: '' });
  await expect(support.perform(endOtherSessions, {})).rejects.toMatchObject({ code: 'not-in-admin-session' });
});
