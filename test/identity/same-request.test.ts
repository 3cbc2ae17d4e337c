import { expect, test } from 'vitest';
import { startUserSession } from '#modules/admin/index.ts';
import { acceptTerms } from '#modules/enterprise/index.ts';
import {
  askDeletion,
  correctRegistrationAddress,
  deliverMailChoice,
  deliverNewBrowser,
  deliverPrivacyNotice,
  deliverSecurityNotice,
  deliverStaffSession,
  login,
  logout,
  recallDeletion,
  savePhoto,
  twoStepVerify,
  updateProfile,
} from '#modules/identity/index.ts';
import { type AnyOperation, type Caller, newId } from '#modules/platform/index.ts';
import { fileOf } from '#test/factories/documents.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  registerPerson,
} from '#test/factories/people.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/** A page is shown in the request that changed the session, or what the session says: it shows the change. */

const portal = await testPortal();

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a browser does, and what its request then knows of the caller. */
const changes: [
  what: string,
  prepare: () => Promise<{ visitor: Visitor; operation: AnyOperation; input: object; afterwards: unknown }>,
][] = [
  [
    'a sign-in',
    async () => {
      const { emailaddress, accountId } = await newPersonWithoutTwoStep(portal);
      const input = { emailaddress, password: PASSWORD };
      return { visitor: portal.visitor(), operation: login, input, afterwards: { accountId } };
    },
  ],
  [
    'a sign-out',
    async () => {
      const { visitor } = await newPerson(portal);
      return { visitor, operation: logout, input: {}, afterwards: null };
    },
  ],
  [
    'a corrected address',
    async () => {
      const { visitor } = await registerPerson(portal);
      await visitor.perform(acceptTerms, { accept_terms: 'YES' });
      const emailaddress = newAddress();
      return {
        visitor,
        operation: correctRegistrationAddress,
        input: { emailaddress },
        afterwards: { emailaddress },
      };
    },
  ],
  [
    'another name',
    async () => {
      const { visitor } = await newPerson(portal);
      const firstname = 'Patrice';
      return {
        visitor,
        operation: updateProfile,
        input: { profileobject: { firstname } },
        afterwards: { firstname },
      };
    },
  ],
  [
    'a photo',
    async () => {
      const { visitor } = await newPerson(portal);
      const afterwards = { profileimageurl: expect.stringContaining('/images/photos/') };
      return {
        visitor,
        operation: savePhoto,
        input: { image: await fileOf(Buffer.from(pixel, 'base64')) },
        afterwards,
      };
    },
  ],
  [
    'a deletion',
    async () => {
      const { visitor } = await newPerson(portal);
      return { visitor, operation: askDeletion, input: {}, afterwards: { eraseAt: expect.any(Date) } };
    },
  ],
  [
    'a deletion that is taken back',
    async () => {
      const { visitor } = await newPerson(portal);
      await visitor.perform(askDeletion, {});
      return { visitor, operation: recallDeletion, input: {}, afterwards: { eraseAt: null } };
    },
  ],
  [
    'the session as a person',
    async () => {
      const { visitor, accountId: adminAccountId } = await newStaff(portal);
      const { accountId: userid } = await newPerson(portal);
      const input = { userid, reason: 'A switch that jumps back' };
      return {
        visitor,
        operation: startUserSession,
        input,
        afterwards: { accountId: userid, adminAccountId },
      };
    },
  ],
];

test.each(changes)('the request knows of %s', async (_what, prepare) => {
  const { visitor, operation, input, afterwards } = await prepare();
  const visit = visitor.visit();
  const before: Caller | null = await visit.caller();
  await portal.perform(operation, input, visit);
  const after = await visit.caller();
  if (afterwards === null) expect([before !== null, after]).toEqual([true, null]);
  else expect(after).toMatchObject(afterwards as object);
});

test('of a long name of a browser the first 400 characters are kept', async () => {
  const agent = Array.from({ length: 100 }, (_, at) => `Part${100 + at}`).join('');
  const { visitor, accountId, emailaddress } = await newPerson(portal, {}, { agent });
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  await visitor.perform(twoStepVerify, { code, rememberbrowser: true });
  const { rows } = await portal.pool.query(
    `select 'login' as at, last_login_agent as agent from account where id = $1
     union select 'session', agent from session where account_id = $1
     union select 'known', agent from known_browser where account_id = $1
     union select 'remembered', agent from trusted_browser where account_id = $1
     union select 'terms', agent from terms_acceptance where account_id = $1 order by at`,
    [accountId],
  );
  const kept = agent.slice(0, 400);
  expect(kept).toHaveLength(400);
  expect(rows).toEqual(
    ['known', 'login', 'remembered', 'session', 'terms'].map((at) => ({ at, agent: kept })),
  );
});

test.each([
  ['a browser', (id: string) => deliverNewBrowser(portal, id, 'late')],
  ['a change', (id: string) => deliverSecurityNotice(portal, id, 'late')],
  ['a choice of mails', (id: string) => deliverMailChoice(portal, id, 'late')],
  ['a session of staff', (id: string) => deliverStaffSession(portal, id, 'late')],
  [
    'a request',
    (requestId: string) => deliverPrivacyNotice(portal, { requestId, occasion: 'received' }, 'late'),
  ],
])('a mail about %s that is gone is not sent, and its job does not fail', async (_what, deliver) => {
  await expect(deliver(newId())).resolves.toBeUndefined();
});
