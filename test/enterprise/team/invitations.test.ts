import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptTeamInvite,
  enterpriseSweeps,
  getTeamInvite,
  inviteMember,
  listEnterpriseTeam,
  resendInvite,
  saveEnterpriseTeam,
} from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { DAY, MINUTE, runSweep } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { changedTables, fingerprintDatabase } from '#test/checks/database-fingerprint.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { actAs, newPersonWithoutTwoStep, newStaff, type Registered, signIn } from '#test/factories/people.ts';
import { mailedCode, rolesIn } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();
let company: TestCompany;
beforeEach(async () => {
  company = await newCompany(portal, { company_name: 'Harbor & Pine', team_management_enabled: true });
});

let made = 0;
const newAddress = () => {
  made += 1;
  return `guest${made}@example.com`;
};

async function invite(
  emailaddress: string,
  { by = company.owner, role = 'viewer' }: { by?: Registered; role?: 'admin' | 'viewer' } = {},
) {
  const { invitationid } = await by.visitor.perform(inviteMember, { emailaddress, role });
  return { invitationid, code: await mailedCode(portal, emailaddress) };
}

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string; text?: string }) => error,
  );

async function expectRefused(visitor: Visitor, invitecode: string, code: string) {
  const before = await fingerprintDatabase(portal);
  const refused = await refusalOf(visitor.perform(acceptTeamInvite, { invitecode }));
  expect(refused).toMatchObject({ code });
  expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  return (refused as { text: string }).text;
}

describe('F117: an invitation into a team', () => {
  it('is mailed, listed as pending, and its link makes the person a member', async () => {
    const guest = await newPersonWithoutTwoStep(portal);
    const { invitationid, code } = await invite(guest.emailaddress, { role: 'admin' });
    const { members } = await company.owner.visitor.perform(listEnterpriseTeam, {});
    expect(members).toMatchObject([
      { role: 'owner', accepted: true, invitationid: null, self: true },
      {
        memberid: null,
        invitationid,
        emailaddress: guest.emailaddress,
        accepted: false,
        role: 'admin',
        firstname: '',
      },
    ]);
    const [inviter] = members;
    const [mail] = await listOutbox(portal.db, { to: guest.emailaddress, limit: 1 });
    expect(mail?.text).toContain(
      `${inviter?.firstname} ${inviter?.lastname} invites you to join the team of Harbor & Pine as an admin.`,
    );
    expect(await guest.visitor.perform(getTeamInvite, { invitecode: code })).toEqual({
      company_name: 'Harbor & Pine',
      role: 'admin',
      joined: false,
      obstacle: null,
      blocked_by: null,
    });
    const accepted = await guest.visitor.call('POST', '/network/acceptteaminvite', { invitecode: code });
    expect(accepted.body).toEqual({ success: true, company_name: 'Harbor & Pine' });
    expect(await guest.visitor.caller()).toMatchObject({
      companyId: company.companyId,
      teamRole: 'admin',
      facts: { company_name: 'Harbor & Pine', enterprise_enabled: 'BLOCKED' },
    });
    const after = await company.owner.visitor.perform(listEnterpriseTeam, {});
    expect(after.members.map(({ accepted: yes, role }) => [yes, role])).toEqual([
      [true, 'owner'],
      [true, 'admin'],
    ]);
    expect(await guest.visitor.perform(getTeamInvite, { invitecode: code })).toMatchObject({ joined: true });
  });

  it('keeps its code sealed, and the database keeps two from being open for one address', async () => {
    const address = newAddress();
    const { invitationid, code } = await invite(address);
    const { rows } = await portal.pool.query('select * from team_invitation where id = $1', [invitationid]);
    expect(JSON.stringify(rows)).not.toContain(code);
    // 128 random bits.
    expect(code).toMatch(/^[\w-]{22}$/);
    const copy = portal.pool.query(
      `insert into team_invitation (id, company_id, to_email, role, invited_by_account_id, invited_at, sent_at, expires_at,
         code_sealed, code_hash)
       select gen_random_uuid(), company_id, upper(to_email::text), role, invited_by_account_id, invited_at, sent_at,
         expires_at, code_sealed, 'other' from team_invitation where id = $1`,
      [invitationid],
    );
    await expect(copy).rejects.toMatchObject({ constraint: 'team_invitation_open_key' });
  });

  it('is resent with the same link by either id or by its address, and expires later', async () => {
    const address = newAddress();
    const { invitationid, code } = await invite(address);
    portal.clock.advance(20 * DAY);
    const visitor = await signIn(portal, company.owner);
    for (const named of [{ invitationid }, { memberid: invitationid }, { emailaddress: address }]) {
      await visitor.perform(resendInvite, named);
      expect(await refusalOf(visitor.perform(resendInvite, named))).toMatchObject({ code: 'throttled' });
      portal.clock.advance(5 * MINUTE);
      expect(await mailedCode(portal, address)).toBe(code);
    }
    expect(await listOutbox(portal.db, { to: address })).toHaveLength(4);
    portal.clock.advance(20 * DAY);
    const later = await signIn(portal, company.owner);
    const person = await newPersonWithoutTwoStep(portal, { emailaddress: address });
    await person.visitor.perform(acceptTeamInvite, { invitecode: code });
    expect((await person.visitor.caller())?.teamRole).toBe('viewer');
    expect(await refusalOf(later.perform(resendInvite, { invitationid }))).toMatchObject({
      code: 'enterprise.team-invite-closed',
    });
  });

  it('that expired gives way to a new one; a new one makes the old link lead nowhere', async () => {
    const address = newAddress();
    const first = await invite(address);
    expect(
      await refusalOf(company.owner.visitor.perform(inviteMember, { emailaddress: address, role: 'admin' })),
    ).toMatchObject({
      code: 'enterprise.team-invite-pending',
      options: { field: 'emailaddress' },
    });
    portal.clock.advance(30 * DAY);
    const person = await newPersonWithoutTwoStep(portal, { emailaddress: address });
    await expectRefused(person.visitor, first.code, 'enterprise.team-invite-expired');
    company.owner.visitor = await signIn(portal, company.owner);
    const second = await invite(address);
    await expectRefused(person.visitor, first.code, 'enterprise.team-invite-withdrawn');
    await person.visitor.perform(acceptTeamInvite, { invitecode: second.code });
  });

  it('of somebody who left leaves the earlier ones of the address as they ended', async () => {
    const guest = await newPersonWithoutTwoStep(portal);
    const { owner } = company;
    const rowsOf = async () => {
      const { rows } = await portal.pool.query<{ accepted_at: Date | null; withdrawn_at: Date | null }>(
        'select accepted_at, withdrawn_at from team_invitation where company_id = $1 order by invited_at',
        [company.companyId],
      );
      return rows;
    };
    const { invitationid } = await invite(guest.emailaddress);
    await owner.visitor.perform(saveEnterpriseTeam, { members: [{ invitationid, delete_flag: 'YES' }] });
    portal.clock.advance(MINUTE);
    const { code } = await invite(guest.emailaddress);
    await guest.visitor.perform(acceptTeamInvite, { invitecode: code });
    const { members } = await guest.visitor.perform(listEnterpriseTeam, {});
    const memberid = members.find(({ self }) => self)?.memberid;
    await guest.visitor.perform(saveEnterpriseTeam, { members: [{ memberid, delete_flag: 'YES' }] });
    const ended = await rowsOf();
    expect(ended.map((row) => [row.accepted_at !== null, row.withdrawn_at !== null])).toEqual([
      [false, true],
      [true, false],
    ]);
    portal.clock.advance(MINUTE);
    await invite(guest.emailaddress);
    expect((await rowsOf()).slice(0, 2)).toEqual(ended);
  });

  it('is deleted 90 days after it ended, and not before', async () => {
    const open = await invite(newAddress());
    const count = async () => {
      const { rows } = await portal.pool.query<{ id: string }>(
        'select id from team_invitation where company_id = $1',
        [company.companyId],
      );
      return rows.map(({ id }) => id);
    };
    const sweep = enterpriseSweeps.find(({ name }) => name === 'enterprise.team-invitations');
    if (!sweep) throw new Error('no such sweep');
    portal.clock.advance(119 * DAY);
    await runSweep(portal, sweep);
    expect(await count()).toEqual([open.invitationid]);
    portal.clock.advance(2 * DAY);
    await runSweep(portal, sweep);
    expect(await count()).toEqual([]);
  });
});

