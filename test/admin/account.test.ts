import { beforeEach, expect, it } from 'vitest';
import {
  changeAccountStatus,
  deleteSuppression,
  listUserAudit,
  openUserRecord,
  resetTwoFactor,
  saveUser,
  sendForgotPassword,
  toggleProfileLock,
} from '#modules/admin/index.ts';
import {
  forgotNewPassword,
  forgotPasswordVerify,
  login,
  manageTwoStep,
  suppressAddress,
  twoStepVerify,
} from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { DAY, newId } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
  signIn,
} from '#test/factories/people.ts';
import { atSecondStep, newAddress, newNumber } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
let staff: Registered;

/** Each test has its own session, because some tests move the clock. */
beforeEach(async () => {
  staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
});

const record = (userid: string) => staff.visitor.perform(openUserRecord, { userid });
const profileOf = async (userid: string) => (await record(userid)).profile;

async function auditOf(userid: string, action: string) {
  const { entries } = await staff.visitor.perform(listUserAudit, { userid });
  return entries.filter((entry) => entry.action === action);
}

/** The newest mail to an address whose subject contains these words. */
async function mailTo(address: string, subject: string) {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: address })).find((mail) => mail.subject?.includes(subject));
}

it('saves a section in one transaction, writes the difference down and tells the person what changed', async () => {
  const person = await newPerson(portal, { firstname: 'Ruth' });
  const userid = person.accountId;
  const { seen } = await record(userid);
  const { changed } = await staff.visitor.perform(saveUser, {
    userid,
    seen: seen.profile,
    firstname: 'Ruthie',
    city: 'Dallas',
    postalcode: '75201',
  });
  expect(changed).toEqual(['firstname', 'city', 'postalcode']);
  expect(await profileOf(userid)).toMatchObject({ firstname: 'Ruthie', city: 'Dallas', postalcode: '75201' });
  expect((await auditOf(userid, 'admin.user-saved'))[0]).toMatchObject({
    actor: 'Ada Minton',
    detail: { firstname: 'Ruth → Ruthie', city: 'empty → Dallas', postalcode: 'empty → 75201' },
  });
  const mail = await mailTo(person.emailaddress, 'account details were changed');
  expect(mail?.text).toContain('first name, city, ZIP code');
  for (const value of ['Ruthie', 'Dallas', '75201']) expect(mail?.text).not.toContain(value);
});

it('refuses a section that somebody else has saved meanwhile, and changes nothing', async () => {
  const { accountId: userid } = await newPerson(portal);
  const { seen } = await record(userid);
  const colleague = await newStaff(portal);
  await colleague.visitor.perform(saveUser, { userid, seen: seen.profile, city: 'Austin' });
  await expect(
    staff.visitor.perform(saveUser, { userid, seen: seen.profile, city: 'Dallas', firstname: 'X' }),
  ).rejects.toMatchObject({ code: 'admin.changed-meanwhile' });
  expect(await profileOf(userid)).toMatchObject({ city: 'Austin', firstname: 'Pat' });
  // Nobody has changed the other section since it was shown.
  await staff.visitor.perform(saveUser, { userid, seen: seen.privacy, network_autoacceptinvite: true });
  expect(await profileOf(userid)).toMatchObject({ network_autoacceptinvite: true });
});

it('saves nothing of a section of which one field is refused', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  const userid = person.accountId;
  await expect(
    staff.visitor.perform(saveUser, { userid, city: 'Dallas', emailaddress: other.emailaddress }),
  ).rejects.toMatchObject({
    code: 'identity.address-exists',
    text: 'Error: Email address provided already exists',
  });
  expect(await profileOf(userid)).toMatchObject({ city: '', emailaddress: person.emailaddress });
});

it('changes the address to sign in with: both addresses are told, and the former one can undo it', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const userid = person.accountId;
  const emailaddress = `new-${person.emailaddress}`;
  await staff.visitor.perform(saveUser, { userid, emailaddress });
  const former = await mailTo(person.emailaddress, 'email address was changed');
  expect(former?.links.some((link) => link.includes('/undo/'))).toBe(true);
  const told = await mailTo(emailaddress, 'email address was changed');
  expect(told?.links.some((link) => link.includes('/undo/'))).toBe(false);
  await expect(
    portal.visitor().perform(login, { emailaddress: person.emailaddress, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'identity.wrong-credentials' });
  await portal.visitor().perform(login, { emailaddress, password: PASSWORD });
  // Both know of the address, which is no detail to name once more.
  expect(await mailTo(emailaddress, 'account details were changed')).toBeUndefined();
});

