import { describe, expect, it } from 'vitest';
import { saveEnterpriseTeam, switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { setAccountStatus } from '#modules/identity/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { codeOf, memberIdOf, nameOf } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

describe('F120: ownership', () => {
  it('moves to a member; the former owner becomes an admin without coupons, and both are told', async () => {
    const company = await newCompany(portal, {
      company_name: 'Harbor & Pine',
      team_management_enabled: true,
    });
    const team = { owner: company.owner, viewer: await newTeamMember(portal, company, 'viewer') };
    const { body } = await team.owner.visitor.call('POST', '/user/switchenterpriseowner', {
      companyid: company.companyId,
      newuserid: team.viewer.accountId,
    });
    expect(body).toEqual({ success: true });
    await signIn(portal, team.viewer, team.viewer.visitor);
    expect(await team.viewer.visitor.caller()).toMatchObject({
      teamRole: 'owner',
      facts: { enterprise_enabled: 'YES' },
    });
    expect(await team.owner.visitor.caller()).toMatchObject({
      teamRole: 'admin',
      facts: { enterprise_enabled: 'BLOCKED' },
    });
    const { rows } = await portal.pool.query(
      `select role, issue_coupons from team_member where account_id = any($1) order by role desc`,
      [[team.viewer.accountId, team.owner.accountId]],
    );
    expect(rows).toEqual([
      { role: 'owner', issue_coupons: true },
      { role: 'admin', issue_coupons: false },
    ]);
    await portal.runJobs();
    const newest = async (to: string) => (await listOutbox(portal.db, { to, limit: 1 }))[0];
    const gained = await newest(team.viewer.emailaddress);
    expect(gained?.subject).toBe('You’re now the owner of Harbor & Pine');
    expect(gained?.text).toContain(`${await nameOf(portal, team.owner)} is no longer the owner.`);
    const lost = await newest(team.owner.emailaddress);
    expect(lost?.subject).toBe('You’re no longer the owner of Harbor & Pine');
    expect(lost?.text).toContain(`${await nameOf(portal, team.viewer)} is the owner now.`);
  });

  it('does not move to somebody whose account is disabled', async () => {
    const own = await newCompany(portal, { team_management_enabled: true });
    const next = await newTeamMember(portal, own, 'admin');
    await portal.work('test.disable', (work) => setAccountStatus(work, next.accountId, false));
    const switched = own.owner.visitor.perform(switchEnterpriseOwner, { newuserid: next.accountId });
    expect(await codeOf(switched)).toBe('enterprise.owner-disabled');
  });

  it('does not move to somebody who leaves at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await newCompany(portal, { team_management_enabled: true });
      const next = await newTeamMember(portal, own, 'admin');
      const memberid = await memberIdOf(portal, next);
      const [switched, left] = await Promise.all([
        codeOf(own.owner.visitor.perform(switchEnterpriseOwner, { newuserid: next.accountId })),
        codeOf(next.visitor.perform(saveEnterpriseTeam, { members: [{ memberid, delete_flag: 'YES' }] })),
      ]);
      expect([
        ['done', 'enterprise.owner-stays'],
        // Moving the ownership ends the sessions of the new owner.
        ['done', 'no-session'],
        ['not-found', 'done'],
      ]).toContainEqual([switched, left]);
    }
  });
});
