import { expect, test } from 'vitest';
import { changeAccountStatus } from '#modules/admin/index.ts';
import { endOtherSessions, login, logout, updatePassword } from '#modules/identity/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import type { Answered } from '#test/app/server/ask.ts';
import { newPersonWithoutTwoStep, newStaff, PASSWORD, type Registered } from '#test/factories/people.ts';
import { codeOf, webPair } from '#test/factories/web-pair.ts';
import type { WebProcess } from '#test/factories/web-processes.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/** What must be true across web processes, and after one is killed and replaced by another. */

const portal = await testPortal();
const { both, inTurn, replace, advance } = webPair(portal);

test('D13: ten wrong passwords lock an account in every process, whichever they were sent to, and after a restart', async () => {
  // Takes long: it replaces both web processes.
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  let wrong = 0;
  let refused: Answered | null = null;
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await inTurn('/login', { emailaddress, password: 'something-Else-1' });
    refused = answer;
    if (codeOf(answer) === 'identity.login-locked') break;
    if (codeOf(answer) === 'identity.wrong-credentials') {
      wrong += 1;
      continue;
    }
    expect(codeOf(answer)).toBe('throttled');
    expect(wrong).toBeGreaterThanOrEqual(5);
    await advance(Number(answer.headers['retry-after']) * SECOND);
  }
  expect(codeOf(refused ?? { status: 0, headers: {}, body: '{}' })).toBe('identity.login-locked');
  expect(wrong).toBe(10);
  await replace();
  for (const each of both) {
    const locked = await each.call('/login', { input: { emailaddress, password: PASSWORD } });
    expect(locked.status).toBe(429);
    expect(codeOf(locked)).toBe('identity.login-locked');
  }
  await advance(15 * MINUTE);
  expect((await inTurn('/login', { emailaddress, password: PASSWORD })).status).toBe(200);
});

/** Actions that end the session of another browser of the person. */
const ends: [what: string, end: (person: Registered, other: Visitor) => Promise<unknown>][] = [
  ['its log-out', (_person, other) => other.perform(logout, {})],
  ['signing out everywhere else', ({ visitor }) => visitor.perform(endOtherSessions, {})],
  [
    'a new password',
    ({ visitor }) =>
      visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711', currentpassword: PASSWORD }),
  ],
  [
    'the closing of the account',
    async ({ accountId }) => {
      const { visitor } = await newStaff(portal);
      await visitor.perform(changeAccountStatus, { userid: accountId, active: 'NO' });
    },
  ],
];

test.each(ends)('a session ends at once in every process after %s', async (_what, end) => {
  const person = await newPersonWithoutTwoStep(portal);
  const other = portal.visitor();
  await other.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  const cookies = new Map(other.cookies);
  const check = (each: WebProcess) => each.call('/verifysession?checktwofactor=true', { cookies });
  for (const each of both) expect((await check(each)).status).toBe(200);
  await end(person, other);
  const statuses = (await Promise.all(both.map(check))).map(({ status }) => status);
  expect(statuses).toEqual([401, 401]);
});