it('tells the person which switches staff changed, and none that they left alone', async () => {
  const { accountId: userid, emailaddress } = await newPerson(portal);
  const profile = await profileOf(userid);
  const { changed } = await staff.visitor.perform(saveUser, {
    userid,
    network_sharing_master: profile.network_sharing_master ? 'NO' : 'YES',
    network_autoacceptinvite: profile.network_autoacceptinvite ? 'YES' : 'NO',
    email_preference_invites: profile.email_preference_invites ? 'NO' : 'YES',
  });
  expect(changed).toEqual(['network_sharing_master', 'email_preference_invites']);
  const mail = await mailTo(emailaddress, 'account details were changed');
  expect(mail?.text).toContain('sharing of your ShieldScore, invitation emails.');
});

it('does not save a profile that a colleague has locked since it was shown', async () => {
  const { accountId: userid } = await newPerson(portal);
  const { seen } = await record(userid);
  const colleague = await newStaff(portal);
  await colleague.visitor.perform(toggleProfileLock, { userid, lockstatus: 'YES' });
  await expect(
    staff.visitor.perform(saveUser, { userid, seen: seen.profile, city: 'Dallas' }),
  ).rejects.toMatchObject({ code: 'admin.changed-meanwhile' });
});

it('F14: locks the name and date of birth for the person and for the section, and unlocks them', async () => {
  const person = await newPerson(portal);
  const userid = person.accountId;
  await staff.visitor.perform(toggleProfileLock, { userid, lockstatus: 'YES' });
  expect(await profileOf(userid)).toMatchObject({ locked_name_dob: true });
  const locked = await staff.visitor.call('POST', '/admin/saveuser', { userid, firstname: 'Other' });
  expect(locked.body.error_code).toBe('admin.identity-locked');
  shows('console.identity-locked', locked.body.error_message);
  await staff.visitor.perform(saveUser, { userid, city: 'Dallas' });
  await staff.visitor.perform(toggleProfileLock, { userid, lockstatus: 'NO' });
  await staff.visitor.perform(saveUser, { userid, firstname: 'Other' });
  const changes = await auditOf(userid, 'identity.lock-changed');
  expect(changes.map(({ detail }) => detail)).toEqual([{ locked: false }, { locked: true }]);
});

it('mails a link that sets a new password once, for a day', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  await staff.visitor.perform(sendForgotPassword, { userid: person.accountId });
  const mail = await mailTo(person.emailaddress, 'Set a new password');
  const link = mail?.links.find((each) => each.includes('/forgotpassword/verification'));
  const code = new URL(link ?? '').searchParams.get('code') ?? '';
  const browser = portal.visitor();
  portal.clock.advance(DAY - 60_000);
  await browser.perform(forgotPasswordVerify, { code });
  await browser.perform(forgotNewPassword, { password: 'violet-Harbor-2031' });
  await portal
    .visitor()
    .perform(login, { emailaddress: person.emailaddress, password: 'violet-Harbor-2031' });
  await expect(portal.visitor().perform(forgotPasswordVerify, { code })).rejects.toMatchObject({
    code: 'identity.recovery-code-mismatch',
  });
});

it('sends a link that works for a day, and ends the one that was sent before', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const linkOf = async () => {
    await staff.visitor.perform(sendForgotPassword, { userid: person.accountId });
    const mail = await mailTo(person.emailaddress, 'Set a new password');
    const link = mail?.links.find((each) => each.includes('/forgotpassword/verification'));
    return new URL(link ?? '').searchParams.get('code') ?? '';
  };
  const open = (code: string) => portal.visitor().perform(forgotPasswordVerify, { code });
  const first = await linkOf();
  const second = await linkOf();
  await expect(open(first)).rejects.toMatchObject({ code: 'identity.recovery-code-mismatch' });
  portal.clock.advance(DAY);
  await expect(open(second)).rejects.toMatchObject({ code: 'identity.recovery-code-mismatch' });
});

