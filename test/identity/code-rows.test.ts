import { beforeEach, describe, expect, test } from 'vitest';
import { saveUser, sendForgotPassword } from '#modules/admin/index.ts';
import {
  createStaffAccount,
  deliverCode,
  deliverRecovery,
  deliverStaffInvitation,
  deliverStaffReset,
  forgotPassword,
  forgotPasswordVerify,
  getEmailChange,
  inviteStaff,
  login,
  manageTwoStep,
  startEmailChange,
  twoStepVerify,
  undoChange,
  updatePassword,
  updateProfile,
} from '#modules/identity/index.ts';
import { DAY, HOUR, MINUTE, newId, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newestCode, newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import {
  addMethod,
  atSecondStep,
  newAddress,
  newNumber,
  refusalOf,
} from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** Which codes end with something else, and which do not; and what jobs send that run late or once more. */

const portal = await testPortal();
let staff: Registered;
beforeEach(async () => {
  staff = await newStaff(portal);
});

const mailsTo = async (to: string) => (await listOutbox(portal.db, { to })).length;

async function undoToken(address: string): Promise<string> {
  await portal.runJobs();
  const links = (await listOutbox(portal.db, { to: address })).flatMap((mail) => mail.links);
  return links.find((link) => link.includes('/undo/'))?.split('/undo/')[1] ?? '';
}

const newestId = async (destination: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from verification_code where lower(destination) = ${destination} order by id desc limit 1`.execute(
    portal.db,
  );
  return rows[0]?.id ?? '';
};

/** What voids the codes that were sent to an address or number of the person, or of one purpose. */
const voids: [
  what: string,
  purpose: string,
  prepare: (person: Registered) => Promise<{ destination: string; act: () => Promise<unknown> }>,
][] = [
  [
    'another number in the profile',
    'two-step',
    async ({ visitor }) => {
      const destination = newNumber();
      await visitor.perform(updateProfile, { profileobject: { mobile: destination } });
      return {
        destination,
        act: () => visitor.perform(updateProfile, { profileobject: { mobile: newNumber() } }),
      };
    },
  ],
  [
    'a method that is removed',
    'two-step',
    async (person) => {
      const destination = newAddress();
      const id = await addMethod(portal, person, 'EMAIL', destination);
      return { destination, act: () => person.visitor.perform(manageTwoStep, { removemethod: { id } }) };
    },
  ],
  [
    'another address by staff',
    'two-step',
    async ({ accountId: userid, emailaddress: destination }) => ({
      destination,
      act: () => staff.visitor.perform(saveUser, { userid, emailaddress: newAddress() }),
    }),
  ],
  [
    'a link to a new password from staff',
    'recovery',
    async ({ accountId: userid, emailaddress: destination }) => ({
      destination,
      act: () => staff.visitor.perform(sendForgotPassword, { userid }),
    }),
  ],
  [
    'a change that is undone',
    'two-step',
    async ({ visitor, emailaddress: destination }) => {
      await visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
      const token = await undoToken(destination);
      return { destination, act: () => portal.visitor().perform(undoChange, { token }) };
    },
  ],
];

test.each(voids)(
  '%s ends the open code, and leaves those that are over as they are',
  async (_w, purpose, prepare) => {
    const person = await newPerson(portal);
    const { destination, act } = await prepare(person);
    const at = new Date(portal.clock.now().getTime() - HOUR);
    const write = async (used: Date | null, voided: Date | null) => {
      const id = newId();
      await portal.db
        .insertInto('verification_code')
        .values({
          id,
          account_id: person.accountId,
          purpose: purpose as 'two-step',
          channel: 'EMAIL',
          destination,
          host: 'localhost:3000',
          requested_at: at,
          code_hash: 'none',
          sent_at: at,
          expires_at: at,
          used_at: used,
          voided_at: voided,
        })
        .execute();
      return id;
    };
    const ids = [await write(at, null), await write(null, at), await write(null, null)];
    await act();
    const rows = await portal.db
      .selectFrom('verification_code')
      .select(['id', 'used_at', 'voided_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: ids[0], used_at: at, voided_at: null },
      { id: ids[1], used_at: null, voided_at: at },
      { id: ids[2], used_at: null, voided_at: expect.any(Date) },
    ]);
  },
);

describe('a code for the second step still works', () => {
  const goesOn: [what: string, act: (person: Registered) => Promise<unknown>][] = [
    [
      'after another number in the profile',
      ({ visitor }) => visitor.perform(updateProfile, { profileobject: { mobile: newNumber() } }),
    ],
    [
      'after a link to a new password from staff',
      ({ accountId: userid }) => staff.visitor.perform(sendForgotPassword, { userid }),
    ],
    [
      'after another method was begun',
      ({ visitor }) =>
        visitor.perform(manageTwoStep, {
          startmethod: { contact_method: 'EMAIL', contact_value: newAddress() },
        }),
    ],
    [
      'after another address was begun',
      ({ visitor }) => visitor.perform(startEmailChange, { emailaddress: newAddress() }),
    ],
  ];
  test.each(goesOn)('%s', async (_what, act) => {
    const person = await newPerson(portal);
    const browser = await atSecondStep(portal, person);
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    const code = await newestCode(portal, person.emailaddress);
    await act(person);
    await browser.perform(twoStepVerify, { code });
    expect(await browser.caller()).toMatchObject({ twoStepDone: true });
  });
});

describe('a job that runs late or once more', () => {
  test('sends no code that was replaced or used meanwhile', async () => {
    const person = await newPerson(portal);
    const { emailaddress } = person;
    const browser = await atSecondStep(portal, person);
    await portal.runJobs();
    const before = await mailsTo(emailaddress);
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    portal.clock.advance(31 * SECOND);
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    await portal.runJobs();
    expect(await mailsTo(emailaddress)).toBe(before + 1);
    await browser.perform(twoStepVerify, { code: await newestCode(portal, emailaddress) });
    await portal.runJobs();
    const sent = await mailsTo(emailaddress);
    await deliverCode(portal, await newestId(emailaddress), 'again');
    expect(await mailsTo(emailaddress)).toBe(sent);
  });

  test('ends a code that nobody was sent for an hour', async () => {
    const { visitor } = await newPerson(portal);
    await visitor.perform(startEmailChange, { emailaddress: newAddress() });
    for (let turn = 0; turn < 3; turn += 1) {
      portal.clock.advance(21 * MINUTE);
      expect((await visitor.perform(getEmailChange, {})).newemailaddress).not.toBeNull();
    }
    await portal.runJobs();
    expect((await visitor.perform(getEmailChange, {})).newemailaddress).toBeNull();
  });

  test('sends no link to a new password to who asked too early, has one that is used, or is unknown', async () => {
    const { emailaddress } = await newPerson(portal);
    const unknown = newAddress();
    const browser = portal.visitor({ address: '203.0.113.201' });
    for (const address of [emailaddress, emailaddress, unknown]) {
      await browser.perform(forgotPassword, { emailaddress: address });
      await portal.runJobs();
    }
    const sent = await mailsTo(emailaddress);
    const early = await newestId(emailaddress);
    portal.clock.advance(MINUTE);
    await portal.pool.query('update account set emailaddress = $1 where emailaddress = $2', [
      unknown,
      staff.emailaddress,
    ]);
    for (const id of [early, await newestId(unknown)]) await deliverRecovery(portal, id, 'again');
    expect([await mailsTo(emailaddress), await mailsTo(unknown)]).toEqual([sent, 0]);
    await browser.perform(forgotPassword, { emailaddress });
    await browser.perform(forgotPasswordVerify, { code: await newestCode(portal, emailaddress) });
    const used = await mailsTo(emailaddress);
    await deliverRecovery(portal, await newestId(emailaddress), 'again');
    expect(await mailsTo(emailaddress)).toBe(used);
  });

  test('sends no link of staff that was replaced, used, or is over', async () => {
    const { accountId, emailaddress } = await newPerson(portal);
    const send = async () => {
      await staff.visitor.perform(sendForgotPassword, { userid: accountId });
      return newestId(emailaddress);
    };
    const [replaced, used] = [await send(), await send()];
    const link = async () => {
      await portal.runJobs();
      const mails = await listOutbox(portal.db, { to: emailaddress });
      const found =
        mails.flatMap(({ links }) => links).find((each) => each.includes('/forgotpassword/')) ?? '';
      return new URL(found).searchParams.get('code') ?? '';
    };
    await portal.visitor().perform(forgotPasswordVerify, { code: await link() });
    const over = await send();
    await portal.runJobs();
    const sent = await mailsTo(emailaddress);
    await deliverStaffReset(portal, { accountId, codeId: over }, 'again');
    expect(await mailsTo(emailaddress)).toBe(sent + 1);
    for (const codeId of [replaced, used]) await deliverStaffReset(portal, { accountId, codeId }, 'again');
    portal.clock.advance(DAY);
    await deliverStaffReset(portal, { accountId, codeId: over }, 'again');
    expect(await mailsTo(emailaddress)).toBe(sent + 1);
  });

  test('mails a new member of staff a link for three days, and none when these are over', async () => {
    portal.clock.stop();
    const emailaddress = newAddress();
    const { expiresAt, link } = await portal.work('test.invite', (work) =>
      inviteStaff(work, { emailaddress, firstname: 'Ida', lastname: 'New' }),
    );
    expect(expiresAt.getTime() - portal.clock.now().getTime()).toBe(3 * DAY);
    await portal.runJobs();
    const [mail] = await listOutbox(portal.db, { to: emailaddress });
    expect(mail?.links).toContain(link);
    portal.clock.set(expiresAt);
    await deliverStaffInvitation(portal, await newestId(emailaddress), 'again');
    expect(await mailsTo(emailaddress)).toBe(1);
    const { rows } = await portal.pool.query(
      'select emailaddress::text as address, role from account where emailaddress = $1',
      [emailaddress],
    );
    expect(rows).toEqual([{ address: emailaddress, role: 'ADMIN' }]);
  });
});

test('a right code that is over is answered as a wrong one', async () => {
  const { emailaddress } = await newPerson(portal);
  const ask = async () => {
    const browser = portal.visitor({ address: '203.0.113.202' });
    await browser.perform(forgotPassword, { emailaddress });
    return { browser, code: await newestCode(portal, emailaddress) };
  };
  const left = async ({ browser, code }: Awaited<ReturnType<typeof ask>>) =>
    (await refusalOf(browser.perform(forgotPasswordVerify, { code }))).options.issues?.code;
  const replaced = await ask();
  portal.clock.advance(31 * SECOND);
  const used = await ask();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  const found = mails.flatMap(({ links }) => links).find((each) => each.includes('/forgotpassword/')) ?? '';
  const code = new URL(found).searchParams.get('code') ?? '';
  await portal.visitor().perform(forgotPasswordVerify, { code });
  const told = [expect.stringContaining('4 tries left')];
  expect([await left(replaced), await left(used)]).toEqual([told, told]);
});

test('an account of staff is made with a password that is good enough', async () => {
  const emailaddress = newAddress();
  const make = (password: string) =>
    portal.work('test.create-staff', (work) =>
      createStaffAccount(work, {
        emailaddress,
        password,
        firstname: 'Ida',
        lastname: 'New',
      }),
    );
  // 129 characters, which the form does not take.
  const long = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 7919) % 251)).toString('base64');
  for (const password of ['password1', `${long}x`])
    expect((await refusalOf(make(password))).code).toBe('identity.password-weak');
  await make(long);
  await portal.visitor().perform(login, { emailaddress, password: long });
});
