import { expect, it } from 'vitest';
import { createUserCompany, getUserCompany } from '#modules/admin/index.ts';
import { addTeamMember } from '#modules/enterprise/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const staff = await newStaff(portal, {});

it('makes a company that the person owns, and says so in their session', async () => {
  const { accountId: userid, visitor } = await newPersonWithoutTwoStep(portal);
  expect(await staff.visitor.perform(getUserCompany, { userid })).toMatchObject({
    enterprise_enabled: 'NO',
    company: null,
  });
  const { companyid } = await staff.visitor.perform(createUserCompany, {
    userid,
    company_name: 'Harbor & Pine',
    company_phone: '(503) 555-0120',
    company_state: 'OR',
    support_email: 'help@harborpine.example',
    branding_hostname: 'HarborPine',
  });
  expect(await staff.visitor.perform(getUserCompany, { userid })).toMatchObject({
    enterprise_enabled: 'YES',
    company: { companyid, company_name: 'Harbor & Pine', role: 'owner' },
  });
  expect((await visitor.caller())?.companyId).toBe(companyid);
  const { rows } = await sql`
    select legal_business_name, company_phone, support_email, branding_hostname from company where id = ${companyid}`.execute(
    portal.db,
  );
  expect(rows).toEqual([
    {
      legal_business_name: 'Harbor & Pine',
      company_phone: '5035550120',
      support_email: 'help@harborpine.example',
      branding_hostname: 'harborpine',
    },
  ]);
});

it('names the team that a person has to leave first, and makes no second company', async () => {
  const [owner, member] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const { companyid } = await staff.visitor.perform(createUserCompany, {
    userid: owner.accountId,
    company_name: 'Acme',
  });
  await portal.work('test', (work) =>
    addTeamMember(work, { companyId: companyid, accountId: member.accountId, role: 'viewer' }),
  );
  expect(await staff.visitor.perform(getUserCompany, { userid: member.accountId })).toMatchObject({
    enterprise_enabled: 'BLOCKED',
    company: { company_name: 'Acme', role: 'viewer' },
  });
  for (const userid of [owner.accountId, member.accountId]) {
    await expect(
      staff.visitor.perform(createUserCompany, { userid, company_name: 'Again' }),
    ).rejects.toMatchObject({ code: 'enterprise.on-another-team' });
  }
});

it('refuses a company of staff, a taken host and an unknown person', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const make = (input: object) =>
    staff.visitor.perform(createUserCompany, { userid, company_name: 'Acme', ...input });
  await expect(make({ userid: staff.accountId })).rejects.toMatchObject({ code: 'enterprise.staff-in-team' });
  await expect(make({ branding_hostname: 'admin' })).rejects.toMatchObject({ code: 'enterprise.host-taken' });
  await expect(make({ userid: '01900000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(make({ company_name: '' })).rejects.toMatchObject({ code: 'invalid-input' });
  expect(await staff.visitor.perform(getUserCompany, { userid })).toMatchObject({ company: null });
});