it('sends no link to an address that nobody has proven, nor to a disabled account', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  await portal.db.updateTable('account').set({ email_verified_at: null }).where('id', '=', userid).execute();
  await expect(staff.visitor.perform(sendForgotPassword, { userid })).rejects.toMatchObject({
    code: 'identity.address-unverified',
  });
  await staff.visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  for (const operation of [sendForgotPassword, resetTwoFactor])
    await expect(staff.visitor.perform(operation, { userid })).rejects.toMatchObject({
      code: 'identity.account-closed',
      text: 'User must be active',
    });
});

it('D11: puts two-step back to email, removes every other method and ends every session', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const userid = person.accountId;
  await portal.pool.query(
    `insert into contact_method (id, account_id, kind, value, started_at, verified_at)
     values (gen_random_uuid(), $1, 'SMS', '5125550177', now(), now())`,
    [userid],
  );
  await portal.pool.query(
    `update account set two_step_method = 'SMS',
       two_step_contact_id = (select id from contact_method where account_id = $1) where id = $1`,
    [userid],
  );
  await staff.visitor.perform(resetTwoFactor, { userid });
  expect(await profileOf(userid)).toMatchObject({
    selected_two_step_method: 'EMAIL',
    enabled_two_step_methods: ['EMAIL'],
  });
  expect(await person.visitor.caller()).toBeNull();
  const { twosteprequired } = await portal
    .visitor()
    .perform(login, { emailaddress: person.emailaddress, password: PASSWORD });
  expect(twosteprequired).toBe(true);
  expect((await mailTo(person.emailaddress, 'two-step verification was reset'))?.text).toContain(
    'every browser was logged out',
  );
});

it('D11: leaves nothing of the former ways of the second step, and nothing of anybody else’s', async () => {
  const mobiles = [newNumber(), newNumber()];
  const [person, other] = await Promise.all(mobiles.map((mobile) => newPerson(portal, { mobile })));
  if (!person || !other) throw new Error('nobody was made');
  for (const [index, { visitor, accountId }] of [person, other].entries()) {
    await visitor.perform(manageTwoStep, { startmethod: { id: 'user_mobile' } });
    const code = await newestCode(portal, mobiles[index] ?? '');
    await visitor.perform(manageTwoStep, { verifymethod: { id: 'user_mobile' }, code });
    await portal.db
      .insertInto('passkey')
      .values({
        id: newId(),
        account_id: accountId,
        credential_id: newId(),
        public_key: Buffer.from('key'),
        counter: 0,
        host: 'localhost',
        name: 'Laptop',
        created_at: portal.clock.now(),
      })
      .execute();
    await visitor.perform(manageTwoStep, {
      startmethod: { contact_method: 'EMAIL', contact_value: newAddress() },
    });
  }
  for (const each of [person, other]) {
    const browser = await atSecondStep(portal, each);
    await browser.perform(twoStepVerify, { method: 'EMAIL' });
    const code = await newestCode(portal, each.emailaddress);
    await browser.perform(twoStepVerify, { code, rememberbrowser: true });
  }
  const doors = [await atSecondStep(portal, person), await atSecondStep(portal, other)];
  for (const door of doors) await door.perform(twoStepVerify, { method: 'EMAIL' });
  const left = async ({ accountId }: Registered) => {
    const { rows } = await portal.pool.query(
      `select (select count(*)::int from passkey where account_id = account.id) as passkeys,
         (select count(*)::int from recovery_code where account_id = account.id) as recovery_codes,
         (select count(*)::int from contact_method where account_id = account.id) as methods,
         (select count(*)::int from trusted_browser where account_id = account.id) as browsers,
         (select array_agg(purpose order by purpose) from verification_code
           where account_id = account.id and used_at is null and voided_at is null) as codes,
         mobile_verified_at is not null as mobile
       from account where id = $1`,
      [accountId],
    );
    return rows[0];
  };
  const everything = {
    passkeys: 1,
    recovery_codes: 10,
    methods: 1,
    browsers: 1,
    codes: ['contact', 'two-step'],
    mobile: true,
  };
  expect(await left(person)).toEqual(everything);
  await staff.visitor.perform(resetTwoFactor, { userid: person.accountId });
  expect(await left(person)).toEqual({
    passkeys: 0,
    recovery_codes: 0,
    methods: 0,
    browsers: 0,
    codes: null,
    mobile: false,
  });
  expect(await left(other)).toEqual(everything);
});

