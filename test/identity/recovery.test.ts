import { expect, test } from 'vitest';
import { loader as openLink } from '#app/routes/identity/forgot-password-verification.tsx';
import { loader as openNewPassword, action as sendNewPassword } from '#app/routes/identity/new-password.tsx';
import { acceptTerms } from '#modules/enterprise/index.ts';
import {
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  getRecovery,
  login,
  setAccountActive,
} from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { HOUR, MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  PASSWORD,
  registerPerson,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

const NEW = 'velvet-Harbour-4711';

let asked = 0;

async function ask(emailaddress: string): Promise<Visitor> {
  asked += 1;
  const visitor = portal.visitor({ address: `203.0.113.${asked}` });
  await visitor.call('POST', '/user/forgotpassword', { emailaddress });
  return visitor;
}

async function mailedToken(emailaddress: string): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const link = mails
    .flatMap(({ links }) => links)
    .find((each) => each.includes('/forgotpassword/verification'));
  return new URL(link ?? '').searchParams.get('code') ?? '';
}

test('F11: a code, then a new password: all sessions end, and only the new one opens', async () => {
  const { visitor: signedIn, emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  const code = await newestCode(portal, emailaddress);
  expect((await visitor.call('POST', '/user/forgotnewpassword', { password: NEW })).status).toBe(400);
  expect((await visitor.call('POST', '/user/forgotpasswordverify', { code })).status).toBe(200);
  const empty = await visitor.call('POST', '/user/forgotnewpassword', { password: '' });
  shows('recovery.password-fields', empty.body.error_message);
  const weak = await visitor.call('POST', '/user/forgotnewpassword', { password: 'password1' });
  expect(weak.body.error_code).toBe('identity.password-weak');
  expect((await visitor.call('POST', '/user/forgotnewpassword', { password: NEW })).status).toBe(200);

  expect(await signedIn.caller()).toBeNull();
  const old = await portal.visitor().call('POST', '/login', { emailaddress, password: PASSWORD });
  expect(old.body.error_code).toBe('identity.wrong-credentials');
  await portal.visitor().perform(login, { emailaddress, password: NEW });
  const again = await visitor.call('POST', '/user/forgotnewpassword', { password: `${NEW}x` });
  expect(again.body.error_code).toBe('identity.recovery-failed');
  shows('recovery.failure', again.body.error_message);

  await portal.runJobs();
  const subjects = (await listOutbox(portal.db, { to: emailaddress })).map((message) => message.subject);
  expect(subjects).toContain('Your password was changed');
});

test('a browser keeps nothing of a recovery once its code is used, and nothing of the grant once the password is set', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  const progress = () => visitor.perform(getRecovery, {});
  expect(await progress()).toEqual({ asked: true, granted: false });
  await visitor.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  expect(await progress()).toEqual({ asked: false, granted: true });
  await visitor.perform(forgotNewPassword, { password: NEW });
  expect(await progress()).toEqual({ asked: false, granted: false });
  expect([...visitor.cookies.keys()]).toEqual([]);
});

test('whoever is signed in in the browser that sets a new password is signed out there', async () => {
  const { visitor, emailaddress } = await newPersonWithoutTwoStep(portal);
  await visitor.perform(forgotPassword, { emailaddress });
  await visitor.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  await visitor.perform(forgotNewPassword, { password: NEW });
  expect(visitor.cookies.has('session')).toBe(false);
});

test('a closed account is sent nothing, and sets no password with a code from before', async () => {
  const { emailaddress, accountId } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  await visitor.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  await portal.work('test.close', (work) => setAccountActive(work, accountId, false));
  expect((await visitor.call('POST', '/user/forgotnewpassword', { password: NEW })).status).toBe(400);
  portal.clock.advance(MINUTE);
  const before = (await listOutbox(portal.db, { to: emailaddress })).length;
  await ask(emailaddress);
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: emailaddress })).toHaveLength(before);
});

