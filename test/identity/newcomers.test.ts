import { expect, test } from 'vitest';
import { acceptTerms } from '#modules/enterprise/index.ts';
import {
  accountVerified,
  askLimitByAddress,
  createMember,
  forgotPassword,
  forgotPasswordVerify,
  registerVerify,
} from '#modules/identity/index.ts';
import { listAudit, staffAlertRaised } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { newestCode, registerPerson } from '#test/factories/people.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What is written and told of people who are new to the portal, or unknown to it. */

const portal = await testPortal();
const verified = hearEvents(portal, accountVerified);
const raised = hearEvents(portal, staffAlertRaised);

test('a registration is told once its address is verified, with the address', async () => {
  const { visitor, accountId, emailaddress } = await registerPerson(portal);
  await visitor.perform(acceptTerms, { accept_terms: 'YES' });
  verified.length = 0;
  await visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });
  expect(verified).toEqual([{ accountId, emailaddress }]);
  await visitor.perform(registerVerify, { code: 'AAAAAA' });
  expect(verified).toHaveLength(1);
});

test('a member who is made with a proven address has agreed, is signed in, verified and told of', async () => {
  verified.length = 0;
  const emailaddress = newAddress();
  const accountId = await portal.work('test.act', (work) =>
    createMember(
      work,
      {
        firstname: 'Mia',
        lastname: 'Made',
        businessname: '',
        emailaddress,
        mobile: '5125550100',
        passwordHash: 'no password',
      },
      { twoStep: false },
    ),
  );
  const { entries } = await listAudit(portal.db, portal.keys, { about: accountId, limit: 10 });
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'identity.account-created',
    'identity.email-verified',
    'identity.terms-accepted',
    'identity.two-step-method-set',
  ]);
  expect(verified).toEqual([{ accountId, emailaddress }]);
  const { rows } = await portal.pool.query(
    `select two_step_method, last_login_at is not null as signed_in, accepted_terms_id is not null as agreed,
       (select count(*)::int from session where account_id = account.id and two_step_at is not null) as sessions
     from account where id = $1`,
    [accountId],
  );
  expect(rows).toEqual([{ two_step_method: 'DISABLED', signed_in: true, agreed: true, sessions: 1 }]);
  await portal.runJobs();
  const subjects = (await listOutbox(portal.db, { to: emailaddress })).map(({ subject }) => subject);
  expect(subjects).toContain('Welcome');
});

test('an address that is taken from an account which did not verify it is told about that account', async () => {
  const { accountId, emailaddress } = await registerPerson(portal);
  const browser = portal.visitor();
  await browser.perform(forgotPassword, { emailaddress });
  await browser.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
  const { entries } = await listAudit(portal.db, portal.keys, { about: accountId, limit: 2 });
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'identity.account-disabled',
    'identity.address-released',
  ]);
});

test('staff hear of a request by an address alone', async () => {
  raised.length = 0;
  await portal
    .visitor()
    .perform(askLimitByAddress, { name: 'Wanda', emailaddress: newAddress(), message: '' });
  expect(raised).toMatchObject([
    { alertType: 'privacy_request', accountId: null, reason: 'limit', dueAt: expect.any(Date) },
  ]);
});
