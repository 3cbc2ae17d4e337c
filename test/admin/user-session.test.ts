import { beforeEach, expect, it } from 'vitest';
import {
  changeAccountStatus,
  endUserSession,
  listUserAudit,
  startUserSession,
} from '#modules/admin/index.ts';
import {
  endOneSession,
  listSessions,
  logout,
  redeemHandOff,
  updatePassword,
  updateProfile,
} from '#modules/identity/index.ts';
import { acceptInvite, newInvite } from '#modules/network/index.ts';
import { HOUR, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import {
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
  signIn,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const reason = 'Ticket 20871: a switch that jumps back';
let staff: Registered;

beforeEach(async () => {
  staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
});

const start = (userid: string, by = staff) => by.visitor.perform(startUserSession, { userid, reason });

async function auditOf(userid: string, action: string) {
  const colleague = await newStaff(portal);
  const { entries } = await colleague.visitor.perform(listUserAudit, { userid });
  return entries.find((entry) => entry.action === action);
}

it('D16: acts as the person, under both names, and the person is mailed the reason once', async () => {
  const person = await newPerson(portal, { firstname: 'Ruth', lastname: 'Aspen' });
  const userid = person.accountId;
  expect(await start(userid)).toEqual({ redirect_to_branded_domain: null });
  expect(await staff.visitor.caller()).toMatchObject({
    accountId: userid,
    adminAccountId: staff.accountId,
    role: 'USER',
  });
  await staff.visitor.perform(updateProfile, { profileobject: { city: 'Dallas' } });
  expect(await auditOf(userid, 'identity.profile-changed')).toMatchObject({
    actor: 'Ruth Aspen',
    admin: 'Ada Minton',
  });
  expect(await auditOf(userid, 'identity.staff-session-started')).toMatchObject({
    actor: 'Ada Minton',
    detail: { reason },
  });
  await portal.runJobs();
  const mails = (await listOutbox(portal.db, { to: person.emailaddress })).filter(
    ({ subject }) => subject === 'Our team opened your account',
  );
  expect(mails.map(({ text }) => text.includes(reason))).toEqual([true]);
  expect(mails[0]?.text).not.toContain('Minton');
});

it('gives the staff session back at its end, under another token', async () => {
  const person = await newPerson(portal);
  const before = staff.visitor.cookies.get('session');
  await start(person.accountId);
  const acting = staff.visitor.cookies.get('session');
  expect(await staff.visitor.perform(endUserSession, {})).toMatchObject({
    base_hostname: portal.config.baseHost,
  });
  expect(await staff.visitor.caller()).toMatchObject({ accountId: staff.accountId, adminAccountId: null });
  for (const former of [before, acting]) {
    const visitor = portal.visitor();
    visitor.cookies.set('session', former ?? '');
    expect(await visitor.caller()).toBeNull();
  }
  expect(await auditOf(person.accountId, 'identity.staff-session-ended')).toMatchObject({
    admin: 'Ada Minton',
  });
  expect(await staff.visitor.perform(endUserSession, {})).toEqual({ base_hostname: null, userid: null });
});

it('is not for staff, a disabled account or an address that nobody proved, and needs a reason', async () => {
  const colleague = await newStaff(portal);
  await expect(start(colleague.accountId)).rejects.toMatchObject({ code: 'identity.staff-account' });
  const { accountId: userid } = await newPerson(portal);
  await expect(staff.visitor.perform(startUserSession, { userid, reason: 'short' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  await portal.db.updateTable('account').set({ email_verified_at: null }).where('id', '=', userid).execute();
  await expect(start(userid)).rejects.toMatchObject({ code: 'identity.address-unverified' });
  await staff.visitor.perform(changeAccountStatus, { userid, active: 'NO' });
  await expect(start(userid)).rejects.toMatchObject({
    code: 'identity.account-closed',
    text: 'User must be active',
  });
  expect(await staff.visitor.caller()).toMatchObject({ accountId: staff.accountId });
});

it('ends after an hour however busy, and after fifteen idle minutes, with the staff session beside it', async () => {
  const { accountId } = await newPerson(portal);
  await start(accountId);
  for (let passed = 0; passed < HOUR - 10 * MINUTE; passed += 10 * MINUTE) {
    portal.clock.advance(10 * MINUTE);
    expect(await staff.visitor.caller()).not.toBeNull();
  }
  portal.clock.advance(9 * MINUTE);
  expect(await staff.visitor.caller()).not.toBeNull();
  // Using that session also counted as using the staff session, which is therefore still open.
  await staff.visitor.perform(endUserSession, {});
  expect(await staff.visitor.caller()).toMatchObject({ accountId: staff.accountId });
  await start(accountId);
  portal.clock.advance(16 * MINUTE);
  expect(await staff.visitor.caller()).toBeNull();
});

it('D107: dies with the role, the account and the session of the admin', async () => {
  const { accountId } = await newPerson(portal);
  await start(accountId);
  await portal.db.updateTable('account').set({ role: 'USER' }).where('id', '=', staff.accountId).execute();
  expect(await staff.visitor.caller()).toBeNull();

  const disabled = await newStaff(portal);
  await start(accountId, disabled);
  const colleague = await newStaff(portal);
  await colleague.visitor.perform(changeAccountStatus, { userid: disabled.accountId, active: 'NO' });
  expect(await disabled.visitor.caller()).toBeNull();

  // Tests the rule alone, without the other effects of disabling an account.
  const inactive = await newStaff(portal);
  await start(accountId, inactive);
  await portal.db
    .updateTable('account')
    .set({ active: false })
    .where('id', '=', inactive.accountId)
    .execute();
  expect(await inactive.visitor.caller()).toBeNull();

  const signedOut = await newStaff(portal);
  const elsewhere = await signIn(portal, signedOut);
  await start(accountId, signedOut);
  const { sessions } = await elsewhere.perform(listSessions, {});
  const own = sessions.find(({ is_current }) => !is_current);
  await elsewhere.perform(endOneSession, { id: own?.id ?? '' });
  expect(await signedOut.visitor.caller()).toBeNull();
});

it('ends both sessions when staff log out in it', async () => {
  const { accountId } = await newPerson(portal);
  await start(accountId);
  await staff.visitor.perform(logout, {});
  const left = await portal.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', staff.accountId)
    .execute();
  expect(left).toEqual([]);
});

it('D107: changes neither the password nor a phone number, and accepts no invitation', async () => {
  const [person, inviter] = [await newPerson(portal), await newPersonWithoutTwoStep(portal)];
  const { inviteid } = await inviter.visitor.perform(newInvite, { touser: person.accountId });
  await start(person.accountId);
  const refused = { code: 'not-in-admin-session' };
  await expect(
    staff.visitor.perform(updatePassword, { newpassword: 'violet-Harbor-2031', currentpassword: PASSWORD }),
  ).rejects.toMatchObject(refused);
  await expect(
    staff.visitor.perform(updateProfile, { profileobject: { mobile: '5125550133' } }),
  ).rejects.toMatchObject(refused);
  await expect(
    staff.visitor.perform(acceptInvite, { inviteid: inviteid ?? '', accepttype: 'INDIVIDUAL' }),
  ).rejects.toMatchObject(refused);
});

it('works where the person has newer terms to accept, and accepts none', async () => {
  const { accountId } = await newPerson(portal);
  await portal.db
    .updateTable('account')
    .set({ accepted_terms_id: null })
    .where('id', '=', accountId)
    .execute();
  await start(accountId);
  await staff.visitor.perform(updateProfile, { profileobject: { city: 'Dallas' } });
});

it('D15: begins on the host of the person’s company, and leaves the staff session where it is', async () => {
  const label = `h${crypto.randomUUID().slice(0, 8)}`;
  const { owner } = await newCompany(portal, { branding_hostname: label });
  const { redirect_to_branded_domain: address } = await start(owner.accountId);
  const host = `${label}.localhost:3000`;
  expect(address).toMatch(new RegExp(`^http://${host}/handoff/`));
  expect(await staff.visitor.caller()).toMatchObject({ accountId: staff.accountId });

  const there = portal.visitor({ host });
  const token = address?.split('/').at(-1) ?? '';
  await there.perform(redeemHandOff, { token });
  const caller = await there.caller();
  expect(caller).toMatchObject({ accountId: owner.accountId, adminAccountId: staff.accountId });
  await expect(portal.visitor({ host }).perform(redeemHandOff, { token })).rejects.toMatchObject({
    code: 'identity.hand-off-over',
  });
  expect(await auditOf(owner.accountId, 'identity.session-moved')).toMatchObject({ admin: 'Ada Minton' });
  // The browser of staff does not belong to the person, and the session also ends there after an hour.
  expect(there.cookies.has('known')).toBe(false);
  const { rows } = await portal.pool.query(
    `select count(distinct expires_at)::int as ends, max(expires_at) <= min(created_at) + interval '1 hour' as soon
     from session where account_id = $1 and admin_account_id is not null`,
    [owner.accountId],
  );
  expect(rows).toEqual([{ ends: 1, soon: true }]);
  const visit = there.visit();
  const ended = await portal.perform(endUserSession, {}, visit);
  expect(ended).toMatchObject({ base_hostname: portal.config.baseHost });
  expect(await visit.caller()).toBeNull();
  expect(there.cookies.has('session')).toBe(false);
  expect(await staff.visitor.caller()).toMatchObject({ accountId: staff.accountId });
});