test('known, unknown and closed addresses get the same answer and leave the same traces', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const known = await portal.visitor().call('POST', '/user/forgotpassword', { emailaddress });
  const unknown = await portal
    .visitor()
    .call('POST', '/user/forgotpassword', { emailaddress: 'nobody@example.com' });
  expect(unknown).toEqual(known);
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: 'nobody@example.com' })).toEqual([]);
  const rows = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ account_id: string | null }>`
      select account_id from verification_code where destination = 'nobody@example.com'`,
    ),
  );
  expect(rows).toEqual([{ account_id: null }]);
});

test('the typed code works only in the browser that asked, the mailed link anywhere, each once', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  const token = await mailedToken(emailaddress);
  const code = await newestCode(portal, emailaddress);
  expect(token.length).toBeGreaterThan(40);
  const stranger = portal.visitor();
  const refused = await stranger.call('POST', '/user/forgotpasswordverify', { code });
  expect(refused.body.error_code).toBe('identity.recovery-code-mismatch');
  shows('recovery.code-mismatch', refused.body.error_message);

  expect((await stranger.call('POST', '/user/forgotpasswordverify', { code: token })).status).toBe(200);
  expect((await visitor.call('POST', '/user/forgotpasswordverify', { code })).status).toBe(400);
  expect((await portal.visitor().call('POST', '/user/forgotpasswordverify', { code: token })).status).toBe(
    400,
  );
});

test('a code works for 15 minutes', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  const code = await newestCode(portal, emailaddress);
  portal.clock.advance(15 * MINUTE);
  expect((await visitor.call('POST', '/user/forgotpasswordverify', { code })).status).toBe(400);
});

test('asked twice within 30 seconds, one mail is sent', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  await ask(emailaddress);
  await portal.runJobs();
  await ask(emailaddress);
  await portal.runJobs();
  const sent = () =>
    listOutbox(portal.db, { to: emailaddress }).then(
      (messages) => messages.filter((message) => message.subject === 'Set a new password').length,
    );
  expect(await sent()).toBe(1);
  portal.clock.advance(31 * SECOND);
  await ask(emailaddress);
  await portal.runJobs();
  expect(await sent()).toBe(2);
});

test('it ends the lock of the account', async () => {
  const { emailaddress } = await newPerson(portal);
  for (let failures = 0; failures < 10; ) {
    const answer = await portal.visitor().call('POST', '/login', { emailaddress, password: 'wrong' });
    if (answer.status === 400) failures += 1;
    else portal.clock.advance((answer.retryAfter ?? 0) * SECOND);
  }
  const visitor = await ask(emailaddress);
  await visitor.call('POST', '/user/forgotpasswordverify', { code: await newestCode(portal, emailaddress) });
  await visitor.call('POST', '/user/forgotnewpassword', { password: NEW });
  expect((await portal.visitor().call('POST', '/login', { emailaddress, password: NEW })).status).toBe(200);
});

test('the first to verify an address takes it from whoever registered it without verifying', async () => {
  const squatter = await registerPerson(portal, { firstname: 'Mallory', mobile: '5125550199' });
  await squatter.visitor.perform(acceptTerms, { accept_terms: 'YES' });
  const { emailaddress } = squatter;
  const owner = await ask(emailaddress);
  const code = await newestCode(portal, emailaddress);
  const verified = await owner.call('POST', '/user/forgotpasswordverify', { code });
  expect(verified.body).toEqual({ success: true, startsover: 'YES' });
  expect((await owner.call('POST', '/user/forgotnewpassword', { password: NEW })).status).toBe(400);
  expect(await squatter.visitor.caller()).toBeNull();
  const old = await portal.visitor().call('POST', '/login', { emailaddress, password: squatter.password });
  expect(old.body.error_code).toBe('identity.wrong-credentials');

  const { visitor } = await registerPerson(portal, { firstname: 'Olive', emailaddress });
  const caller = await visitor.caller();
  expect(caller).toMatchObject({ firstname: 'Olive', termsAccepted: false, emailVerified: false });
  expect(caller?.accountId).not.toBe(squatter.accountId);
});

