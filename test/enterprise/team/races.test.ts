import { afterAll, expect, test } from 'vitest';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { codeOf, rolesIn } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';

/** RACE_ROUNDS repeats it, as in `npm run test:long`. */

const CLIENTS = 8;
const rounds = Number(process.env.RACE_ROUNDS ?? 1);

const portal = await testPortal();
expectNoDeadlocks(portal);
afterAll(() => {
  if (rounds > 1)
    process.stdout.write(`owner switch: ${CLIENTS} clients, ${rounds} rounds, one owner each\n`);
});

test('F120: an owner who hands the company to eight at the same moment hands it to one', async () => {
  const company = await newCompany(portal, { team_management_enabled: true });
  const team = [company.owner];
  for (let at = 0; at < CLIENTS; at += 1) team.push(await newTeamMember(portal, company, 'admin'));
  for (let round = 0; round < rounds; round += 1) {
    const roles = await rolesIn(portal, company.companyId);
    const owner = team.find(({ accountId }) => roles[accountId] === 'owner');
    if (!owner) throw new Error('the company has no owner');
    // Nobody reaches the limit of an hour.
    portal.clock.advance(5 * MINUTE);
    await signIn(portal, owner, owner.visitor);
    const results = await Promise.all(
      team
        .filter((member) => member !== owner)
        .map(({ accountId }) =>
          codeOf(owner.visitor.perform(switchEnterpriseOwner, { newuserid: accountId })),
        ),
    );
    expect(
      results.filter((code) => code === 'done'),
      `round ${round + 1}`,
    ).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['done', 'role-too-low']));
    const after = Object.values(await rolesIn(portal, company.companyId));
    expect(after.filter((role) => role === 'owner')).toHaveLength(1);
  }
});
