import { expect, test } from 'vitest';
import {
  acceptTeamInvite,
  checkTeamInvite,
  enterpriseSweeps,
  getTeamInvite,
  inviteMember,
  resendInvite,
  saveEnterpriseTeam,
} from '#modules/enterprise/index.ts';
import { getInvited, getLink } from '#modules/network/index.ts';
import { DAY, MINUTE, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
portal.clock.stop();

test('an invitation into a team ends after 30 days, at that moment and not before', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const person = await newPersonWithoutTwoStep(portal);
  const stranger = `stranger-${person.accountId}@example.com`;
  for (const emailaddress of [person.emailaddress, stranger]) {
    await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  }
  const code = await mailedCode(portal, person.emailaddress);
  const linkid = await mailedCode(portal, stranger);
  const invited = portal.clock.now().getTime();
  const inviter = async () => (await portal.visitor().perform(getInvited, { linkid })).inviter;

  portal.clock.set(new Date(invited + 30 * DAY));
  const late = await signIn(portal, person);
  expect(await codeOf(late.perform(acceptTeamInvite, { invitecode: code }))).toBe(
    'enterprise.team-invite-expired',
  );
  expect(await inviter()).toBeNull();
  expect((await late.caller())?.companyId).toBeNull();

  portal.clock.set(new Date(invited + 30 * DAY - 1));
  const early = await signIn(portal, person);
  expect(await inviter()).not.toBeNull();
  expect(await codeOf(early.perform(getTeamInvite, { invitecode: code }))).toBe('done');
  expect(await codeOf(early.perform(acceptTeamInvite, { invitecode: code }))).toBe('done');
  expect((await early.caller())?.teamRole).toBe('viewer');
});

test('the link of an invitation says whether its address has an account already', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const { emailaddress: known } = await newPersonWithoutTwoStep(portal);
  const strange = `strange-${owner.accountId}@example.com`;
  for (const [emailaddress, newuser] of [
    [known, false],
    [strange, true],
  ] as const) {
    await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
    const linkid = await mailedCode(portal, emailaddress);
    expect((await portal.visitor().perform(getLink, { linkid })).newuser).toBe(newuser);
  }
});

test('an address is free to be invited again at the moment when its invitation ends', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const emailaddress = `again-${owner.accountId}@example.com`;
  await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  const invited = portal.clock.now().getTime();
  const pending = async (at: number) => {
    portal.clock.set(new Date(at));
    const visitor = await signIn(portal, owner);
    return (await visitor.perform(checkTeamInvite, { emailaddress })).pending;
  };
  expect(await pending(invited + 30 * DAY - 1)).toBe(true);
  expect(await pending(invited + 30 * DAY)).toBe(false);
});

test.each<[string, string, number]>([
  ['it was withdrawn', 'withdrawn_at = invited_at', 90 * DAY],
  ['it was accepted', 'accepted_at = invited_at, accepted_by_account_id = invited_by_account_id', 90 * DAY],
  ['it expired', 'expires_at = expires_at', 120 * DAY],
])('an invitation is deleted exactly 90 days after %s', async (_what, change, kept) => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const emailaddress = `kept-${owner.accountId}@example.com`;
  const { invitationid } = await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  await portal.pool.query(`update team_invitation set ${change} where id = $1`, [invitationid]);
  const sweep = enterpriseSweeps.find(({ name }) => name === 'enterprise.team-invitations');
  if (!sweep) throw new Error('no such sweep');
  const invited = portal.clock.now().getTime();
  const isKept = async (at: number) => {
    portal.clock.set(new Date(at));
    await runSweep(portal, sweep);
    const { rows } = await portal.pool.query('select id from team_invitation where id = $1', [invitationid]);
    return rows.length === 1;
  };
  expect([await isKept(invited + kept - 1), await isKept(invited + kept)]).toEqual([true, false]);
});

test('of two invitations of an address, its name means the newer one', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const emailaddress = `renamed-${owner.accountId}@example.com`;
  const { invitationid } = await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  await owner.visitor.perform(saveEnterpriseTeam, { members: [{ invitationid, delete_flag: 'YES' }] });
  portal.clock.advance(MINUTE);
  await owner.visitor.perform(inviteMember, { emailaddress, role: 'admin' });
  await owner.visitor.perform(resendInvite, { emailaddress });
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress });
  expect(mails.map(({ text }) => text.includes('as an admin'))).toEqual([true, true]);
});

test.each<[string, string, number]>([
  ['that is withdrawn', 'withdrawn_at = invited_at', 0],
  ['that was accepted', 'accepted_at = invited_at, accepted_by_account_id = invited_by_account_id', 0],
  ['that has ended', 'expires_at = expires_at', 30 * DAY],
  ['that is open', 'expires_at = expires_at', 30 * DAY - 1],
])(
  'an invitation %s before its mail is sent is mailed only while it is open',
  async (which, change, later) => {
    const { owner } = await newCompany(portal, { team_management_enabled: true });
    const emailaddress = `late-${owner.accountId}@example.com`;
    const invitation = await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
    await portal.pool.query(`update team_invitation set ${change} where id = $1`, [invitation.invitationid]);
    portal.clock.set(new Date(portal.clock.now().getTime() + later));
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: emailaddress });
    expect(mails).toHaveLength(which === 'that is open' ? 1 : 0);
  },
);

test('an invitation of a company that was turned off since is not mailed', async () => {
  const { owner, companyId } = await newCompany(portal, { team_management_enabled: true });
  const emailaddress = `off-${owner.accountId}@example.com`;
  await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  await portal.pool.query('update company set enterprise_enabled = false where id = $1', [companyId]);
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: emailaddress })).toEqual([]);
});

test('an invitation is sent again to the address that is named, although another one is newer', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const [older, newer] = ['older', 'newer'].map((name) => `${name}-${owner.accountId}@example.com`) as [
    string,
    string,
  ];
  for (const emailaddress of [older, newer]) {
    await owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
    portal.clock.advance(MINUTE);
  }
  await portal.runJobs();
  await owner.visitor.perform(resendInvite, { emailaddress: older });
  await portal.runJobs();
  expect(await listOutbox(portal.db, { to: older })).toHaveLength(2);
  expect(await listOutbox(portal.db, { to: newer })).toHaveLength(1);
});

test('whoever joined another team since is not reminded of an invitation', async () => {
  const [first, second] = [
    await newCompany(portal, { team_management_enabled: true }),
    await newCompany(portal, { team_management_enabled: true }),
  ];
  const person = await newPersonWithoutTwoStep(portal);
  const { emailaddress } = person;
  await first.owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  await second.owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
  const invitecode = await mailedCode(portal, emailaddress);
  await (await signIn(portal, person)).perform(acceptTeamInvite, { invitecode });
  expect(await codeOf(first.owner.visitor.perform(resendInvite, { emailaddress }))).toBe(
    'enterprise.on-another-team',
  );
});
