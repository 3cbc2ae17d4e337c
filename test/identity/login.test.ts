import { expect, test } from 'vitest';
import { login, register, setAccountActive, twoStepVerify, verifySession } from '#modules/identity/index.ts';
import { listAudit, MINUTE, Refusal, SECOND, sql } from '#modules/platform/index.ts';
import {
  actAs,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

const wrong = 'wrong-Password-1';

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('it was not refused');
  return error;
}

const tryLogin = (visitor: Visitor, emailaddress: string, password: string) =>
  refusalOf(visitor.perform(login, { emailaddress, password }));

test('F1: without email or password the documents have words for it', async () => {
  for (const input of [{}, { emailaddress: 'a@example.com' }, { emailaddress: '', password: '' }]) {
    const { status, body } = await portal.visitor().call('POST', '/login', input);
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'identity.login-incomplete' });
    shows('login.missing-fields', body.error_message);
  }
});

test('unknown, closed and wrong are answered alike', async () => {
  const known = await newPersonWithoutTwoStep(portal);
  const closed = await newPersonWithoutTwoStep(portal);
  await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
  const answers = [
    await portal.visitor().call('POST', '/login', { emailaddress: known.emailaddress, password: wrong }),
    await portal.visitor().call('POST', '/login', { emailaddress: closed.emailaddress, password: PASSWORD }),
    await portal.visitor().call('POST', '/login', { emailaddress: 'nobody@example.com', password: wrong }),
  ];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(400);
  shows('login.failure', answers[0]?.body.error_message);
});

test('the right password opens a session, and only its hash is stored', async () => {
  const { emailaddress, accountId } = await newPersonWithoutTwoStep(portal);
  const visitor = portal.visitor();
  const { status, body } = await visitor.call('POST', '/login', { emailaddress, password: PASSWORD });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    role: 'USER',
    twosteprequired: 'NO',
    user: { emailaddress, has_current_verification: 'NO', accepted_current_tc: 'true' },
  });
  const token = visitor.cookies.get('session') ?? '';
  expect(token.length).toBeGreaterThan(40);
  const rows = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ row: string }>`select session::text as row from session where account_id = ${accountId}`,
    ),
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(Buffer.from(token).toString('hex'));
  }
});

test('a login ends the session that the browser held before', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  const before = visitor.cookies.get('session') ?? '';
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  const old = portal.visitor();
  old.cookies.set('session', before);
  expect(await old.caller()).toBeNull();
  expect(await visitor.caller()).not.toBeNull();
});

test('the audit log names who signed in or registered, not who was signed in before in that browser', async () => {
  const [staff, former, person] = [
    await newStaff(portal),
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
  ];
  const entryOf = async (accountId: string, action: string) => {
    const { entries } = await listAudit(portal.db, portal.keys, { about: accountId, action, limit: 1 });
    const [entry] = entries;
    return entry && [entry.actorId, entry.adminId, entry.sessionId];
  };
  const acting = await actAs(portal, former, staff);
  for (const browser of [acting, former.visitor]) {
    await browser.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
    expect(await entryOf(person.accountId, 'identity.session-opened')).toEqual([
      person.accountId,
      null,
      null,
    ]);
  }
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await visitor.perform(register, {
    firstname: 'Nina',
    lastname: 'Okafor',
    businessname: '',
    emailaddress: 'nina.okafor@example.com',
    mobile: '5125550100',
    password: PASSWORD,
  });
  const registered = (await visitor.caller())?.accountId ?? '';
  expect(await entryOf(registered, 'identity.account-created')).toEqual([registered, null, null]);
});

test('F24: after 5 failures it goes slower, after 10 it is locked for 15 minutes, even with the right password', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = portal.visitor();
  let failures = 0;
  let waited = false;
  while (failures < 10) {
    const refusal = await tryLogin(visitor, emailaddress, wrong);
    if (refusal.code === 'identity.wrong-credentials') {
      failures += 1;
      continue;
    }
    if (!waited) expect(failures).toBe(5);
    waited = true;
    expect(refusal.code).toBe('throttled');
    portal.clock.advance((refusal.options.retryAfter ?? 0) * SECOND);
  }
  expect(failures).toBe(10);
  const locked = await tryLogin(visitor, emailaddress, PASSWORD);
  expect(locked.code).toBe('identity.login-locked');
  shows('login.locked', locked.text);
  expect(locked.options.retryAfter).toBe((15 * MINUTE) / SECOND);

  portal.clock.advance(15 * MINUTE - SECOND);
  expect((await tryLogin(visitor, emailaddress, PASSWORD)).code).toBe('identity.login-locked');
  portal.clock.advance(SECOND);
  await visitor.perform(login, { emailaddress, password: PASSWORD });
});

