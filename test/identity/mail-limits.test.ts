import { expect, test } from 'vitest';
import {
  askLimitByAddress,
  correctRegistrationAddress,
  forgotPassword,
  login,
  resendRegistrationCode,
  twoStepVerify,
  updateMailPreferences,
} from '#modules/identity/index.ts';
import { type AskedMail, mayMail } from '#modules/identity/mail-limits.ts';

import { DAY, HOUR, MINUTE } from '#modules/platform/browser.ts';
import { newestCode, newPerson, PASSWORD, registerUnverified } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { showsCount } from '#test/shown.ts';

/** Mails to one address that nobody signed in asked for (D128), counted as the jobs that would send them. */

const portal = await testPortal();
const otherProcess = await testPortal({ database: { url: portal.databaseUrl, ownerUrl: portal.ownerUrl } });

const portalAsWork = (on: typeof portal) => ({ portal: on, db: on.db });

let networks = 0;
/** A browser in a network of its own, so that the limits of networks are not reached. */
const stranger = (on = portal) => {
  networks += 1;
  return on.visitor({ address: `192.0.2.${networks % 250}` });
};

async function queued(job: string): Promise<number> {
  const { rows } = await portal.pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker.jobs where task_identifier = $1',
    [`identity.${job}`],
  );
  return rows[0]?.count ?? 0;
}

/** @returns how many jobs of that kind an act enqueued */
async function enqueues(job: string, act: () => Promise<unknown>): Promise<number> {
  const before = await queued(job);
  await act();
  return (await queued(job)) - before;
}

let requests = 0;
const asks: [kind: AskedMail, job: string, ask: (emailaddress: string) => Promise<unknown>][] = [
  ['recovery', 'start-recovery', (emailaddress) => stranger().perform(forgotPassword, { emailaddress })],
  [
    'mail-choice',
    'send-mail-choice',
    (emailaddress) =>
      stranger().perform(updateMailPreferences, {
        emailaddress,
        email_preference_marketing: true,
        email_preference_invites: true,
        email_preference_renewal: true,
        criticalemails: 'YES',
      }),
  ],
  [
    'privacy-request',
    'send-privacy-notice',
    (emailaddress) => {
      requests += 1;
      return stranger().perform(askLimitByAddress, {
        name: 'Nina',
        emailaddress,
        message: `Request ${requests}`,
      });
    },
  ],
];

test.each(asks)('five of the kind %s a day, then the same answer and no mail', async (kind, job, ask) => {
  const emailaddress = `victim-of-${kind}@example.com`;
  // Past the limit, one recovery an hour is still sent.
  const spare = kind === 'recovery' ? 1 : 0;
  const answers: unknown[] = [];
  const sent = await enqueues(job, async () => {
    for (let at = 0; at < 9; at += 1) answers.push(await ask(emailaddress));
  });
  expect(sent).toBe(5 + spare);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await enqueues(job, () => ask(emailaddress.toUpperCase()))).toBe(0);
  expect(await enqueues(job, () => ask(`another-${kind}@example.com`))).toBe(1);
  portal.clock.advance(2 * DAY);
  expect(await enqueues(job, () => ask(emailaddress))).toBe(1);
});

test('the same request again, also at the same time, is one until it is closed', async () => {
  const asked = { name: 'Nina Okafor', emailaddress: 'same@example.com', message: 'Limit it, please.' };
  const ask = (changes: object = {}) => stranger().perform(askLimitByAddress, { ...asked, ...changes });
  const taken = async () => {
    const { rows } = await portal.pool.query('select 1 from privacy_request where emailaddress = $1', [
      asked.emailaddress,
    ]);
    return rows.length;
  };
  const same = () => Promise.all([ask(), ask(), ask(), ask(), ask({ emailaddress: 'Same@Example.com' })]);
  expect(await enqueues('send-privacy-notice', same)).toBe(1);
  expect(await taken()).toBe(1);
  await ask({ message: '' });
  await ask({ message: '' });
  expect(await taken()).toBe(2);
  await portal.pool.query(
    `update privacy_request set state = 'closed', closed_at = requested_at, answered_at = requested_at,
      outcome = 'answered' where emailaddress = $1`,
    [asked.emailaddress],
  );
  await ask();
  expect(await taken()).toBe(3);
});

test('the limit of a kind is exactly five', async () => {
  await showsCount('mails.of-a-kind-count', () =>
    mayMail(portalAsWork(portal), 'privacy-request', 'count@example.com'),
  );
});

test('twenty of all kinds, from two processes at once', async () => {
  otherProcess.clock.advance(portal.clock.now().getTime() - otherProcess.clock.now().getTime());
  const kinds: AskedMail[] = ['registration', 'mail-choice', 'privacy-request', 'recovery'];
  const tries = kinds.flatMap((kind) =>
    Array.from({ length: 12 }, (_, at) =>
      mayMail(portalAsWork(at % 2 ? portal : otherProcess), kind, 'all@example.com'),
    ),
  );
  const allowed = (await Promise.all(tries)).filter(Boolean).length;
  // Besides, one recovery past the limit.
  expect(allowed - 1).toBe(20);
  await showsCount('mails.of-all-kinds-count', async (n) => n < allowed);
});

test('one recovery an hour past the limit, whoever asks', async () => {
  const { emailaddress } = await newPerson(portal);
  const ask = () => stranger().perform(forgotPassword, { emailaddress });
  for (let at = 0; at < 6; at += 1) await ask();
  expect(await enqueues('start-recovery', ask)).toBe(0);
  portal.clock.advance(2 * HOUR);
  expect(await enqueues('start-recovery', () => Promise.all(Array.from({ length: 8 }, ask)))).toBe(1);
});

test('a recovery from a browser that the account remembers is not counted', async () => {
  const { emailaddress } = await newPerson(portal);
  const browser = stranger();
  await browser.perform(login, { emailaddress, password: PASSWORD });
  await browser.perform(twoStepVerify, { method: 'EMAIL' });
  const code = await newestCode(portal, emailaddress);
  await browser.perform(twoStepVerify, { code, rememberbrowser: true });
  const own = () => browser.perform(forgotPassword, { emailaddress });
  const all = await enqueues('start-recovery', async () => {
    for (let at = 0; at < 8; at += 1) await own();
  });
  expect(all).toBe(8);
  expect(await enqueues('start-recovery', () => stranger().perform(forgotPassword, { emailaddress }))).toBe(
    1,
  );
});

test('codes after a right password are not counted', async () => {
  const { emailaddress } = await newPerson(portal);
  for (let at = 0; at < 7; at += 1) {
    portal.clock.advance(MINUTE);
    const browser = stranger();
    await browser.perform(login, { emailaddress, password: PASSWORD });
    expect(await enqueues('send-code', () => browser.perform(twoStepVerify, { method: 'EMAIL' }))).toBe(1);
  }
});

test('a registration sends five codes a day to an address that is not proven', async () => {
  const { visitor } = await registerUnverified(portal);
  const again = () => {
    portal.clock.advance(MINUTE);
    return visitor.perform(resendRegistrationCode, {});
  };
  const sent = await enqueues('send-code', async () => {
    for (let at = 0; at < 6; at += 1) await again();
  });
  expect(sent).toBe(4);
  const corrected = 'corrected@example.com';
  portal.clock.advance(MINUTE);
  expect(
    await enqueues('send-code', () =>
      visitor.perform(correctRegistrationAddress, { emailaddress: corrected }),
    ),
  ).toBe(1);
});
