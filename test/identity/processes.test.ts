import { beforeAll, expect, test } from 'vitest';
import { changeAccountStatus } from '#modules/admin/index.ts';
import { endOtherSessions, login, logout, updatePassword } from '#modules/identity/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import type { Answered } from '#test/app/server/ask.ts';
import { newPersonWithoutTwoStep, newStaff, PASSWORD, type Registered } from '#test/factories/people.ts';
import { type WebProcess, webProcesses } from '#test/factories/web-processes.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/** What must be true across web processes, and after one is killed and replaced by another. */

const portal = await testPortal();
const processes = webProcesses(portal);
let web: [WebProcess, WebProcess];
beforeAll(async () => {
  web = [await processes.start(), await processes.start()];
});

const codeOf = ({ body }: Answered) => (JSON.parse(body) as { error_code?: string }).error_code;

/** The two processes take turns, and each request has a different forged address. */
let turns = 0;
function inTurn(path: string, input: object): Promise<Answered> {
  turns += 1;
  return web[turns % 2 ? 0 : 1].call(path, { input, forwardedFor: `198.51.100.${turns % 250}` });
}

/** Kills a process and starts another one in its place. */
async function replace(index: 0 | 1): Promise<void> {
  await web[index].kill();
  web[index] = await processes.start();
}

test('D13: ten wrong passwords lock an account in every process, whichever they were sent to, and after a restart', async () => {
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
    await processes.advance(Number(answer.headers['retry-after']) * SECOND);
  }
  expect(codeOf(refused ?? { status: 0, headers: {}, body: '{}' })).toBe('identity.login-locked');
  expect(wrong).toBe(10);
  await replace(0);
  await replace(1);
  for (const each of web) {
    const locked = await each.call('/login', { input: { emailaddress, password: PASSWORD } });
    expect(locked.status).toBe(429);
    expect(codeOf(locked)).toBe('identity.login-locked');
  }
  await processes.advance(15 * MINUTE);
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
  for (const each of web) expect((await check(each)).status).toBe(200);
  await end(person, other);
  const statuses = (await Promise.all(web.map(check))).map(({ status }) => status);
  expect(statuses).toEqual([401, 401]);
});