test('an unknown address is locked just the same', async () => {
  const emailaddress = 'locked-nobody@example.com';
  const codes: string[] = [];
  for (let turn = 0; turn < 16; turn += 1) {
    const refusal = await tryLogin(portal.visitor(), emailaddress, wrong);
    codes.push(refusal.code);
    if (refusal.code === 'throttled') portal.clock.advance((refusal.options.retryAfter ?? 0) * SECOND);
  }
  expect(codes.at(-1)).toBe('identity.login-locked');
});

test('many guesses at the same time get no more tries than guesses in turn', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, () => tryLogin(portal.visitor(), emailaddress, wrong)),
  );
  const evaluated = outcomes.filter((refusal) => refusal.code === 'identity.wrong-credentials');
  expect(evaluated.length).toBeLessThanOrEqual(5);
});

test('the right password at the same time from many browsers is no failure', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  for (let turn = 0; turn < 4; turn += 1) await tryLogin(portal.visitor(), emailaddress, wrong);
  const browsers = Array.from({ length: 12 }, () => portal.visitor());
  await Promise.all(browsers.map((browser) => browser.perform(login, { emailaddress, password: PASSWORD })));
  for (const browser of browsers) expect(await browser.caller()).not.toBeNull();
});

test('a success resets the failures before it', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  for (let round = 0; round < 3; round += 1) {
    for (let turn = 0; turn < 4; turn += 1) await tryLogin(portal.visitor(), emailaddress, wrong);
    await portal.visitor().perform(login, { emailaddress, password: PASSWORD });
  }
});

test('a stranger cannot lock a person out of a remembered browser', async () => {
  const { emailaddress } = await newPerson(portal);
  const own = portal.visitor();
  await own.perform(login, { emailaddress, password: PASSWORD });
  await own.perform(twoStepVerify, { method: 'EMAIL' });
  await own.perform(twoStepVerify, { code: await newestCode(portal, emailaddress), rememberbrowser: 'YES' });

  for (let failures = 0; failures < 10; ) {
    const refusal = await tryLogin(portal.visitor(), emailaddress, wrong);
    if (refusal.code === 'identity.wrong-credentials') failures += 1;
    else portal.clock.advance((refusal.options.retryAfter ?? 0) * SECOND);
  }
  expect((await tryLogin(portal.visitor(), emailaddress, PASSWORD)).code).toBe('identity.login-locked');
  await own.perform(login, { emailaddress, password: PASSWORD });
});

test("one account's remembered browser spares no other account the second step", async () => {
  const [first, second] = [await newPerson(portal), await newPerson(portal)];
  const shared = portal.visitor();
  await shared.perform(login, { emailaddress: first.emailaddress, password: PASSWORD });
  await shared.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, first.emailaddress);
  await shared.perform(twoStepVerify, { code, rememberbrowser: 'YES' });
  const signInAs = async ({ emailaddress }: { emailaddress: string }) =>
    (await shared.perform(login, { emailaddress, password: PASSWORD })).twosteprequired;
  expect(await signInAs(second)).toBe(true);
  expect((await shared.caller())?.twoStepDone).toBe(false);
  expect(await signInAs(first)).toBe(false);
});

