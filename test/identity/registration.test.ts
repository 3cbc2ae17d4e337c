import { expect, test } from 'vitest';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { getPerson, registerVerify } from '#modules/identity/index.ts';
import { HOUR, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, PASSWORD, registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';
import { rowsOf, runAsOwner } from '#test/sql.ts';

const portal = await testPortal();

const join = (emailaddress: string) => ({
  firstname: 'Nina',
  lastname: 'Okafor',
  businessname: '',
  emailaddress,
  mobile: '512-555-0118',
  password: PASSWORD,
});

test('F8, F9, F10: form, terms and code make an account that can use the portal', async () => {
  const { visitor, accountId, emailaddress } = await registerPerson(portal);
  expect(await visitor.caller()).toMatchObject({
    emailVerified: false,
    termsAccepted: false,
    twoStepDone: true,
  });
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('terms-needed');

  await visitor.perform(acceptTerms, { accept_terms: 'YES' });
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('verification-needed');

  const before = (await visitor.caller())?.sessionId;
  await visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });
  const caller = await visitor.caller();
  expect(caller).toMatchObject({ accountId, emailVerified: true, termsAccepted: true, twoStepDone: true });
  expect(caller?.sessionId).not.toBe(before);
  expect((await visitor.call('GET', '/myprofile')).body.profile).toMatchObject({ emailaddress, ssn: null });

  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const welcome = mails.find(({ subject }) => subject === 'Welcome');
  expect(welcome?.text).toContain('Welcome, Pat');
});

test('another session of the account owes the second step as soon as the address is verified', async () => {
  const { visitor, emailaddress } = await registerPerson(portal);
  await visitor.perform(acceptTerms, { accept_terms: 'YES' });
  const elsewhere = portal.visitor();
  await elsewhere.call('POST', '/login', { emailaddress, password: PASSWORD });
  expect(await elsewhere.caller()).toMatchObject({ twoStepDone: true, emailVerified: false });
  await visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });
  expect(await elsewhere.caller()).toMatchObject({ twoStepDone: false });
});

test('privacy settings begin with the decided defaults', async () => {
  const { accountId } = await newPerson(portal);
  const person = await portal.work('test.read', (work) => getPerson(work, accountId));
  expect(person.two_step_method).toBe('EMAIL');
  expect(person.preferences).toEqual({
    network_sharing_master: true,
    network_autoacceptinvite: false,
    network_searchresults: false,
    email_preference_invites: true,
    email_preference_renewal: true,
    email_preference_marketing: false,
    criticalemails: true,
    shieldscore_clean_autoaccept: false,
  });
});

test('a field that is missing or wrong is named, in the words of the documents', async () => {
  const good = join('complete@example.com');
  const wrong = [
    { ...good, firstname: '' },
    { ...good, lastname: undefined },
    { ...good, mobile: '555' },
    { ...good, mobile: '51255501180' },
    { ...good, emailaddress: 'nina@example.c' },
    { ...good, emailaddress: 'nina@example.abcdefghijklmnopqrstuvwxy' },
    { ...good, password: '' },
  ];
  for (const input of wrong) {
    const { status, body } = await portal.visitor().call('POST', '/user/register', input);
    expect({ status, code: body.error_code }).toEqual({
      status: 400,
      code: 'identity.registration-incomplete',
    });
    shows('register.missing-fields', body.error_message);
  }
});

test('an address registers once, in any case of its letters', async () => {
  const { emailaddress } = await registerPerson(portal);
  const { status, body } = await portal
    .visitor()
    .call('POST', '/user/register', join(emailaddress.toUpperCase()));
  expect(status).toBe(400);
  shows('register.email-taken', body.error_message);
});

test('a taken address and a weak password are told together', async () => {
  const { emailaddress } = await registerPerson(portal);
  const { body } = await portal
    .visitor()
    .call('POST', '/user/register', { ...join(emailaddress), password: 'password1' });
  expect(body).toMatchObject({
    error_code: 'identity.email-taken',
    issues: { emailaddress: [expect.any(String)], password: [expect.any(String)] },
  });
});

test('of eight registrations of one address at the same time, one succeeds', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      portal.visitor().call('POST', '/user/register', join('race@example.com')),
    ),
  );
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual([200, ...Array(7).fill(400)]);
  const refused = outcomes.filter((outcome) => outcome.status === 400);
  expect(new Set(refused.map((outcome) => outcome.body.error_code))).toEqual(
    new Set(['identity.email-taken']),
  );
});

test('a weak password is refused: short, common, the address, the name, the product', async () => {
  const weak = [
    'Ab1!xyz',
    'password1',
    'Password123',
    'ninaokafor',
    'weak@example.com',
    'shield hub',
    '12345678',
  ];
  for (const password of weak) {
    const visitor = portal.visitor({ address: `192.0.2.${weak.indexOf(password) + 1}` });
    const { body } = await visitor.call('POST', '/user/register', { ...join('weak@example.com'), password });
    expect(body.error_code, password).toBe('identity.password-weak');
    shows('password.weak', body.error_message);
  }
  const long = { ...join('weak@example.com'), password: 'x'.repeat(129) };
  expect((await portal.visitor().call('POST', '/user/register', long)).status).toBe(400);
});

