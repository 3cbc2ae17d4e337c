import { expect, it } from 'vitest';
import { getUserCompany, listCompanies, saveEnterpriseProfile } from '#modules/admin/index.ts';
import { listSharedWithMe } from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** enterprise_enabled, which staff turn on and off for a whole company (doc3 §4, D60). */
const portal = await testPortal();
const { visitor } = await newStaff(portal);

it('turned off, a company is gone for its team and its open invitations are withdrawn; connections stay', async () => {
  const company = await newCompany(portal);
  const { companyId: companyid, owner } = company;
  const viewer = await newTeamMember(portal, company, 'viewer');
  const [open, connected] = [await newScoredPerson(portal), await newScoredPerson(portal)];
  const invite = async ({ emailaddress }: { emailaddress: string }) =>
    (await owner.visitor.call('POST', '/network/newinvite', { touser: emailaddress })).body;
  await invite(open);
  await invite(connected);
  const rows = async () =>
    (
      await portal.pool.query<{ account_id: string; open: boolean }>(
        `select account_id, accepted_at is null and cancelled_at is null as open from connection
         where owner_company_id = $1`,
        [companyid],
      )
    ).rows;
  const accepted = await portal.pool.query<{ id: string }>(
    'select id from connection where owner_company_id = $1 and account_id = $2',
    [companyid, connected.accountId],
  );
  await connected.visitor.call('POST', '/network/acceptinvite', {
    inviteid: accepted.rows[0]?.id,
    accepttype: 'INDIVIDUAL',
  });
  expect((await rows()).filter((row) => row.open)).toHaveLength(1);
  const flagOf = async (person: typeof owner) =>
    (
      await portal.pool.query<{ flag: string }>(
        'select enterprise_enabled as flag from session_facts where account_id = $1',
        [person.accountId],
      )
    ).rows[0]?.flag;
  expect([await flagOf(owner), await flagOf(viewer)]).toEqual(['YES', 'BLOCKED']);

  await visitor.perform(saveEnterpriseProfile, { companyid, enterprise_enabled: 'NO' });
  expect([await flagOf(owner), await flagOf(viewer)]).toEqual(['NO', 'NO']);
  expect((await rows()).filter((row) => row.open)).toEqual([]);
  // The sessions of its team are those of people without a company, whose own networks are empty.
  for (const { visitor: member } of [owner, viewer]) {
    expect(await member.caller()).toMatchObject({
      companyId: null,
      teamRole: null,
      facts: { company_name: null, shieldlinkid: null, alert_count: 0 },
    });
    expect((await member.perform(listSharedWithMe, {})).rows).toEqual([]);
  }
  expect(
    await portal.pool.query(
      'select from connection where owner_company_id = $1 and accepted_at is not null and removed_at is null',
      [companyid],
    ),
  ).toMatchObject({ rowCount: 1 });
  const { companies } = await visitor.perform(listCompanies, { state: 'off' });
  expect(companies.map((each) => each.companyid)).toEqual([companyid]);
  expect(await visitor.perform(getUserCompany, { userid: owner.accountId })).toMatchObject({
    enterprise_enabled: 'NO',
    company: { companyid },
  });

  await visitor.perform(saveEnterpriseProfile, { companyid, enterprise_enabled: 'YES' });
  expect([await flagOf(owner), await flagOf(viewer)]).toEqual(['YES', 'BLOCKED']);
  expect((await owner.visitor.perform(listSharedWithMe, {})).rows).toHaveLength(1);
  expect((await rows()).filter((row) => row.open)).toEqual([]);
  const entries = await portal.pool.query<{ detail: { enabled: boolean } }>(
    `select detail from audit_entry where action = 'enterprise.company-switched' and object_id = $1 order by at`,
    [companyid],
  );
  expect(entries.rows).toHaveLength(2);

  await portal.runJobs();
  for (const { emailaddress: to } of [owner, viewer]) {
    const subjects = (await listOutbox(portal.db, { to })).map(({ subject }) => subject ?? '');
    expect(subjects.filter((subject) => /was turned/.test(subject)).sort()).toEqual([
      expect.stringMatching(/ was turned off$/),
      expect.stringMatching(/ was turned on again$/),
    ]);
  }
});
