import { expect, test } from 'vitest';
import { acceptTerms, brandForHost } from '#modules/enterprise/index.ts';
import {
  askDeletion,
  askExport,
  checkHandOff,
  confirmMailChoice,
  downloadExport,
  forgotPassword,
  getEmailChange,
  getMailChoice,
  getMethodSetUp,
  getMyRequests,
  getRegistration,
  getSecondStep,
  getUndo,
  listSessions,
  login,
  manageTwoStep,
  redeemHandOff,
  startEmailChange,
  startPasskeySignIn,
  twoStepVerify,
  updateMailPreferences,
  updatePassword,
} from '#modules/identity/index.ts';
import {
  changeOfMind,
  endedSessionKept,
  exportKept,
  identityTimings,
  mailChoiceKept,
} from '#modules/identity/limits.ts';
import { DAY, newId, SECOND } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import {
  actAs,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  registerPerson,
  signIn,
} from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** Limits in time apply exactly: one millisecond before their end and at their end, with a stopped clock. */

const portal = await testPortal();
portal.clock.stop();

/** The results one millisecond before a time is over, and when it is over. */
async function around<T>(time: number, answer: () => Promise<T>): Promise<[before: T, at: T]> {
  const since = portal.clock.now().getTime();
  portal.clock.set(new Date(since + time - 1));
  const before = await answer();
  portal.clock.set(new Date(since + time));
  return [before, await answer()];
}

const NEW = 'velvet-Harbour-4711';
/** The newest link of this kind that was mailed to an address. */
async function mailed(to: string, part: RegExp): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to, limit: 50 });
  const found = mails.flatMap(({ links }) => links.map((link) => part.exec(link)?.[1])).find(Boolean);
  return decodeURIComponent(found ?? '');
}

test('a hand-off works for a minute', async () => {
  const company = await newCompany(portal, { branding_hostname: 'ends' });
  const host = 'ends.localhost:3000';
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).not.toBeNull());
  const { emailaddress } = await newTeamMember(portal, company, 'viewer');
  const address = '203.0.113.77';
  const signedIn = await portal.visitor({ address }).perform(login, { emailaddress, password: PASSWORD });
  const token = new URL(signedIn.redirect_to_branded_domain ?? '').pathname.replace('/handoff/', '');
  const there = portal.visitor({ host, address });
  const open = async () => (await there.perform(checkHandOff, { token })).open;
  expect(await around(identityTimings['hand-off.lifetime'], open)).toEqual([true, false]);
  expect(await codeOf(there.perform(redeemHandOff, { token }))).toBe('identity.hand-off-over');
});

test('a change can be undone for 72 hours, and is kept no longer', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(updatePassword, { newpassword: NEW });
  const token = await mailed(person.emailaddress, /\/undo\/([^?]+)/);
  const state = async () => {
    await portal.runSchedule('identity.sweep');
    const kept = 'select 1 from security_change where account_id = $1';
    const { rows } = await portal.pool.query(kept, [person.accountId]);
    return [await codeOf(portal.visitor().perform(getUndo, { token })), rows.length];
  };
  expect(await around(identityTimings['undo.lifetime'], state)).toEqual([
    ['done', 1],
    ['identity.undo-over', 0],
  ]);
});

test('the code of a recovery works for a quarter of an hour', async () => {
  const at = async (earlier: number) => {
    const { emailaddress } = await newPersonWithoutTwoStep(portal);
    const visitor = portal.visitor();
    await visitor.call('POST', '/user/forgotpassword', { emailaddress });
    const code = await newestCode(portal, emailaddress);
    portal.clock.advance(identityTimings['recovery.code-lifetime'] - earlier);
    return (await visitor.call('POST', '/user/forgotpasswordverify', { code })).status;
  };
  expect([await at(1), await at(0)]).toEqual([200, 400]);
});

test('a recovery sets one password, also within the same moment', async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  const visitor = portal.visitor();
  await visitor.call('POST', '/user/forgotpassword', { emailaddress });
  const code = await newestCode(portal, emailaddress);
  await visitor.call('POST', '/user/forgotpasswordverify', { code });
  const grant = visitor.cookies.get('recovery-grant') ?? '';
  const set = async (password: string) => {
    visitor.cookies.set('recovery-grant', grant);
    return (await visitor.call('POST', '/user/forgotnewpassword', { password })).status;
  };
  expect([await set(NEW), await set('marble-Compass-0815')]).toEqual([200, 400]);
});

test('the link of a recovery works for a quarter of an hour', async () => {
  const at = async (earlier: number) => {
    const { emailaddress } = await newPersonWithoutTwoStep(portal);
    await portal.visitor().call('POST', '/user/forgotpassword', { emailaddress });
    const code = await mailed(emailaddress, /\/forgotpassword\/verification\?(?:.*&)?code=([^&]+)/);
    portal.clock.advance(identityTimings['recovery.code-lifetime'] - earlier);
    return (await portal.visitor().call('POST', '/user/forgotpasswordverify', { code })).status;
  };
  expect([await at(1), await at(0)]).toEqual([200, 400]);
});

