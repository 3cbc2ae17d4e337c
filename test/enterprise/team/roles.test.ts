import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  inviteMember,
  listEnterpriseTeam,
  resendInvite,
  saveEnterpriseTeam,
  switchEnterpriseOwner,
} from '#modules/enterprise/index.ts';
import { findTeamObstacle, type TeamAction, teamActions } from '#modules/enterprise/team/actions.ts';
import { listConnections } from '#modules/network/index.ts';
import type { TeamRole } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { changedTables, fingerprintDatabase } from '#test/checks/database-fingerprint.ts';
import { expectUnchanged } from '#test/checks/unchanged.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { codeOf, memberIdOf, nameOf, rolesIn } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
let company: TestCompany;
/** One member of each role, and a second admin and viewer as the targets of actions. */
let team: Record<TeamRole | 'otherAdmin' | 'otherViewer', Registered>;

async function makeTeam(): Promise<void> {
  company = await newCompany(portal, { company_name: 'Harbor & Pine', team_management_enabled: true });
  team = {
    owner: company.owner,
    admin: await newTeamMember(portal, company, 'admin'),
    viewer: await newTeamMember(portal, company, 'viewer'),
    otherAdmin: await newTeamMember(portal, company, 'admin'),
    otherViewer: await newTeamMember(portal, company, 'viewer'),
  };
}

const save = async (by: Registered, of: Registered, wanted: object) =>
  by.visitor.perform(saveEnterpriseTeam, {
    members: [{ memberid: await memberIdOf(portal, of), ...wanted }],
  });

const remove = (by: Registered, of: Registered) => save(by, of, { delete_flag: 'YES' });

/** Written from section 6 of the second document, independently of the code: who may do what to whom. */
const allowed: [TeamAction, by: keyof typeof team, of: keyof typeof team, what: string][] = [
  ['editrole', 'owner', 'otherAdmin', 'done'],
  ['editrole', 'owner', 'otherViewer', 'done'],
  ['editrole', 'owner', 'owner', 'enterprise.own-role'],
  ['editrole', 'admin', 'otherViewer', 'role-too-low'],
  ['editrole', 'admin', 'otherAdmin', 'role-too-low'],
  ['editrole', 'admin', 'admin', 'role-too-low'],
  ['editrole', 'viewer', 'otherViewer', 'role-too-low'],
  ['editrole', 'viewer', 'viewer', 'role-too-low'],
  ['issuecoupons', 'owner', 'otherAdmin', 'done'],
  ['issuecoupons', 'owner', 'otherViewer', 'enterprise.coupons-admins-only'],
  ['issuecoupons', 'admin', 'admin', 'role-too-low'],
  ['issuecoupons', 'admin', 'otherViewer', 'role-too-low'],
  ['issuecoupons', 'viewer', 'otherAdmin', 'role-too-low'],
  ['remove', 'owner', 'otherAdmin', 'done'],
  ['remove', 'owner', 'otherViewer', 'done'],
  ['remove', 'admin', 'otherViewer', 'done'],
  ['remove', 'admin', 'otherAdmin', 'role-too-low'],
  ['remove', 'admin', 'owner', 'role-too-low'],
  ['remove', 'viewer', 'otherViewer', 'role-too-low'],
  ['remove', 'viewer', 'owner', 'role-too-low'],
  ['leave', 'owner', 'owner', 'enterprise.owner-stays'],
  ['leave', 'admin', 'admin', 'done'],
  ['leave', 'viewer', 'viewer', 'done'],
];

const wantedBy: Partial<Record<TeamAction, (of: Registered) => object>> = {
  editrole: (of) => ({ role: of === team.otherAdmin || of === team.admin ? 'viewer' : 'admin' }),
  issuecoupons: () => ({ issue_coupons: 'YES' }),
  remove: () => ({ delete_flag: 'YES' }),
  leave: () => ({ delete_flag: 'YES' }),
};

const act = (action: TeamAction, by: keyof typeof team, of: keyof typeof team) =>
  codeOf(save(team[by], team[of], wantedBy[action]?.(team[of]) ?? {}));