test('wrong codes are answered and counted alike, with an account or without', async () => {
  const known = await newPersonWithoutTwoStep(portal);
  const answers = async (emailaddress: string, before: (visitor: Visitor) => Promise<unknown>) => {
    const visitor = await ask(emailaddress);
    await before(visitor);
    const said: unknown[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const { status, body } = await visitor.call('POST', '/user/forgotpasswordverify', { code: '000000' });
      said.push({ status, body });
    }
    return said;
  };
  const sent = await answers(known.emailaddress, () => portal.runJobs());
  expect(sent[0]).toMatchObject({ body: { issues: { code: [expect.stringContaining('4 tries left')] } } });
  expect(sent[6]).toMatchObject({ status: 400, body: { error_code: 'identity.recovery-code-mismatch' } });
  expect(await answers('nobody-here@example.com', () => portal.runJobs())).toEqual(sent);
  expect(await answers('nobody-there@example.com', () => Promise.resolve())).toEqual(sent);
  // Requested again too early: nothing is sent, and the answer is the same.
  expect(await answers(known.emailaddress, () => portal.runJobs())).toEqual(sent);
  portal.clock.advance(MINUTE);
  const late = () => portal.runJobs().then(() => portal.clock.advance(HOUR));
  expect(await answers(known.emailaddress, late)).toEqual(sent);
});

test('after five wrong tries the right code is refused', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  const code = await newestCode(portal, emailaddress);
  for (let turn = 0; turn < 5; turn += 1) {
    await visitor.call('POST', '/user/forgotpasswordverify', { code: '000000' });
  }
  expect((await visitor.call('POST', '/user/forgotpasswordverify', { code })).status).toBe(400);
});

test('of eight requests that set a password with one grant, one succeeds', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  await visitor.call('POST', '/user/forgotpasswordverify', { code: await newestCode(portal, emailaddress) });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      visitor.call('POST', '/user/forgotnewpassword', { password: `${NEW}-${at}` }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(1);
});

test('a mailed link that no longer works says what it was, and offers no code to check', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const open = (visitor: Visitor, code: string) =>
    askPage(portal, visitor, openLink, { path: `/forgotpassword/verification?code=${code}` });
  const expectDead = async (code: string, state: 'used' | 'expired' | 'replaced' | 'unknown') => {
    const key = `recovery.link-${state}` as const;
    const answer = await open(portal.visitor(), code);
    expect(answer).toMatchObject({
      data: { code: '', dead: { lead: identityTexts[key] } },
      init: { status: state === 'unknown' ? 404 : 410 },
    });
    shows(key, JSON.stringify(answer));
  };
  await ask(emailaddress);
  const first = await mailedToken(emailaddress);
  expect(await open(portal.visitor(), first)).toMatchObject({ data: { code: first, dead: null } });
  portal.clock.advance(MINUTE);
  await ask(emailaddress);
  const second = await mailedToken(emailaddress);
  await expectDead(first, 'replaced');
  const browser = portal.visitor();
  await browser.perform(forgotPasswordVerify, { code: second });
  // The browser that used it may still set the password, any other may not.
  expect(redirectOf(await open(browser, second))).toBe('/forgotpassword/newpassword');
  await expectDead(second, 'used');
  portal.clock.advance(MINUTE);
  await ask(emailaddress);
  const third = await mailedToken(emailaddress);
  portal.clock.advance(15 * MINUTE);
  await expectDead(third, 'expired');
  await expectDead('x'.repeat(43), 'unknown');
  // A link that was cut off.
  await expectDead(third.slice(0, 20), 'unknown');
});

test('the page of a new password says that a code comes first', async () => {
  const visitor = portal.visitor();
  const answer = await askPage(portal, visitor, openNewPassword, { path: '/forgotpassword/newpassword' });
  expect(redirectOf(answer)).toBe('/forgotpassword');
  expect(decodeURIComponent(visitor.cookies.get('toast') ?? '')).toBe(
    `bad:${identityTexts['recovery.not-granted']}`,
  );
  shows('recovery.not-granted', decodeURIComponent(visitor.cookies.get('toast') ?? '').slice('bad:'.length));
});

test('whoever waits too long with a new password is led to where that is said', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = await ask(emailaddress);
  await visitor.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  portal.clock.advance(16 * MINUTE);
  const answer = await askPage(portal, visitor, sendNewPassword, {
    path: '/forgotpassword/newpassword',
    form: { password: NEW, confirmpassword: NEW },
  });
  expect(redirectOf(answer)).toBe('/forgotpassword/newpassword');
});