test('too many failures from one address close it for a while', async () => {
  const visitor = portal.visitor({ address: '192.0.2.77' });
  const window = 15 * MINUTE;
  // To the start of a throttle window, so that tries in the previous window do not count.
  portal.clock.advance(window - (portal.clock.now().getTime() % window));
  const codes = new Set<string>();
  for (let turn = 0; turn < 103; turn += 1) {
    codes.add((await tryLogin(visitor, `someone${turn}@example.com`, 'x')).code);
  }
  expect(codes).toEqual(new Set(['identity.wrong-credentials', 'throttled']));
  const elsewhere = await tryLogin(portal.visitor({ address: '192.0.2.78' }), 'other@example.com', 'x');
  expect(elsewhere.code).toBe('identity.wrong-credentials');
  const later = async (wait: number) => {
    portal.clock.advance(wait);
    return (await tryLogin(visitor, `later${wait}@example.com`, 'x')).code;
  };
  expect(await later(MINUTE)).toBe('throttled');
  expect(await later(10 * MINUTE)).toBe('throttled');
  expect(await later(2 * window)).toBe('identity.wrong-credentials');
});

test('a burst of guesses at many accounts gets no more tries from one address, nor from one IPv6 network', async () => {
  const evaluated = async (addressOf: (turn: number) => string, who: string) => {
    const outcomes = await Promise.all(
      Array.from({ length: 120 }, (_, turn) =>
        tryLogin(portal.visitor({ address: addressOf(turn) }), `${who}${turn}@example.com`, 'x'),
      ),
    );
    return outcomes.filter((refusal) => refusal.code === 'identity.wrong-credentials').length;
  };
  expect(await evaluated(() => '192.0.2.79', 'spray')).toBe(100);
  expect(await evaluated((turn) => `2001:db8:1:2::${turn.toString(16)}`, 'spray6')).toBe(100);
  const neighbor = portal.visitor({ address: '2001:db8:1:3::1' });
  expect((await tryLogin(neighbor, 'neighbor@example.com', 'x')).code).toBe('identity.wrong-credentials');
});

test('whoever signs in does not use up the tries of the address', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const office = portal.visitor({ address: '192.0.2.80' });
  for (let turn = 0; turn < 101; turn += 1) await office.perform(login, { emailaddress, password: PASSWORD });
});

test('until the second step a session reaches nothing but it', async () => {
  const { emailaddress } = await newPerson(portal);
  const visitor = portal.visitor();
  const { body } = await visitor.call('POST', '/login', { emailaddress, password: PASSWORD });
  expect(body).toMatchObject({ twosteprequired: 'YES', user: { firstname: '', certification_number: null } });
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('two-step-needed');
  expect((await visitor.call('POST', '/user/acceptterms', { accept_terms: 'YES' })).status).toBe(403);
  const check = await visitor.call('GET', '/verifysession', { checktwofactor: 'true' });
  expect(check).toMatchObject({ status: 403, body: { error_code: 'two-step-needed' } });
  expect((await visitor.call('GET', '/verifysession')).status).toBe(200);

  const before = visitor.cookies.get('session');
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  await visitor.perform(twoStepVerify, { code: await newestCode(portal, emailaddress) });
  expect(visitor.cookies.get('session')).not.toBe(before);
  const session = await visitor.perform(verifySession, { checktwofactor: 'true' });
  expect(session.user).toMatchObject({ emailaddress, selected_two_step_method: 'EMAIL' });
});

test('a remembered browser is spared the second step for 30 days, but never an ADMIN', async () => {
  const { emailaddress } = await newPerson(portal);
  const remembered = portal.visitor();
  await remembered.perform(login, { emailaddress, password: PASSWORD });
  await remembered.perform(twoStepVerify, {});
  await remembered.perform(twoStepVerify, {
    code: await newestCode(portal, emailaddress),
    rememberbrowser: true,
  });
  const signIn = () => remembered.perform(login, { emailaddress, password: PASSWORD });
  const day = 24 * 60 * MINUTE;
  portal.clock.advance(30 * day - MINUTE);
  expect((await signIn()).twosteprequired).toBe(false);
  portal.clock.advance(2 * MINUTE);
  expect((await signIn()).twosteprequired).toBe(true);

  const staff = await newStaff(portal);
  await staff.visitor.perform(login, { emailaddress: staff.emailaddress, password: PASSWORD });
  await staff.visitor.perform(twoStepVerify, {});
  const code = await newestCode(portal, staff.emailaddress);
  await staff.visitor.perform(twoStepVerify, { code, rememberbrowser: true });
  const again = await staff.visitor.perform(login, { emailaddress: staff.emailaddress, password: PASSWORD });
  expect(again).toMatchObject({ role: 'ADMIN', twosteprequired: true });
});