describe('F116: section 6 refuses', () => {
  // The cases share a team, because none of them may change it.
  beforeAll(makeTeam);
  const unchanged = expectUnchanged(portal);

  it.each(allowed.filter(([, , , what]) => what !== 'done'))('%s by %s of %s: %s', (action, by, of, what) =>
    unchanged(`${action} by ${by} of ${of}`, async () => expect(await act(action, by, of)).toBe(what)),
  );
});

describe('F116: section 6', () => {
  beforeEach(makeTeam);

  it.each(allowed.filter(([, , , what]) => what === 'done'))('%s by %s of %s: %s', async (action, by, of) => {
    const before = await fingerprintDatabase(portal);
    expect(await act(action, by, of)).toBe('done');
    expect(changedTables(before, await fingerprintDatabase(portal))).toContain('public.team_member');
  });

  it('gives the role of owner by transferring ownership alone', async () => {
    const before = await fingerprintDatabase(portal);
    expect(await codeOf(save(team.admin, team.admin, { role: 'owner' }))).toBe('role-too-low');
    expect(await codeOf(save(team.owner, team.otherAdmin, { role: 'owner' }))).toBe('enterprise.owner-stays');
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });

  it('invites and resends by the owner and admins alone, and transfers ownership by the owner alone', async () => {
    const invitation = { emailaddress: 'new.member@example.com', role: 'viewer' } as const;
    const { visitor } = team.viewer;
    expect(await codeOf(visitor.perform(inviteMember, invitation))).toBe('role-too-low');
    const { invitationid } = await team.admin.visitor.perform(inviteMember, invitation);
    expect(await codeOf(visitor.perform(resendInvite, { invitationid }))).toBe('role-too-low');
    const memberid = await memberIdOf(portal, team.otherAdmin);
    for (const by of [team.admin, team.viewer]) {
      expect(await codeOf(by.visitor.perform(switchEnterpriseOwner, { memberid }))).toBe('role-too-low');
    }
  });

  it('lets an admin withdraw invitations of viewers, and their own, and no other', async () => {
    const invite = async (by: Registered, role: 'admin' | 'viewer', emailaddress: string) =>
      (await by.visitor.perform(inviteMember, { emailaddress, role })).invitationid;
    const withdraw = (by: Registered, invitationid: string) =>
      codeOf(by.visitor.perform(saveEnterpriseTeam, { members: [{ invitationid, delete_flag: 'YES' }] }));
    const admins = await invite(team.owner, 'admin', 'one@example.com');
    expect(await withdraw(team.admin, admins)).toBe('role-too-low');
    expect(await withdraw(team.viewer, admins)).toBe('role-too-low');
    expect(await withdraw(team.admin, await invite(team.owner, 'viewer', 'two@example.com'))).toBe('done');
    expect(await withdraw(team.admin, await invite(team.admin, 'admin', 'three@example.com'))).toBe('done');
    expect(await withdraw(team.owner, admins)).toBe('done');
  });

  it('offers in the list what the table allows', async () => {
    const offers = async ({ visitor }: Registered) => {
      const { members } = await visitor.perform(listEnterpriseTeam, {});
      return members.map(({ role, self, actions }) => [
        self ? `own ${role}` : role,
        actions.filter(({ enabled }) => enabled).map(({ action }) => action),
      ]);
    };
    const owners = ['editrole', 'issuecoupons', 'switchowner', 'remove'];
    expect(await offers(team.owner)).toEqual([
      ['own owner', []],
      ['admin', owners],
      ['viewer', owners.filter((action) => action !== 'issuecoupons')],
      ['admin', owners],
      ['viewer', owners.filter((action) => action !== 'issuecoupons')],
    ]);
    expect(await offers(team.admin)).toEqual([
      ['owner', []],
      ['own admin', ['leave']],
      ['viewer', ['remove']],
      ['admin', []],
      ['viewer', ['remove']],
    ]);
    expect((await offers(team.viewer)).filter(([, actions]) => actions?.length)).toEqual([
      ['own viewer', ['leave']],
    ]);
  });

  it('has staff do everything but leave, and to the owner only hand the company over', () => {
    const by = (role: TeamRole) =>
      teamActions.filter((action) => findTeamObstacle(action, 'staff', { role, own: false }) === null);
    const invites = ['invite', 'resendinvite', 'withdrawinvite'];
    expect(by('owner')).toEqual(invites);
    expect(by('admin')).toEqual([...invites, 'editrole', 'issuecoupons', 'switchowner', 'remove']);
    expect(by('viewer')).toEqual([...invites, 'editrole', 'switchowner', 'remove']);
  });

  it('does nothing while team management is off', async () => {
    await portal.pool.query('update company set team_management_enabled = false where id = $1', [
      company.companyId,
    ]);
    const { visitor } = team.owner;
    const invitation = { emailaddress: 'off@example.com', role: 'viewer' } as const;
    const off = 'enterprise.team-management-off';
    expect(await codeOf(visitor.perform(inviteMember, invitation))).toBe(off);
    expect(await codeOf(remove(team.owner, team.viewer))).toBe(off);
    expect(await codeOf(remove(team.viewer, team.viewer))).toBe(off);
    const memberid = await memberIdOf(portal, team.admin);
    expect(await codeOf(visitor.perform(switchEnterpriseOwner, { memberid }))).toBe(off);
    const { members, can_manage_team } = await visitor.perform(listEnterpriseTeam, {});
    expect(can_manage_team).toBe(false);
    expect(members.flatMap(({ actions }) => actions)).toEqual([]);
  });
});

