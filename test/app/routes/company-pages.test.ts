import { expect, test } from 'vitest';
import { companyIdOf } from '#app/routes/admin/company-id.server.ts';
import { loadBranding } from '#app/routes/admin/load-branding.server.ts';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { newBrandedHost } from '#test/factories/branding.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage } from '../page.ts';

/** The pages of the console about a company: whose they are, and what its branding section shows. */

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);

const companyOf = (userid: string) =>
  askPage(portal, staff, companyIdOf, { path: '/admin/user/x/enterprise', params: { userid } });

test('an Enterprise Profile is that of the owner of a company, also of one that is turned off', async () => {
  const company = await newCompany(portal);
  expect(await companyOf(company.owner.accountId)).toBe(company.companyId);
  const closed = await newCompany(portal, { enterprise_enabled: false });
  expect(await companyOf(closed.owner.accountId)).toBe(closed.companyId);
  for (const { accountId } of [
    await newTeamMember(portal, company, 'admin'),
    await newPersonWithoutTwoStep(portal),
  ]) {
    expect(await companyOf(accountId)).toMatchObject({ status: 404 });
  }
});

test('the branding section shows the logo, and the address that mails show for a company with a brand', async () => {
  const brandingOf = (companyid: string) =>
    askPage(portal, staff, (args) => loadBranding(args, companyid), { path: '/admin/user/x/enterprise' });
  const { companyId: plain } = await newCompany(portal);
  expect(await brandingOf(plain)).toMatchObject({ logo: null, address: null, portalName: 'ShieldHub' });
  const host = await newBrandedHost(portal, { label: 'pine', color: '#0B3D2E' });
  const companyid = (await brandForHost(portal, host)).companyId ?? '';
  await staff.perform(saveEnterpriseProfile, {
    companyid,
    company_address1: '1 Pine Street',
    company_city: 'Austin',
    company_state: 'TX',
    company_postalcode: '78701',
  });
  await expect
    .poll(() => brandingOf(companyid))
    .toMatchObject({
      logo: expect.stringMatching(/^\/images\/logos\//),
      address: 'Test Builders, 1 Pine Street, Austin, TX 78701',
    });
});
