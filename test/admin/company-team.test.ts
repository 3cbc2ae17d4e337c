import { beforeEach, describe, expect, it } from 'vitest';
import { changeAccountStatus, inviteCompanyMember, listCompanyTeam } from '#modules/admin/index.ts';
import { acceptTeamInvite } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { listAudit, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { changedTables, fingerprintDatabase } from '#test/checks/database-fingerprint.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { raceForOwner } from '#test/factories/owner-races.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { codeOf, mailedCode, memberIdOf, nameOf, rolesIn } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** Staff change the team of a company on the company's behalf (doc3 §4, §6, §7). */

const portal = await testPortal();
const staff = await newStaff(portal);
let company: TestCompany;
let companyid: string;
beforeEach(async () => {
  // Team management binds the team alone.
  company = await newCompany(portal, { company_name: 'Harbor & Pine', team_management_enabled: false });
  companyid = company.companyId;
});

const call = async (path: string, input: object) =>
  (await staff.visitor.call('POST', `/admin/${path}`, { companyid, ...input })).body;
const newestMail = async ({ emailaddress }: { emailaddress: string }) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to: emailaddress, limit: 1 }))[0];
};
const auditOf = async (action: string) => {
  const { entries } = await listAudit(portal.db, portal.keys, { object: { type: 'company', id: companyid } });
  return entries.filter((entry) => entry.action === action);
};
const onBehalf = 'Our support team made this change on behalf of Harbor & Pine.';

describe('F117, F118: an invitation by staff', () => {
  it('warns of an address without an account, and is mailed on behalf of the company', async () => {
    const emailaddress = 'no.account@example.com';
    const checked = await call('checkenterpriseteaminvite', { emailaddress });
    expect(checked).toMatchObject({ success: true, exists: false, pending: 'NO', obstacle: null });
    shows('console.no-such-user', checked.warning);
    const invited = await call('inviteenterpriseteammember', { emailaddress, role: 'admin' });
    expect(invited).toMatchObject({ success: true, warning: enterpriseTexts['console.no-such-user'] });
    const mail = await newestMail({ emailaddress });
    expect(mail?.text).toContain(
      'On behalf of Harbor & Pine, our support team invites you to join the company’s team as an admin.',
    );
    expect(mail?.text).not.toContain(await nameOf(portal, staff));
    const code = await mailedCode(portal, emailaddress);
    const guest = await newPersonWithoutTwoStep(portal, { emailaddress });
    await guest.visitor.perform(acceptTeamInvite, { invitecode: code });
    expect((await rolesIn(portal, companyid))[guest.accountId]).toBe('admin');
    const { entries } = await listAudit(portal.db, portal.keys, {
      object: { type: 'team_invitation', id: invited.invitationid },
    });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['enterprise.team-invite-sent', staff.accountId],
    ]);
  });

  it('has no warning for somebody with an account, and is refused where the check says why', async () => {
    const known = await newPersonWithoutTwoStep(portal);
    const other = await newCompany(portal);
    const check = (emailaddress: string) => call('checkenterpriseteaminvite', { emailaddress });
    expect(await check(known.emailaddress)).toMatchObject({ exists: true, obstacle: null, warning: null });
    const before = await fingerprintDatabase(portal);
    const refused: [emailaddress: string, exists: string, code: string][] = [
      [other.owner.emailaddress, 'alreadylinked', 'enterprise.on-another-team'],
      [company.owner.emailaddress, 'alreadylinked', 'enterprise.on-this-team'],
      [staff.emailaddress, 'adminuser', 'enterprise.staff-in-team'],
    ];
    for (const [emailaddress, exists, code] of refused) {
      expect(await check(emailaddress)).toMatchObject({
        exists,
        obstacle: expect.any(String),
        warning: null,
      });
      expect(await call('inviteenterpriseteammember', { emailaddress, role: 'viewer' })).toMatchObject({
        success: false,
        error_code: code,
      });
    }
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
    expect(
      await call('inviteenterpriseteammember', { emailaddress: known.emailaddress, role: 'viewer' }),
    ).toEqual({ success: true, invitationid: expect.any(String), warning: null });
  });

  it('is resent by either id, and withdrawn, whoever sent it', async () => {
    const { invitationid } = await call('inviteenterpriseteammember', {
      emailaddress: 'again@example.com',
      role: 'viewer',
    });
    const code = await mailedCode(portal, 'again@example.com');
    for (const named of [{ memberid: invitationid }, { invitationid }]) {
      expect(await call('resendenterpriseteaminvite', named)).toEqual({ success: true });
      expect(await mailedCode(portal, 'again@example.com')).toBe(code);
      portal.clock.advance(5 * MINUTE);
    }
    const gone = { members: [{ invitationid, delete_flag: 'YES' }] };
    expect(await call('saveenterpriseteam', gone)).toEqual({ success: true });
    const { members } = await staff.visitor.perform(listCompanyTeam, { companyid });
    expect(members.map(({ role }) => role)).toEqual(['owner']);
  });

  it('is not possible into a company that is turned off, because it would not be mailed', async () => {
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [companyid]);
    const before = await fingerprintDatabase(portal);
    const invited = staff.visitor.perform(inviteCompanyMember, {
      companyid,
      emailaddress: 'off@example.com',
      role: 'viewer',
    });
    expect(await codeOf(invited)).toBe('not-found');
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });
});