it('D73: disabling ends sessions, expires the ShieldID today and cancels open invitations; restoring gives the score back', async () => {
  const person = await newScoredPerson(portal, { days: 200 });
  const userid = person.accountId;
  const other = await newPersonWithoutTwoStep(portal);
  await other.visitor.perform(newInvite, { touser: userid });
  const { current_expiration: before } = await profileOf(userid);
  await staff.visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  expect(await person.visitor.caller()).toBeNull();
  await expect(signIn(portal, person)).rejects.toMatchObject({ code: 'identity.wrong-credentials' });
  const today = portal.clock.now().toISOString().slice(0, 10);
  expect(await profileOf(userid)).toMatchObject({
    active: false,
    current_expiration: today,
    previous_expiration: before,
    previous_score: 'IC01',
  });
  const open = await portal.db
    .selectFrom('connection')
    .select('id')
    .where('account_id', '=', userid)
    .where('cancelled_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
  expect(await mailTo(person.emailaddress, 'Your account was disabled')).toBeDefined();

  await staff.visitor.perform(changeAccountStatus, { userid, active: 'YES' });
  expect(await profileOf(userid)).toMatchObject({
    active: true,
    current_expiration: before,
    previous_expiration: null,
  });
  await signIn(portal, person);
  expect(await mailTo(person.emailaddress, 'Your account was restored')).toBeDefined();
});

it('restores no score that has expired meanwhile, and none that had expired before', async () => {
  const [lapsing, lapsed] = [
    await newScoredPerson(portal, { days: 10 }),
    await newScoredPerson(portal, { days: -10 }),
  ];
  const { current_expiration: past } = await profileOf(lapsed.accountId);
  for (const { accountId: userid } of [lapsing, lapsed])
    await staff.visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  const { current_expiration: disabledOn } = await profileOf(lapsing.accountId);
  portal.clock.advance(11 * DAY);
  const later = await newStaff(portal);
  for (const { accountId: userid } of [lapsing, lapsed])
    await later.visitor.perform(changeAccountStatus, { userid, active: 'YES' });
  const shown = async ({ accountId: userid }: { accountId: string }) =>
    (await later.visitor.perform(openUserRecord, { userid })).profile.current_expiration;
  expect(await shown(lapsing)).toBe(disabledOn);
  expect(await shown(lapsed)).toBe(past);
});

it('does not let staff disable themselves', async () => {
  const self = await newStaff(portal);
  await expect(
    self.visitor.perform(changeAccountStatus, { userid: self.accountId, active: 'NO' }),
  ).rejects.toMatchObject({ code: 'identity.own-account' });
});

it('says that mail cannot reach the address, until staff take it off the list', async () => {
  const person = await newPerson(portal);
  const userid = person.accountId;
  await suppressAddress(portal, person.emailaddress, 'mailbox-disabled');
  expect(await profileOf(userid)).toMatchObject({
    email_on_suppression_list: true,
    email_on_suppression_reason: 'the mailbox is disabled',
  });
  await staff.visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  expect(await mailTo(person.emailaddress, 'Your account was disabled')).toBeUndefined();
  await staff.visitor.perform(deleteSuppression, { userid });
  expect(await profileOf(userid)).toMatchObject({
    email_on_suppression_list: false,
    email_on_suppression_reason: null,
  });
  await staff.visitor.perform(changeAccountStatus, { userid, active: 'YES' });
  expect(await mailTo(person.emailaddress, 'Your account was restored')).toBeDefined();
});

it('a person whose second step is off gets it back by email when staff reset it', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const enter = () =>
    portal.visitor().perform(login, { emailaddress: person.emailaddress, password: person.password });
  expect((await enter()).twosteprequired).toBe(false);
  await staff.visitor.perform(resetTwoFactor, { userid: person.accountId });
  expect(await person.visitor.caller()).toBeNull();
  expect((await enter()).twosteprequired).toBe(true);
});