describe('F118: the check before an invitation', () => {
  it('tells what an address is, and the invitation refuses what it tells', async () => {
    const { visitor } = company.owner;
    const known = await newPersonWithoutTwoStep(portal);
    const staff = await newStaff(portal);
    const member = await newTeamMember(portal, company, 'viewer');
    const other = await newCompany(portal);
    const check = async (emailaddress: string) =>
      (
        await visitor.call('POST', '/user/checkenterpriseteaminvite', {
          companyid: company.companyId,
          emailaddress,
        })
      ).body;
    expect(await check('nobody@example.com')).toEqual({
      success: true,
      exists: false,
      pending: 'NO',
      obstacle: null,
    });
    expect(await check(known.emailaddress.toUpperCase())).toMatchObject({ exists: true });
    expect(await check(staff.emailaddress)).toMatchObject({
      exists: 'adminuser',
      obstacle: enterpriseTexts['console.staff-in-team'],
    });
    expect(await check(member.emailaddress)).toMatchObject({
      exists: 'alreadylinked',
      obstacle: enterpriseTexts['team.on-this-team'],
    });
    expect(await check(other.owner.emailaddress)).toMatchObject({ exists: 'alreadylinked' });
    await invite(known.emailaddress);
    expect(await check(known.emailaddress)).toMatchObject({
      exists: true,
      pending: 'YES',
      obstacle: enterpriseTexts['team.invite-pending'],
    });
    const before = await fingerprintDatabase(portal);
    const refuse = async (emailaddress: string) => {
      const refused = await refusalOf(visitor.perform(inviteMember, { emailaddress, role: 'viewer' }));
      return refused as { code: string; text: string };
    };
    expect(await refuse(member.emailaddress)).toMatchObject({ code: 'enterprise.on-this-team' });
    expect(await refuse(known.emailaddress)).toMatchObject({ code: 'enterprise.team-invite-pending' });
    shows('console.staff-in-team', (await refuse(staff.emailaddress)).text);
    shows('console.on-another-team', (await refuse(other.owner.emailaddress)).text);
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });
});