test('a copy of the data can be fetched for 72 hours, and is deleted then', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askExport, {});
  await portal.runJobs();
  const id = (await person.visitor.perform(getMyRequests, {})).requests[0]?.id ?? '';
  const state = async () => {
    const visitor = await signIn(portal, person);
    await portal.runSchedule('identity.sweep');
    const { requests } = await visitor.perform(getMyRequests, {});
    const { rows } = await portal.pool.query('select file_key from privacy_request where id = $1', [id]);
    return [
      await codeOf(visitor.perform(downloadExport, { id }).then(({ zip }) => zip.close())),
      requests[0]?.file_expires_at !== null,
      rows[0].file_key !== null,
    ];
  };
  expect(await around(exportKept, state)).toEqual([
    ['done', true, true],
    ['not-found', false, false],
  ]);
});

test('an account is erased 30 days after that was asked, and nobody else’s', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  await person.visitor.perform(askDeletion, {});
  await other.visitor.perform(askDeletion, {});
  await portal.pool.query(
    `update privacy_request set erase_at = erase_at + interval '1 day' where account_id = $1`,
    [other.accountId],
  );
  const erased = async () => {
    await portal.runSchedule('identity.sweep');
    const { rows } = await portal.pool.query('select id from account where id = any($1) and not active', [
      [person.accountId, other.accountId],
    ]);
    return rows.map((row) => row.id);
  };
  expect(await around(changeOfMind, erased)).toEqual([[], [person.accountId]]);
});

test('the link that confirms a choice of mails works for 72 hours', async () => {
  const id = newId();
  const requested_at = portal.clock.now();
  await portal.db
    .insertInto('mail_choice')
    .values({
      id,
      emailaddress: 'chooses@example.com',
      host: 'localhost:3000',
      requested_at,
      criticalemails: true,
      email_preference_marketing: true,
      email_preference_invites: false,
      email_preference_renewal: false,
    })
    .execute();
  const token = portal.keys.sign(
    'identity.mail-choice',
    id,
    new Date(requested_at.getTime() + mailChoiceKept),
  );
  const open = () => codeOf(portal.visitor().perform(getMailChoice, { token }));
  expect(await around(mailChoiceKept, open)).toEqual(['done', 'not-found']);
  expect(await codeOf(portal.visitor().perform(confirmMailChoice, { token }))).toBe('not-found');
});

const signsIn = async () => {
  const { emailaddress } = await newPersonWithoutTwoStep(portal);
  return portal.visitor().perform(login, { emailaddress, password: PASSWORD });
};

const isRemembered = async () => {
  const { emailaddress } = await newPerson(portal);
  const browser = portal.visitor();
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  return browser.perform(twoStepVerify, { code, rememberbrowser: true });
};

const goesHome = async () => {
  const company = await newCompany(portal, { branding_hostname: 'kept' });
  const host = 'kept.localhost:3000';
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).not.toBeNull());
  const { emailaddress } = await newTeamMember(portal, company, 'viewer');
  return portal.visitor().perform(login, { emailaddress, password: PASSWORD });
};

const guesses = () =>
  codeOf(portal.visitor().perform(login, { emailaddress: `${newId()}@example.com`, password: PASSWORD }));

const asksForPasskey = () => portal.visitor().perform(startPasskeySignIn, {});

const forgets = () => portal.visitor().perform(forgotPassword, { emailaddress: 'nobody@example.com' });

const asksForMails = () =>
  portal.visitor().perform(updateMailPreferences, {
    emailaddress: `${newId()}@example.com`,
    email_preference_marketing: false,
    email_preference_invites: true,
    email_preference_renewal: true,
    criticalemails: 'YES',
  });

const choosesMails = () =>
  portal.db
    .insertInto('mail_preference')
    .values({ emailaddress: `${newId()}@example.com`, updated_at: portal.clock.now() })
    .execute();

/** How long the nightly sweep keeps the rows of a table, and how to create such a row. */
const kept: [table: string, key: string, time: number, make: () => Promise<unknown>][] = [
  ['session', 'id', identityTimings['session.idle'] + endedSessionKept, signsIn],
  ['session_hand_off', 'id', identityTimings['hand-off.lifetime'], goesHome],
  ['passkey_challenge', 'id', identityTimings['passkey.challenge'], asksForPasskey],
  ['verification_code', 'id', 7 * DAY, forgets],
  ['trusted_browser', 'id', identityTimings['browser.remembered'], isRemembered],
  ['known_browser', 'id', 400 * DAY, signsIn],
  ['login_failure', 'key_hash', DAY, guesses],
  ['mail_choice', 'id', mailChoiceKept, asksForMails],
  ['mail_preference', 'emailaddress', 365 * DAY, choosesMails],
];

test.each(kept)('a row of %s (%s) is kept for %i ms', async (table, key, time, make) => {
  const keys = async (): Promise<string[]> =>
    (await portal.pool.query(`select ${key}::text as key from ${table}`)).rows.map((row) => row.key);
  const others = new Set(await keys());
  await make();
  const made = (await keys()).filter((each) => !others.has(each));
  const left = async () => {
    await portal.runSchedule('identity.sweep');
    const now = new Set(await keys());
    return made.filter((each) => now.has(each)).length;
  };
  expect(await around(time, left)).toEqual([made.length, 0]);
  expect(made).not.toEqual([]);
});

