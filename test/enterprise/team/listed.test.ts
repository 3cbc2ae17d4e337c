import { beforeAll, expect, test } from 'vitest';
import {
  acceptTeamInvite,
  findCompanyOwner,
  getTeamInvite,
  inviteMember,
  listEnterpriseTeam,
  mayIssueCoupons,
  resendInvite,
  saveEnterpriseTeam,
  shieldLinkTurnedOff,
  switchFeatures,
} from '#modules/enterprise/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What is listed of a team and its invitations, and what its members may do besides. */

const portal = await testPortal();
let company: TestCompany;
let admin: Registered;
beforeAll(async () => {
  company = await newCompany(portal, { company_name: 'Cedar', team_management_enabled: true });
  admin = await newTeamMember(portal, company, 'admin');
});

const invite = async (by: Registered, role: 'admin' | 'viewer', emailaddress: string) =>
  (await by.visitor.perform(inviteMember, { emailaddress, role })).invitationid;

test('an invitation is offered to be sent again, and withdrawn by who may; its row says when it was sent', async () => {
  const ids = [
    await invite(company.owner, 'admin', 'elm@example.com'),
    await invite(admin, 'admin', 'birch@example.com'),
    await invite(company.owner, 'viewer', 'dune@example.com'),
  ];
  const listed = async ({ visitor }: Registered) => {
    const { members } = await visitor.perform(listEnterpriseTeam, {});
    return members.filter(({ invitationid }) => invitationid !== null);
  };
  const offers = async (who: Registered) =>
    (await listed(who)).map(({ actions }) => actions.map(({ action }) => action));
  const both = ['resendinvite', 'withdrawinvite'];
  expect(await offers(company.owner)).toEqual([both, both, both]);
  expect(await offers(admin)).toEqual([['resendinvite'], both, both]);
  const rows = await listed(company.owner);
  expect(rows.map(({ initials, self, issue_coupons }) => [initials, self, issue_coupons])).toEqual([
    ['E', false, false],
    ['B', false, false],
    ['D', false, false],
  ]);
  const { members } = await company.owner.visitor.perform(listEnterpriseTeam, {});
  expect(members.slice(0, 2).map(({ initials, self }) => [initials, self])).toEqual([
    ['PP', true],
    ['PP', false],
  ]);

  portal.clock.advance(DAY);
  const owner = { ...company.owner, visitor: await signIn(portal, company.owner) };
  await owner.visitor.perform(resendInvite, { invitationid: ids[1] });
  const [first, second] = await listed(owner);
  const sent = (row: typeof first) => row?.invite_dts?.getTime() ?? 0;
  expect(sent(second) - sent(first)).toBeGreaterThanOrEqual(DAY);
});

test('an invitation that is withdrawn is neither sent nor withdrawn again, and one that nobody names is not found', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const invitationid = await invite(owner, 'viewer', 'over@example.com');
  await invite(owner, 'viewer', 'open@example.com');
  const withdraw = () =>
    owner.visitor.perform(saveEnterpriseTeam, { members: [{ invitationid, delete_flag: 'YES' }] });
  await withdraw();
  for (const again of [withdraw, () => owner.visitor.perform(resendInvite, { invitationid })])
    expect((await refusalOf(again())).code).toBe('enterprise.team-invite-closed');
  expect((await refusalOf(owner.visitor.perform(resendInvite, {}))).code).toBe('not-found');
});

test('the page of an invitation says that one has joined by it, while one is in that team', async () => {
  const { owner } = await newCompany(portal, { team_management_enabled: true });
  const guest = await newPersonWithoutTwoStep(portal, { firstname: 'Dana', lastname: 'Whitfield' });
  const other = await newPersonWithoutTwoStep(portal);
  const codes: string[] = [];
  for (const { emailaddress } of [guest, other]) {
    await invite(owner, 'viewer', emailaddress);
    codes.push(await mailedCode(portal, emailaddress));
  }
  const [invitecode = '', theirs = ''] = codes;
  await guest.visitor.perform(acceptTeamInvite, { invitecode });
  await other.visitor.perform(acceptTeamInvite, { invitecode: theirs });
  const page = (code: string) => guest.visitor.perform(getTeamInvite, { invitecode: code });
  expect((await page(invitecode)).joined).toBe(true);
  expect(await page(theirs)).toMatchObject({ joined: false, blocked_by: null });
  const { members } = await guest.visitor.perform(listEnterpriseTeam, {});
  const memberid = members.find(({ self }) => self)?.memberid;
  await guest.visitor.perform(saveEnterpriseTeam, { members: [{ memberid, delete_flag: 'YES' }] });
  expect((await page(invitecode)).joined).toBe(false);
  await portal.runJobs();
  const [mail] = await listOutbox(portal.db, { to: owner.emailaddress, limit: 1 });
  expect(mail?.subject).toBe('Dana Whitfield left the team of Test Builders');
});

const rights: [
  who: string,
  role: 'owner' | 'admin' | 'viewer',
  right: boolean,
  features: object,
  may: boolean,
][] = [
  ['the owner', 'owner', false, {}, true],
  ['an admin with the right', 'admin', true, {}, true],
  ['an admin without it', 'admin', false, {}, false],
  ['a viewer', 'viewer', false, {}, false],
  ['the owner without payments', 'owner', true, { enable_payments: false }, false],
  ['the owner of a company that is off', 'owner', true, { enterprise_enabled: false }, false],
];

test.each(rights)(
  '%s may issue coupons of that company as the table says',
  async (_who, role, right, features, may) => {
    const { companyId, owner } = await newCompany(portal, { enable_payments: true, ...features });
    const other = await newCompany(portal, { enable_payments: true });
    const member = role === 'owner' ? owner : await newTeamMember(portal, { companyId, owner }, role);
    await portal.pool.query('update team_member set issue_coupons = $2 where account_id = $1', [
      member.accountId,
      right,
    ]);
    const ask = (id: string) =>
      portal.work('test.ask', (work) => mayIssueCoupons(work, id, member.accountId));
    expect([await ask(companyId), await ask(other.companyId)]).toEqual([may, false]);
    const found = await portal.work('test.ask', (work) => findCompanyOwner(work, companyId));
    expect(found).toBe(owner.accountId);
  },
);

test('that ShieldLink is turned off is told once, and no other switch', async () => {
  const heard = hearEvents(portal, shieldLinkTurnedOff);
  const { companyId } = await newCompany(portal);
  const audited = async () => {
    const { rows } = await portal.pool.query<{ feature: string; enabled: boolean }>(
      `select detail ->> 'feature' as feature, (detail ->> 'enabled')::boolean as enabled from audit_entry
       where action = 'enterprise.feature-switched' and object_id = $1 order by at, id`,
      [companyId],
    );
    return rows.map(({ feature, enabled }) => `${feature} ${enabled}`);
  };
  const turn = (wanted: object) =>
    portal.work('test.turn', (work) => switchFeatures(work, companyId, wanted));
  await turn({ shieldlink_enabled: true, dashboard_enabled: false });
  await turn({ dashboard_enabled: true, shieldlink_enabled: undefined });
  expect(heard).toEqual([]);
  await turn({ shieldlink_enabled: false });
  await turn({ shieldlink_enabled: false });
  expect(heard).toEqual([{ companyId }]);
  expect(await audited()).toEqual([
    'shieldlink_enabled true',
    'dashboard_enabled true',
    'shieldlink_enabled false',
  ]);
});
