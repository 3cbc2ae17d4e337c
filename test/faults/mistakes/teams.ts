import type { Mistake } from './mistake.ts';

/** Mistakes about the team of a company: who can join, what each may do, and what their session contains. */
export const teamMistakes: readonly Mistake[] = [
  {
    what: 'whoever accepts an invitation into a team keeps the session id that they had',
    file: 'modules/enterprise/team/accept.ts',
    before: '    await renewSessions(work, accountId);\n',
    after: '',
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'a member whose role changes keeps every session',
    file: 'modules/enterprise/team/changes.ts',
    before: '  if (roleChanges) await renewSessions(work, member.account_id);\n  const about',
    after: '  const about',
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'a changed right to issue coupons ends every session of the member',
    file: 'modules/enterprise/team/changes.ts',
    before: '  if (roleChanges) await renewSessions',
    after: '  await renewSessions',
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'a member who is removed keeps every session',
    file: 'modules/enterprise/team/changes.ts',
    before: '  await clearTeamFacts(work, account_id);\n  await renewSessions(work, account_id);\n',
    after: '  await clearTeamFacts(work, account_id);\n',
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'the former and the next owner keep every session',
    file: 'modules/enterprise/team/changes.ts',
    before:
      '  for (const { member, role } of changes) {\n    await renewSessions(work, member.account_id);\n',
    after: '  for (const { member, role } of changes) {\n',
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'a new session id leaves the other sessions of the account open',
    file: 'modules/identity/sessions/sessions.ts',
    before: "    .where('token_hash', '!=', hashToken(token))\n",
    after:
      "    .where('token_hash', '=', hashToken(token))\n    .where('token_hash', '!=', hashToken(token))\n",
    test: 'test/enterprise/team/sessions.test.ts',
  },
  {
    what: 'an invitation into a team is accepted with another address than it was sent to',
    file: 'modules/enterprise/team/accept.ts',
    before: '!isSameEmailAddress(found.to_email, caller.emailaddress)',
    after: 'false',
    test: 'test/enterprise/team/invitations.test.ts',
  },
  {
    what: 'an invitation into a team works after it expired',
    file: 'modules/enterprise/team/accept.ts',
    before: "  if (expires_at <= work.now) return ended('expired', expires_at);\n",
    after: '',
    test: 'test/enterprise/team/invitations.test.ts',
  },
  {
    what: 'an admin makes themself an owner by sending the role',
    file: 'modules/enterprise/team/changes.ts',
    before: "  if (roleChanges && role === 'owner') throw new Refusal('enterprise.owner-stays');\n",
    after: '',
    test: 'test/enterprise/team/roles.test.ts',
  },
  {
    what: 'the former owner goes on issuing coupons',
    file: 'modules/enterprise/team/changes.ts',
    before: "{ member: former, role: 'admin', issue_coupons: false }",
    after: "{ member: former, role: 'admin', issue_coupons: true }",
    test: 'test/enterprise/team/ownership.test.ts',
  },
  {
    what: 'a team that somebody else has saved meanwhile is overwritten',
    file: 'modules/enterprise/team/changes.ts',
    before: 'seen !== fingerprintOfTeam(team.members)',
    after: 'seen === null',
    test: 'test/enterprise/team/roles.test.ts',
  },
  {
    what: 'the mail about who left a team names its reader',
    file: 'modules/enterprise/team/changes.ts',
    before: 'accountId: owner.account_id, otherId: account_id }',
    after: 'accountId: owner.account_id, otherId: owner.account_id }',
    test: 'test/enterprise/team/roles.test.ts',
  },
  {
    what: 'whoever left a team goes on seeing how many alerts its company has',
    file: 'modules/enterprise/company/companies.ts',
    before: '    alert_count: 0,\n',
    after: '',
    test: 'test/enterprise/team/roles.test.ts',
  },
  {
    what: 'a company cannot give up the name of its host',
    file: 'modules/enterprise/brand/company-brand.ts',
    before: 'if (next.branding_hostname && next.branding_hostname !== before.branding_hostname) {',
    after: 'if (next.branding_hostname !== before.branding_hostname) {',
    test: 'test/enterprise/released-hosts.test.ts',
  },
];