test('a browser is known for 400 days after its last sign-in, not its first', async () => {
  const { emailaddress, accountId } = await newPersonWithoutTwoStep(portal);
  const browser = portal.visitor();
  await browser.perform(login, { emailaddress, password: PASSWORD });
  portal.clock.set(new Date(portal.clock.now().getTime() + 300 * DAY));
  await browser.perform(login, { emailaddress, password: PASSWORD });
  const known = async () => {
    await portal.runSchedule('identity.sweep');
    const { rows } = await portal.pool.query('select 1 from known_browser where account_id = $1', [
      accountId,
    ]);
    return rows.length;
  };
  expect(await around(400 * DAY, known)).toEqual([1, 0]);
});

test('a session that was used to its end is over after 12 hours, and deleted 12 hours later', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const busy = 'update session set last_used_at = expires_at where account_id = $1';
  await portal.pool.query(busy, [accountId]);
  const left = async () => {
    const signedIn = (await visitor.visit({ polling: true }).caller()) !== null;
    await portal.runSchedule('identity.sweep');
    const { rows } = await portal.pool.query('select 1 from session where account_id = $1', [accountId]);
    return `${rows.length} ${signedIn}`;
  };
  expect(await around(identityTimings['session.absolute'], left)).toEqual(['1 true', '1 false']);
  expect(await around(endedSessionKept, left)).toEqual(['1 false', '0 false']);
});

test('another code for the second step can be asked for after 30 seconds', async () => {
  const person = await newPerson(portal);
  const browser = portal.visitor();
  await browser.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  const state = async () => {
    const { sent, resend_seconds, passkey } = await browser.perform(getSecondStep, {});
    return [sent !== null, resend_seconds, passkey];
  };
  const isSent = async () => (await state())[0];
  expect(await state()).toEqual([false, 0, false]);
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  expect(await state()).toEqual([true, 30, false]);
  expect(await around(30 * SECOND, state)).toEqual([
    [true, 1, false],
    [true, 0, false],
  ]);
  await newestCode(portal, person.emailaddress);
  expect(await around(identityTimings['code.lifetime'], isSent)).toEqual([true, false]);
});

const waits: [page: string, state: () => Promise<() => Promise<number>>][] = [
  [
    'a registration',
    async () => {
      const { visitor } = await registerPerson(portal);
      await visitor.perform(acceptTerms, { accept_terms: 'YES' });
      return async () => (await visitor.perform(getRegistration, {})).resend_seconds;
    },
  ],
  [
    'a method',
    async () => {
      const { visitor } = await newPerson(portal);
      const contact_value = newAddress();
      const { id } = await visitor.perform(manageTwoStep, {
        startmethod: { contact_method: 'EMAIL', contact_value },
      });
      return async () => (await visitor.perform(getMethodSetUp, { id: id ?? '' })).resend_seconds;
    },
  ],
  [
    'a change of the address',
    async () => {
      const { visitor } = await newPerson(portal);
      await visitor.perform(startEmailChange, { emailaddress: newAddress() });
      return async () => (await visitor.perform(getEmailChange, {})).resend_seconds;
    },
  ],
];

test.each(waits)('the page of %s says in seconds how long until another code', async (_page, state) => {
  const seconds = await state();
  expect(await seconds()).toBe(30);
  expect(await around(30 * SECOND, seconds)).toEqual([1, 0]);
});

test('a session as a person ends at the moment when the session of the member of staff does', async () => {
  const staff = await newStaff(portal);
  const acting = await actAs(portal, await newPersonWithoutTwoStep(portal), staff);
  const ends = new Date(portal.clock.now().getTime() + 10 * SECOND);
  await portal.pool.query('update session set expires_at = $2 where account_id = $1', [
    staff.accountId,
    ends,
  ]);
  const signedIn = async () => (await acting.caller()) !== null;
  expect(await around(10 * SECOND, signedIn)).toEqual([true, false]);
});

test('staff act as a person for an hour at most, however busy', async () => {
  const acting = await actAs(portal, await newPersonWithoutTwoStep(portal));
  for (let minutes = 0; minutes < 50; minutes += 10) {
    portal.clock.advance(10 * 60_000);
    expect(await acting.caller()).not.toBeNull();
  }
  const signedIn = async () => (await acting.caller()) !== null;
  expect(await around(10 * 60_000, signedIn)).toEqual([true, false]);
});

test('a session that was idle for half an hour is over, and listed no longer', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const elsewhere = portal.visitor();
  await elsewhere.perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  const listed = async () => (await person.visitor.perform(listSessions, {})).sessions.length;
  expect(await listed()).toBe(2);
  portal.clock.advance(20 * 60_000);
  await listed(); // The session that asks is used in between.
  const idle = async () =>
    `${await listed()} ${(await elsewhere.visit({ polling: true }).caller()) !== null}`;
  expect(await around(10 * 60_000, idle)).toEqual(['2 true', '1 false']);
});