describe('F122, F123: accepting is refused and changes nothing', () => {
  it('for another address, twice, when withdrawn, and for a code that is none', async () => {
    const guest = await newPersonWithoutTwoStep(portal);
    const stranger = await newPersonWithoutTwoStep(portal);
    const { code } = await invite(guest.emailaddress);
    await expectRefused(stranger.visitor, code, 'enterprise.team-invite-other-address');
    await guest.visitor.perform(acceptTeamInvite, { invitecode: code });
    shows('team.invite-used', await expectRefused(guest.visitor, code, 'enterprise.team-invite-used'));
    await expectRefused(guest.visitor, `${code}x`, 'not-found');
    const second = await invite(stranger.emailaddress);
    await company.owner.visitor.perform(saveEnterpriseTeam, {
      members: [{ invitationid: second.invitationid, delete_flag: 'YES' }],
    });
    await expectRefused(stranger.visitor, second.code, 'enterprise.team-invite-withdrawn');
    // Logging in with the invited address, as an open invitation asks for, would not help anybody else.
    await expectRefused(stranger.visitor, code, 'enterprise.team-invite-used');
    await expectRefused(guest.visitor, second.code, 'enterprise.team-invite-withdrawn');
  });

  it('for a member of another team, who reads which, and for staff', async () => {
    const other = await newCompany(portal, { company_name: 'Cedar Works', team_management_enabled: true });
    const guest = await newPersonWithoutTwoStep(portal);
    const { code } = await invite(guest.emailaddress);
    const elsewhere = await invite(guest.emailaddress, { by: other.owner });
    await guest.visitor.perform(acceptTeamInvite, { invitecode: elsewhere.code });
    shows('console.on-another-team', await expectRefused(guest.visitor, code, 'enterprise.on-another-team'));
    expect(await guest.visitor.perform(getTeamInvite, { invitecode: code })).toMatchObject({
      blocked_by: 'Cedar Works',
    });
    const address = newAddress();
    const toStaff = await invite(address);
    const staff = await newStaff(portal, { emailaddress: address });
    shows(
      'console.staff-in-team',
      await expectRefused(staff.visitor, toStaff.code, 'enterprise.staff-in-team'),
    );
  });

  it('while staff act as the person, and where the company is turned off', async () => {
    const guest = await newPersonWithoutTwoStep(portal);
    const { code } = await invite(guest.emailaddress);
    await expectRefused(await actAs(portal, guest), code, 'not-in-admin-session');
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
      company.companyId,
    ]);
    shows('team.invite-closed', await expectRefused(guest.visitor, code, 'enterprise.team-invite-closed'));
  });
});

describe('at the same moment', () => {
  it('one of two presses accepts, and an acceptance and a withdrawal never both hold', async () => {
    for (let round = 0; round < 5; round += 1) {
      const guest = await newPersonWithoutTwoStep(portal);
      const { invitationid, code } = await invite(guest.emailaddress);
      const accept = () => guest.visitor.perform(acceptTeamInvite, { invitecode: code });
      const withdraw = () =>
        company.owner.visitor.perform(saveEnterpriseTeam, {
          members: [{ invitationid, delete_flag: 'YES' }],
        });
      const both = await Promise.allSettled(round % 2 ? [accept(), accept()] : [accept(), withdraw()]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const accepted = both[0].status === 'fulfilled' || (round % 2 === 1 && both[1].status === 'fulfilled');
      const roles = await rolesIn(portal, company.companyId);
      expect(guest.accountId in roles).toBe(accepted);
    }
  });

  it('two companies’ invitations lead into one team', async () => {
    for (let round = 0; round < 3; round += 1) {
      const other = await newCompany(portal, { team_management_enabled: true });
      const guest = await newPersonWithoutTwoStep(portal);
      const codes = [
        (await invite(guest.emailaddress)).code,
        (await invite(guest.emailaddress, { by: other.owner })).code,
      ];
      const results = await Promise.all(
        codes.map((invitecode) => refusalOf(guest.visitor.perform(acceptTeamInvite, { invitecode }))),
      );
      expect(results.filter((result) => typeof result !== 'string')).toMatchObject([
        { code: 'enterprise.on-another-team' },
      ]);
    }
  });

  it('two invitations of one address make one', async () => {
    const admin = await newTeamMember(portal, company, 'admin');
    const address = newAddress();
    const both = await Promise.allSettled(
      [company.owner, admin].map(({ visitor }) =>
        visitor.perform(inviteMember, { emailaddress: address, role: 'viewer' }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
