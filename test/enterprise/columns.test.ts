import { beforeAll, expect, test } from 'vitest';
import {
  brandForHost,
  type CompanyBrand,
  editPortalBrand,
  getCompany,
  getCompanyBrand,
  logoAddress,
  portalBrandInput,
  saveCompanyBrand,
  saveCompanyDetails,
  saveCompanySettings,
  switchFeatures,
} from '#modules/enterprise/index.ts';
import { MINUTE, type Work } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

/** Each value of a company and of a brand is stored by itself, shown, and dated. */
const portal = await testPortal();
let company: TestCompany;
beforeAll(async () => {
  company = await newCompany(portal, { company_name: 'Column & Sons' });
});

const rowOf = async (table: 'company' | 'portal_brand', id: string | number) =>
  (await portal.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];

const brand: CompanyBrand = {
  branding_hostname: 'columns',
  custom_branding_enabled: true,
  primary_color: '#0B3D91',
  primary_button_background: '#1F6FEB',
  primary_button_text: '#FFFFFF',
  custom_store_url: 'https://shop.example.com',
  stripe_publishable_key: 'pk_test_columns',
  support_email: 'help@columns.example',
  help_url: 'https://help.columns.example',
  business_footer: false,
  shieldhub_branding: false,
};

test('each value of a company’s brand is stored alone, and written down', async () => {
  for (const [name, value] of Object.entries(brand)) {
    portal.clock.advance(MINUTE);
    const { brand: before } = await portal.work('test.read', (work) =>
      getCompanyBrand(work, company.companyId),
    );
    await portal.work('test.save', (work) =>
      saveCompanyBrand(work, company.companyId, { [name]: value } as Partial<CompanyBrand>),
    );
    const { brand: after } = await portal.work('test.read', (work) =>
      getCompanyBrand(work, company.companyId),
    );
    expect(after).toEqual({ ...before, [name]: value });
    expect((await rowOf('company', company.companyId))[name]).toBe(value);
    const { rows } = await portal.pool.query(
      `select detail from audit_entry where action = 'enterprise.brand-saved' and object_id = $1
       order by at desc, id desc limit 1`,
      [company.companyId],
    );
    expect(rows[0].detail.changed).toEqual([name]);
  }
});

test('a company’s host shows everything of its brand', async () => {
  const details = {
    company_name: 'Whole Brand',
    legal_business_name: 'Whole Brand, Inc.',
    company_address1: '1 Main St',
    company_address2: 'Suite 2',
    company_city: 'Reno',
    company_state: 'NV',
    company_postalcode: '89501',
    company_phone: '7755550100',
    company_url: 'https://whole.example',
    branding_logo_path: '/whole/logo.png',
    time_zone: 'America/Los_Angeles',
    network_autoinvite: true,
  };
  const whole = await newCompany(portal, details);
  await portal.work('test.brand', (work) =>
    saveCompanyBrand(work, whole.companyId, { ...brand, branding_hostname: 'whole' }),
  );
  const { legal_business_name, branding_logo_path, time_zone, network_autoinvite, ...same } = details;
  const { custom_branding_enabled, branding_hostname, custom_store_url, stripe_publishable_key, ...look } =
    brand;
  await eventually(async () =>
    expect(await brandForHost(portal, 'whole.localhost:3000')).toMatchObject({
      ...same,
      ...look,
      companyId: whole.companyId,
      legal_name: legal_business_name,
      company_country: 'US',
      branding_logo_path: '/images/whole/logo.png',
      timeZone: time_zone,
      networkAutoinvite: network_autoinvite,
      storeUrl: custom_store_url,
      stripepublishablekey: stripe_publishable_key,
    }),
  );
});

test('each value of the portal’s own brand is stored alone, and shown', async () => {
  const changes = {
    company_name: 'Northgate',
    legal_name: 'Northgate, LLC',
    company_address1: '9 North St',
    company_address2: 'Gate 4',
    company_city: 'Duluth',
    company_state: 'MN',
    company_postalcode: '55802',
    company_phone: '2185550100',
    support_email: 'help@northgate.example',
    help_url: 'https://help.northgate.example',
    sender_address: 'post@northgate.example',
    primary_color: '#112233',
    primary_button_background: '#445566',
    primary_button_text: '#FFFFFF',
    branding_logo_path: 'logos/northgate.png',
    time_zone: 'America/Denver',
  };
  for (const [name, value] of Object.entries(changes)) {
    portal.clock.advance(MINUTE);
    const before = await rowOf('portal_brand', 1);
    const edited = portal.clock.now();
    await portal.work('test.edit', (work) => editPortalBrand(work, { [name]: value }, ''));
    const after = await rowOf('portal_brand', 1);
    expect(after).toEqual({ ...before, [name]: value, updated_at: after.updated_at });
    expect(after.updated_at >= edited, name).toBe(true);
  }
  const { sender_address, time_zone, ...shown } = changes;
  await eventually(async () =>
    expect(await brandForHost(portal, null)).toMatchObject({
      ...shown,
      branding_logo_path: '/images/logos/northgate.png',
      senderAddress: sender_address,
      timeZone: time_zone,
      portalName: 'Northgate',
      company_country: 'US',
      business_footer: true,
      shieldhub_branding: true,
      networkAutoinvite: false,
    }),
  );
});