describe('F119, F121: a saved team', () => {
  beforeEach(makeTeam);

  it('changes roles and coupons, tells whoever is affected, and the session knows at once', async () => {
    await save(team.owner, team.otherAdmin, { issue_coupons: 'YES' });
    await save(team.owner, team.otherViewer, { role: 'admin', issue_coupons: 'YES' });
    await save(team.owner, team.otherAdmin, { role: 'viewer' });
    const { rows } = await portal.pool.query(
      'select role, issue_coupons from team_member where account_id = any($1) order by joined_at',
      [[team.otherAdmin.accountId, team.otherViewer.accountId]],
    );
    expect(rows).toEqual([
      { role: 'viewer', issue_coupons: false },
      { role: 'admin', issue_coupons: true },
    ]);
    for (const member of [team.otherAdmin, team.otherViewer]) await signIn(portal, member, member.visitor);
    expect((await team.otherAdmin.visitor.caller())?.teamRole).toBe('viewer');
    expect((await team.otherViewer.visitor.caller())?.teamRole).toBe('admin');
    await portal.runJobs();
    const subjects = async ({ emailaddress }: Registered) =>
      (await listOutbox(portal.db, { to: emailaddress, limit: 1 })).map(({ subject }) => subject);
    expect(await subjects(team.otherAdmin)).toEqual(['You’re now a viewer of Harbor & Pine']);
    expect(await subjects(team.otherViewer)).toEqual(['You’re now an admin of Harbor & Pine']);
  });

  it('ends the access of who is removed or leaves at once', async () => {
    await remove(team.owner, team.otherViewer);
    await remove(team.admin, team.admin);
    expect(await team.otherViewer.visitor.caller()).toBeNull();
    await signIn(portal, team.otherViewer, team.otherViewer.visitor);
    for (const { visitor } of [team.otherViewer, team.admin]) {
      expect(await visitor.caller()).toMatchObject({
        companyId: null,
        teamRole: null,
        facts: { company_name: null, enterprise_enabled: 'NO', enable_payments: false, shieldlinkid: null },
      });
      expect(await codeOf(visitor.perform(listEnterpriseTeam, {}))).toBe('not-found');
      const { connections } = await visitor.perform(listConnections, {});
      expect(connections.sharedwithme).toEqual([]);
    }
    await portal.runJobs();
    const newest = async (to: string) => (await listOutbox(portal.db, { to, limit: 1 }))[0]?.subject;
    expect(await newest(team.otherViewer.emailaddress)).toBe('You’re no longer on the team of Harbor & Pine');
    expect(await newest(team.owner.emailaddress)).toBe(
      `${await nameOf(portal, team.admin)} left the team of Harbor & Pine`,
    );
    const { rows } = await portal.pool.query<{ action: string }>(
      `select action from audit_entry where about_id = any($1) and action like 'enterprise.member-%' order by at, id`,
      [[team.otherViewer.accountId, team.admin.accountId]],
    );
    expect(rows.map(({ action }) => action).slice(-2)).toEqual([
      'enterprise.member-removed',
      'enterprise.member-left',
    ]);
  });

  it('leaves nothing of the company in the session of who is removed', async () => {
    const everything = {
      dashboard_enabled: true,
      alert_dashboard_enabled: true,
      shieldlink_enabled: true,
      enable_payments: true,
    };
    const rich = await newCompany(portal, { team_management_enabled: true, ...everything });
    const [member, nobody] = [
      await newTeamMember(portal, rich, 'admin'),
      await newPersonWithoutTwoStep(portal),
    ];
    await portal.pool.query('update session_facts set alert_count = 3 where account_id = $1', [
      member.accountId,
    ]);
    const factsOf = async ({ accountId }: Registered) => {
      const { rows } = await portal.pool.query('select * from session_facts where account_id = $1', [
        accountId,
      ]);
      return { ...rows[0], account_id: '' };
    };
    expect(await factsOf(member)).toMatchObject({ ...everything, alert_count: 3, team_role: 'admin' });
    await remove(rich.owner, member);
    expect(await factsOf(member)).toEqual(await factsOf(nobody));
  });

  it('is refused when the team was changed in the meantime, all of it', async () => {
    const { seen } = await team.owner.visitor.perform(listEnterpriseTeam, {});
    const memberid = await memberIdOf(portal, team.otherViewer);
    await remove(team.admin, team.viewer);
    const saved = team.owner.visitor.perform(saveEnterpriseTeam, {
      seen,
      members: [{ memberid, role: 'admin' }],
    });
    expect(await codeOf(saved)).toBe('enterprise.team-changed');
    const partly = team.owner.visitor.perform(saveEnterpriseTeam, {
      members: [
        { memberid, role: 'admin' },
        { memberid: await memberIdOf(portal, team.owner), role: 'viewer' },
      ],
    });
    expect(await codeOf(partly)).toBe('enterprise.own-role');
    expect((await rolesIn(portal, company.companyId))[team.otherViewer.accountId]).toBe('viewer');
  });

  it('takes the list back as it was answered, and changes nothing', async () => {
    await team.owner.visitor.perform(inviteMember, { emailaddress: 'listed@example.com', role: 'viewer' });
    const listed = await team.owner.visitor.call('POST', '/user/listenterpriseteam', {});
    const { members, seen } = listed.body;
    expect(members).toHaveLength(6);
    const before = await fingerprintDatabase(portal);
    const { body } = await team.owner.visitor.call('POST', '/user/saveenterpriseteam', {
      companyid: company.companyId,
      members,
      seen,
    });
    expect(body).toEqual({ success: true });
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });

  it('is not found in another company, with its members or its invitations', async () => {
    const other = await newCompany(portal, { team_management_enabled: true });
    const stranger = await newTeamMember(portal, other, 'viewer');
    const { invitationid } = await other.owner.visitor.perform(inviteMember, {
      emailaddress: 'theirs@example.com',
      role: 'viewer',
    });
    await team.owner.visitor.perform(inviteMember, { emailaddress: 'ours@example.com', role: 'viewer' });
    const before = await fingerprintDatabase(portal);
    expect(await codeOf(remove(team.owner, stranger))).toBe('not-found');
    const { visitor } = team.owner;
    for (const members of [[{ invitationid, delete_flag: 'YES' as const }], [{ invitationid }]]) {
      expect(await codeOf(visitor.perform(saveEnterpriseTeam, { members }))).toBe('not-found');
    }
    expect(await codeOf(visitor.perform(resendInvite, { invitationid }))).toBe('not-found');
    const memberid = await memberIdOf(portal, stranger);
    expect(await codeOf(visitor.perform(switchEnterpriseOwner, { memberid }))).toBe('not-found');
    const named = { companyid: other.companyId };
    expect(await codeOf(visitor.perform(listEnterpriseTeam, named))).toBe('not-found');
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });
});