test('whether an address has an account is told 20 times an hour', async () => {
  const { emailaddress } = await registerPerson(portal);
  const visitor = portal.visitor({ address: '192.0.2.200' });
  const known = await visitor.call('POST', '/user/checkemail', { emailaddress });
  const unknown = await visitor.call('POST', '/user/checkemail', { emailaddress: 'free@example.com' });
  expect([known.body.accountexists, unknown.body.accountexists]).toEqual(['YES', 'NO']);
  let told = 2;
  for (;;) {
    const { status, retryAfter } = await visitor.call('POST', '/user/checkemail', { emailaddress });
    if (status === 429) {
      expect(retryAfter).toBeGreaterThan(0);
      break;
    }
    told += 1;
  }
  expect(told).toBe(20);
  portal.clock.advance(2 * HOUR);
  expect((await visitor.call('POST', '/user/checkemail', { emailaddress })).status).toBe(200);
});

test('F9: what was accepted of the terms, when and from where; a copy by mail to people who ask for it', async () => {
  const { visitor, accountId, emailaddress } = await registerPerson(portal);
  const declined = await visitor.call('POST', '/user/acceptterms', { accept_terms: 'NO' });
  expect(declined.body.error_code).toBe('identity.terms-not-accepted');
  await visitor.perform(acceptTerms, { accept_terms: true, email_copy: 'YES' });
  await visitor.perform(acceptTerms, { accept_terms: true });
  const rows = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ version: number; address: string; agent: string; email_copy: boolean }>`
      select version, address, agent, email_copy from terms_acceptance
        join terms_version on terms_version.id = terms_version_id where account_id = ${accountId}`,
    ),
  );
  expect(rows).toEqual([
    { version: 1, address: expect.stringMatching(/^198\.51\./), agent: 'Visitor/1.0', email_copy: true },
  ]);
  await portal.runJobs();
  const copy = (await listOutbox(portal.db, { to: emailaddress })).find(
    (message) => message.subject === 'Your copy of the terms of ShieldHub',
  );
  expect(copy?.text).toContain('Your account is yours alone.');
});

test('a newer version of the terms has to be accepted anew; the old acceptance cannot be changed', async () => {
  provesLegalText('terms-renewed');
  const { visitor, accountId } = await newPerson(portal);
  await portal.work('test.publish', async (work) => {
    await rowsOf(work, sql`update terms_version set is_current = false where kind = 'portal'`);
    await rowsOf(
      work,
      sql`
      insert into terms_version (id, kind, version, html, published_at, is_current)
      values (${newId()}, 'portal', 2, '<p>Newer</p>', ${work.now}, true)`,
    );
  });
  expect((await visitor.call('GET', '/verifysession')).body.user.accepted_current_tc).toBe('false');
  expect((await visitor.call('GET', '/myprofile')).body.error_code).toBe('terms-needed');
  const stale = { accept_terms: 'YES', updatedterms: 'YES', terms_version: 1 };
  const refused = await visitor.call('POST', '/user/acceptterms', stale);
  expect(refused.body.error_code).toBe('identity.registration-failed');
  shows('register.failure', refused.body.error_message);
  await visitor.perform(acceptTerms, { accept_terms: 'YES', updatedterms: 'YES', terms_version: 2 });
  expect((await visitor.call('GET', '/verifysession')).body.user.accepted_current_tc).toBe('true');

  const change = runAsOwner(
    portal,
    `update terms_acceptance set accepted_at = now() where account_id = '${accountId}'`,
  );
  await expect(change).rejects.toThrow(/never changes/);
  const words = runAsOwner(portal, `update terms_version set html = '<p>Other</p>'`);
  await expect(words).rejects.toThrow(/never changes/);
  await portal.work('test.restore', async (work) => {
    await rowsOf(work, sql`update terms_version set is_current = false where kind = 'portal'`);
    await rowsOf(work, sql`update terms_version set is_current = true where kind = 'portal' and version = 1`);
  });
});

test('calls that tell whether an account exists share one limit', async () => {
  const { emailaddress } = await registerPerson(portal);
  const visitor = portal.visitor({ address: '198.18.0.77' });
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await visitor.call('POST', '/user/checkemail', { emailaddress })).status).toBe(200);
    expect((await visitor.call('POST', '/user/register', join(emailaddress))).status).toBe(400);
  }
  expect((await visitor.call('POST', '/user/checkemail', { emailaddress })).status).toBe(429);
  expect((await visitor.call('POST', '/user/register', join(emailaddress))).status).toBe(429);
});