test.each<[string, (work: Work, companyId: string) => Promise<void>]>([
  ['its brand', (work, id) => saveCompanyBrand(work, id, { help_url: 'https://dated.example' })],
  ['its name', (work, id) => saveCompanyDetails(work, id, { company_name: 'Dated & Sons' })],
  ['its settings', (work, id) => saveCompanySettings(work, id, { company_city: 'Waco' })],
  ['a feature', (work, id) => switchFeatures(work, id, { dashboard_enabled: true })],
])('a company is dated by a change of %s', async (_what, change) => {
  portal.clock.stop();
  const { companyId } = await newCompany(portal);
  const other = await rowOf('company', company.companyId);
  portal.clock.advance(MINUTE);
  await portal.work('test.change', (work) => change(work, companyId));
  expect((await rowOf('company', companyId)).updated_at).toEqual(portal.clock.now());
  expect(await rowOf('company', company.companyId)).toEqual(other);
  portal.clock.run();
});

test.each<[string, (work: Work, companyId: string) => Promise<void>]>([
  ['its brand', (work, id) => saveCompanyBrand(work, id, { help_url: '' })],
  ['its name', (work, id) => saveCompanyDetails(work, id, { company_name: 'Test Builders' })],
  ['its settings', (work, id) => saveCompanySettings(work, id, { company_city: '' })],
  ['a feature', (work, id) => switchFeatures(work, id, { dashboard_enabled: false })],
])(
  'a company of which %s is saved as it was stays undated, and nothing is written down',
  async (_what, save) => {
    const { companyId } = await newCompany(portal);
    const before = await rowOf('company', companyId);
    const entries = async () => {
      const { rows } = await portal.pool.query('select action from audit_entry where object_id = $1', [
        companyId,
      ]);
      return rows;
    };
    const written = await entries();
    portal.clock.advance(MINUTE);
    await portal.work('test.save', (work) => save(work, companyId));
    expect(await rowOf('company', companyId)).toEqual(before);
    expect(await entries()).toEqual(written);
  },
);

test('what other modules read of a company is its own', async () => {
  const features = {
    enterprise_enabled: true,
    team_management_enabled: true,
    shieldlink_enabled: true,
    dashboard_enabled: true,
    enable_payments: true,
    network_requires_pdf: true,
    network_autoinvite: true,
    alert_dashboard_enabled: true,
  };
  const given = { company_name: 'Read & Sons', time_zone: 'America/Phoenix', ...features };
  const { companyId, owner } = await newCompany(portal, given);
  const { shieldlinkid } = await rowOf('company', companyId);
  expect(await portal.work('test.read', (work) => getCompany(work, companyId))).toEqual({
    companyId,
    shieldlinkid,
    ...given,
  });
  const { facts, teamRole } = (await owner.visitor.caller()) ?? {};
  expect(teamRole).toBe('owner');
  expect(facts).toMatchObject({
    company_name: 'Read & Sons',
    enterprise_enabled: 'YES',
    dashboard_enabled: true,
    alert_dashboard_enabled: true,
    shieldlink_enabled: true,
    shieldlinkid,
    enable_payments: true,
  });
});

test.each([
  ['', ''],
  ['https://cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['logos/a.png', '/images/logos/a.png'],
  ['/logos/a.png', '/images/logos/a.png'],
  ['//logos/a.png', '/images/logos/a.png'],
])('the logo %j is shown from %j', (path, address) => {
  expect(logoAddress(path)).toBe(address);
});

test.each([
  ['company_name', 1, 120],
  ['legal_name', 1, 120],
  ['company_address1', 1, 120],
  ['company_address2', 0, 120],
  ['company_city', 1, 80],
  ['branding_logo_path', 0, 500],
  ['disclaimer', 1, 100_000],
] as const)('the portal’s %s has from %i to %i characters', (name, least, most) => {
  const takes = (length: number) => portalBrandInput.shape[name].safeParse('a'.repeat(length)).success;
  expect([takes(least), takes(most), takes(most + 1)]).toEqual([true, true, false]);
  if (least > 0) expect(takes(least - 1)).toBe(false);
});
