import { expect, test } from 'vitest';
import { createUserCompany } from '#modules/admin/index.ts';
import {
  acceptTeamInvite,
  inviteMember,
  mayIssueCoupons,
  saveEnterpriseTeam,
  switchEnterpriseOwner,
} from '#modules/enterprise/index.ts';
import { hashToken } from '#modules/platform/index.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered, signIn } from '#test/factories/people.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

/** D10: a change of privileges gives a new session id. */

const portal = await testPortal();

const members = async (company: TestCompany, person: Registered, wanted: object) => {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select id from team_member where company_id = $1 and account_id = $2',
    [company.companyId, person.accountId],
  );
  return [{ memberid: rows[0]?.id, ...wanted }];
};

async function acceptLink(company: TestCompany, { emailaddress, visitor }: Registered): Promise<void> {
  await company.owner.visitor.perform(inviteMember, { emailaddress, role: 'admin' });
  await visitor.perform(acceptTeamInvite, { invitecode: await mailedCode(portal, emailaddress) });
}

/** Changes of one's own privileges. */
const own: [
  what: string,
  act: (company: TestCompany, person: Registered) => Promise<unknown>,
  person: 'outsider' | 'member' | 'owner',
][] = [
  ['accepting an invitation', acceptLink, 'outsider'],
  [
    'leaving',
    async (company, person) =>
      person.visitor.perform(saveEnterpriseTeam, {
        members: await members(company, person, { delete_flag: 'YES' }),
      }),
    'member',
  ],
  [
    'handing the company over',
    async (company, owner) => {
      const next = await newTeamMember(portal, company, 'admin');
      await owner.visitor.perform(switchEnterpriseOwner, { newuserid: next.accountId });
    },
    'owner',
  ],
];

test.each(own)('%s gives the session a new id and ends the other ones', async (_what, act, who) => {
  const company = await newCompany(portal, { team_management_enabled: true });
  const person = {
    owner: async () => company.owner,
    member: () => newTeamMember(portal, company, 'viewer'),
    outsider: () => newPersonWithoutTwoStep(portal),
  };
  const actor = await person[who]();
  const other = await signIn(portal, actor);
  const before = actor.visitor.cookies.get('session') ?? '';
  await act(company, actor);
  const after = actor.visitor.cookies.get('session') ?? '';
  expect(after).not.toBe(before);
  expect((await actor.visitor.caller())?.accountId).toBe(actor.accountId);
  expect(await other.caller()).toBeNull();
  const { rows } = await portal.pool.query<{ token_hash: Buffer }>(
    'select token_hash from session where account_id = $1',
    [actor.accountId],
  );
  expect(rows.map(({ token_hash }) => token_hash.toString('hex'))).toEqual([
    hashToken(after).toString('hex'),
  ]);
});

/** Changes that somebody else makes to a member. */
const others: [what: string, act: (company: TestCompany, member: Registered) => Promise<unknown>][] = [
  [
    'another role',
    async (company, member) =>
      company.owner.visitor.perform(saveEnterpriseTeam, {
        members: await members(company, member, { role: 'viewer' }),
      }),
  ],
  [
    'removal',
    async (company, member) =>
      company.owner.visitor.perform(saveEnterpriseTeam, {
        members: await members(company, member, { delete_flag: 'YES' }),
      }),
  ],
  [
    'the company',
    (company, member) =>
      company.owner.visitor.perform(switchEnterpriseOwner, { newuserid: member.accountId }),
  ],
];

test.each(others)('%s signs a member out everywhere, and nobody else', async (_what, act) => {
  const company = await newCompany(portal, { team_management_enabled: true, enable_payments: true });
  const member = await newTeamMember(portal, company, 'admin');
  const colleague = await newTeamMember(portal, company, 'admin');
  await act(company, member);
  expect(await member.visitor.caller()).toBeNull();
  expect((await colleague.visitor.caller())?.accountId).toBe(colleague.accountId);
  expect((await company.owner.visitor.caller())?.accountId).toBe(company.owner.accountId);
});

test('the right to issue coupons takes effect without ending a session', async () => {
  const company = await newCompany(portal, { team_management_enabled: true, enable_payments: true });
  const member = await newTeamMember(portal, company, 'admin');
  const mayIssue = () =>
    portal.work('test.may-issue', (work) => mayIssueCoupons(work, company.companyId, member.accountId));
  for (const issue_coupons of ['YES', 'NO'] as const) {
    await company.owner.visitor.perform(saveEnterpriseTeam, {
      members: await members(company, member, { issue_coupons }),
    });
    expect((await member.visitor.caller())?.accountId).toBe(member.accountId);
    expect(await mayIssue()).toBe(issue_coupons === 'YES');
  }
});

test('a save that changes nothing leaves the session as it is', async () => {
  const company = await newCompany(portal, { team_management_enabled: true });
  const member = await newTeamMember(portal, company, 'admin');
  await company.owner.visitor.perform(saveEnterpriseTeam, {
    members: await members(company, member, { role: 'admin' }),
  });
  expect((await member.visitor.caller())?.accountId).toBe(member.accountId);
});

test('staff who make somebody the owner of a company sign them out', async () => {
  const staff = await newStaff(portal);
  const person = await newPersonWithoutTwoStep(portal);
  await staff.visitor.perform(createUserCompany, { userid: person.accountId, company_name: 'Acme' });
  expect(await person.visitor.caller()).toBeNull();
});