describe('F119, F121: a team saved by staff', () => {
  it('lists each member with their account and what staff may do', async () => {
    const admin = await newTeamMember(portal, company, 'admin');
    const viewer = await newTeamMember(portal, company, 'viewer');
    const { members } = await call('listenterpriseteam', {});
    const offered = members.map(
      (row: { userid: string; actions: { action: string; enabled: boolean }[] }) => [
        row.userid,
        row.actions.filter(({ enabled }) => enabled).map(({ action }) => action),
      ],
    );
    expect(offered).toEqual([
      [company.owner.accountId, []],
      [admin.accountId, ['editrole', 'issuecoupons', 'switchowner', 'remove']],
      [viewer.accountId, ['editrole', 'switchowner', 'remove']],
    ]);
  });

  it('changes roles and coupons and removes; each mail says on whose behalf, each entry names staff', async () => {
    const raised = await newTeamMember(portal, company, 'viewer');
    const removed = await newTeamMember(portal, company, 'admin');
    const { seen } = await call('listenterpriseteam', {});
    const members = [
      { memberid: await memberIdOf(portal, raised), role: 'admin', issue_coupons: 'YES' },
      { memberid: await memberIdOf(portal, removed), delete_flag: 'YES' },
    ];
    expect(await call('saveenterpriseteam', { members, seen })).toEqual({ success: true });
    expect(await rolesIn(portal, companyid)).toEqual({
      [company.owner.accountId]: 'owner',
      [raised.accountId]: 'admin',
    });
    expect((await newestMail(raised))?.text).toContain(onBehalf);
    expect((await newestMail(removed))?.text).toContain(onBehalf);
    for (const action of ['member-role-changed', 'member-coupons-switched', 'member-removed']) {
      const [entry] = await auditOf(`enterprise.${action}`);
      expect(entry?.actorId, action).toBe(staff.accountId);
    }
    expect(await call('saveenterpriseteam', { members: [], seen })).toMatchObject({
      error_code: 'enterprise.team-changed',
    });
  });

  it('cannot lose its owner, and takes no member of another company', async () => {
    const other = await newCompany(portal, { team_management_enabled: true });
    const stranger = await newTeamMember(portal, other, 'viewer');
    const before = await fingerprintDatabase(portal);
    const save = async (of: Registered, wanted: object) =>
      (await call('saveenterpriseteam', { members: [{ memberid: await memberIdOf(portal, of), ...wanted }] }))
        .error_code;
    expect(await save(company.owner, { delete_flag: 'YES' })).toBe('enterprise.owner-stays');
    expect(await save(company.owner, { role: 'viewer' })).toBe('enterprise.owner-stays');
    expect(await save(stranger, { delete_flag: 'YES' })).toBe('not-found');
    const handed = await call('switchenterpriseowner', { newuserid: stranger.accountId });
    expect(handed.error_code).toBe('not-found');
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });
});

describe('F120: an owner whom staff switch', () => {
  it('becomes an admin; both are told on whose behalf, and the audit log says who and why', async () => {
    const next = await newTeamMember(portal, company, 'viewer');
    const reason = 'Asked by the owner, ticket 20903';
    const input = { memberid: await memberIdOf(portal, next), reason };
    expect(await call('switchenterpriseowner', input)).toEqual({ success: true, userid: next.accountId });
    expect(await rolesIn(portal, companyid)).toEqual({
      [company.owner.accountId]: 'admin',
      [next.accountId]: 'owner',
    });
    const gained = await newestMail(next);
    expect(gained?.subject).toBe('You’re now the owner of Harbor & Pine');
    expect(gained?.text).toContain(onBehalf);
    const lost = await newestMail(company.owner);
    expect(lost?.subject).toBe('You’re no longer the owner of Harbor & Pine');
    expect(lost?.text).toContain(onBehalf);
    const entries = await auditOf('enterprise.owner-switched');
    expect(entries.map(({ actorId, detail }) => ({ actorId, ...detail }))).toEqual([
      expect.objectContaining({ actorId: staff.accountId, reason }),
      expect.objectContaining({ actorId: staff.accountId, reason }),
    ]);
    expect((await call('switchenterpriseowner', input)).error_code).toBe('conflict');
  });

  it('cannot be somebody whose account is disabled, which the team says beside the member', async () => {
    const [next, other] = [
      await newTeamMember(portal, company, 'admin'),
      await newTeamMember(portal, company, 'viewer'),
    ];
    await staff.visitor.perform(changeAccountStatus, { userid: next.accountId, active: 'NO' });
    const before = await fingerprintDatabase(portal);
    const refused = await call('switchenterpriseowner', { newuserid: next.accountId });
    expect(refused.error_code).toBe('enterprise.owner-disabled');
    shows('team.owner-disabled', refused.error_message);
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
    const { members } = await staff.visitor.perform(listCompanyTeam, { companyid });
    const handed = (of: Registered) =>
      members
        .find(({ userid }) => userid === of.accountId)
        ?.actions.find(({ action }) => action === 'switchowner');
    expect(handed(next)).toMatchObject({ enabled: false, reason: refused.error_message });
    expect(handed(other)).toMatchObject({ enabled: true, reason: null });
  });

  it('is exactly one when staff, the owner and a removal meet at the same moment', async () => {
    for (const first of [0, 1, 2]) await raceForOwner(portal, staff, first);
  });
});
