import { beforeAll, describe, expect, it } from 'vitest';
import { starterTexts } from '#cli/setup/starter-texts.ts';
import { contrast } from '#modules/enterprise/brand/color.ts';
import { themeFor } from '#modules/enterprise/brand/theme.ts';
import {
  brandForCompany,
  brandForHost,
  brandStyleSheet,
  editPortalBrand,
  findBrandOfHost,
  getBranding,
  getLegalText,
  homeHostOf,
  listServedBrands,
  mailBrandFor,
  savePortalBrand,
} from '#modules/enterprise/index.ts';
import { publishTerms } from '#modules/identity/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let lines = 0;
let portal: TestPortal;
let company: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, {
    company_name: 'Acme Builders',
    branding_hostname: 'acme',
    primary_color: '#0B3D2E',
    primary_button_text: '#FFFFFF',
    branding_logo_path: 'acme/logo.svg',
    company_phone: '5125550199',
    business_footer: false,
  });
  await portal.work('test.publish', (work) =>
    publishTerms(work, { kind: 'company', companyId: company.companyId }, '<p>Acme terms</p>'),
  );
});

describe('the brand of a host', () => {
  it('is the company’s on its registered host', async () => {
    const brand = await brandForHost(portal, 'ACME.localhost:3000');
    expect(brand).toMatchObject({
      companyId: company.companyId,
      host: 'acme.localhost:3000',
      origin: 'http://acme.localhost:3000',
      company_name: 'Acme Builders',
      branding_logo_path: '/images/acme/logo.svg',
      business_footer: false,
      theme: { brand: '#0B3D2E', button: '#0B3D2E', buttonInk: '#FFFFFF' },
    });
    expect(await brandForCompany(portal, company.companyId)).toEqual(brand);
  });

  it('is the portal’s own on the base host, and for every host that nobody registered', async () => {
    for (const host of [null, 'localhost:3000']) {
      expect(await brandForHost(portal, host)).toMatchObject({ companyId: null, company_name: 'ShieldHub' });
    }
    for (const host of [
      'evil.example',
      'acme.localhost',
      'x.acme.localhost:3000',
      'nobody.localhost:3000',
      '.localhost:3000',
    ]) {
      expect(await findBrandOfHost(portal, host), host).toBeNull();
      expect((await brandForHost(portal, host)).companyId).toBeNull();
    }
    const hosts = (await listServedBrands(portal)).map((brand) => brand.host);
    expect(hosts[0]).toBe('localhost:3000');
    expect(hosts).toContain('acme.localhost:3000');
  });

  it('changes in every process as soon as the company does', async () => {
    // The notice of an earlier change may arrive between the two.
    const before = await eventually(async () => {
      const brand = await brandForHost(portal, 'acme.localhost:3000');
      expect(await brandForHost(portal, 'acme.localhost:3000')).toBe(brand);
      return brand;
    });
    await portal.pool.query(`update company set primary_color = '#1F6FEB' where id = $1`, [
      company.companyId,
    ]);
    const changed = await eventually(async () => {
      const brand = await brandForHost(portal, 'acme.localhost:3000');
      expect(brand.primary_color).toBe('#1F6FEB');
      return brand;
    });
    expect(changed.styleSheetVersion).not.toBe(before.styleSheetVersion);
    await portal.pool.query(`update company set primary_color = '#0B3D2E' where id = $1`, [
      company.companyId,
    ]);
    await eventually(async () =>
      expect((await brandForHost(portal, 'acme.localhost:3000')).primary_color).toBe('#0B3D2E'),
    );
  });

  it('is the portal’s own from its row: the same texts on every host, the company’s support address before the portal’s', async () => {
    const change = (changes: object) =>
      portal.work('test', (work) =>
        savePortalBrand(work, { ...portalBrandOfTests, company_name: 'Northgate', ...changes }),
      );
    const [before] = (await portal.pool.query('select * from portal_brand')).rows;
    const { id: _id, updated_at: _at, company_country: _country, ...row } = before;
    const portalBrandOfTests = { ...row, ...starterTexts };
    await change({
      primary_color: '#1F6FEB',
      support_email: 'help@northgate.example',
      disclaimer: '<p>Ours alone.</p><script>steal()</script>',
    });
    await eventually(async () =>
      expect(await brandForHost(portal, null)).toMatchObject({
        company_name: 'Northgate',
        portalName: 'Northgate',
      }),
    );
    expect(await brandForHost(portal, null)).toMatchObject({
      theme: { button: '#1F6FEB' },
      support_email: 'help@northgate.example',
    });
    const branded = await brandForHost(portal, 'acme.localhost:3000');
    expect(branded).toMatchObject({
      company_name: 'Acme Builders',
      portalName: 'Northgate',
      support_email: 'help@northgate.example',
    });
    for (const host of ['localhost:3000', 'acme.localhost:3000']) {
      expect(await portal.visitor({ host }).perform(getLegalText, { text: 'disclaimer' })).toEqual({
        company_name: 'Northgate',
        html: '<p>Ours alone.</p>',
      });
    }
    await portal.pool.query(`update company set support_email = 'help@acme.example' where id = $1`, [
      company.companyId,
    ]);
    await eventually(async () =>
      expect((await brandForHost(portal, 'acme.localhost:3000')).support_email).toBe('help@acme.example'),
    );
    await portal.pool.query(`update company set support_email = ''`);
    await portal.work('test', (work) => savePortalBrand(work, portalBrandOfTests));
    await eventually(async () => expect((await brandForHost(portal, null)).company_name).toBe('ShieldHub'));
  });

  it('of the portal changes by one value, and writes nothing where none changed', async () => {
    const [before] = (await portal.pool.query('select * from portal_brand')).rows;
    const change = (changes: object) => portal.work('test', (work) => editPortalBrand(work, changes, ''));
    const written = async () => {
      const entries = await portal.pool.query(
        "select id from audit_entry where action = 'enterprise.portal-brand-saved'",
      );
      return entries.rows.length;
    };
    const first = await written();
    portal.clock.advance(1000);
    await change({ company_name: before.company_name });
    expect(await written()).toBe(first);
    expect((await portal.pool.query('select * from portal_brand')).rows).toEqual([before]);
    await change({ help_url: 'https://help.example.com' });
    expect(await written()).toBe(first + 1);
    await eventually(async () =>
      expect(await brandForHost(portal, null)).toMatchObject({
        help_url: 'https://help.example.com',
        company_name: before.company_name,
      }),
    );
    await change({ help_url: before.help_url });
  });

  it('is answered with flags and terms; an unknown host is told where to go (doc1 §4)', async () => {
    const ask = (host: string) => portal.visitor({ host }).call('GET', '/general/branding');
    const own = await ask('acme.localhost:3000');
    expect(own.body).toMatchObject({
      success: true,
      branding: {
        id: company.companyId,
        company_name: 'Acme Builders',
        business_footer: 'NO',
        shieldhub_branding: 'YES',
        primary_color: '#0B3D2E',
        company_terms_conditions: '<p>Acme terms</p>',
      },
    });
    expect(own.body.defaultbranding).toBeUndefined();
    expect(own.body.branding.credit_card_terms).toMatch(/^<h/);
    const unknown = await ask('gone.localhost:3000');
    expect(unknown.body.defaultbranding).toMatchObject({ id: null, company_url: 'http://localhost:3000' });
  });

  it('has the newest terms of its own company, and never those of another', async () => {
    const { rows } = await portal.pool.query(
      `select kind, html from terms_version where company_id is null and is_current`,
    );
    const own = Object.fromEntries(rows.map(({ kind, html }) => [kind, html]));
    const rival = await newCompany(portal, { company_name: 'Rival', branding_hostname: 'rival' });
    const termsOf = async (host: string) => {
      const { branding } = await portal.visitor({ host }).perform(getBranding, {});
      return [branding.company_terms_conditions, branding.credit_card_terms];
    };
    expect(await termsOf('localhost:3000')).toEqual([own.portal, own.purchase]);
    expect(await termsOf('rival.localhost:3000')).toEqual([own.portal, own.purchase]);
    for (const html of ['<p>Zoo</p>', '<p>Ark</p>']) {
      for (const kind of ['company', 'company-card'] as const) {
        await portal.work('test.publish', (work) =>
          publishTerms(work, { kind, companyId: rival.companyId }, html),
        );
      }
    }
    expect(await termsOf('rival.localhost:3000')).toEqual(['<p>Ark</p>', '<p>Ark</p>']);
    expect(await termsOf('acme.localhost:3000')).toEqual(['<p>Acme terms</p>', own.purchase]);
  });

  it('is served no more once its client portal is switched off', async () => {
    const { companyId } = await newCompany(portal, { branding_hostname: 'closing' });
    const host = 'closing.localhost:3000';
    expect((await brandForHost(portal, host)).companyId).toBe(companyId);
    await portal.pool.query('update company set custom_branding_enabled = false where id = $1', [companyId]);
    await eventually(async () => expect(await findBrandOfHost(portal, host)).toBeNull());
    expect((await brandForCompany(portal, companyId)).companyId).toBeNull();
    expect((await listServedBrands(portal)).map((brand) => brand.host)).not.toContain(host);
    expect(await homeHostOf(portal, { companyId, registeredHost: host })).toBeNull();
  });

  it.each([
    [{}, 'Lines'],
    [{ company_address1: '1 Oak Street', company_address2: 'Floor 2' }, 'Lines, 1 Oak Street, Floor 2'],
    [{ company_city: 'Austin', company_state: 'TX' }, 'Lines, Austin, TX'],
    [{ company_city: 'Austin', company_postalcode: '78701' }, 'Lines, Austin, 78701'],
    [{ legal_business_name: 'Lines Inc.' }, 'Lines Inc.'],
    [{ business_footer: false }, null],
  ])('with %j has the postal address %s', async (given, line) => {
    lines += 1;
    const label = `lines${lines}`;
    await newCompany(portal, { company_name: 'Lines', branding_hostname: label, ...given });
    expect((await mailBrandFor(portal, `${label}.localhost:3000`)).postalAddress).toBe(line);
  });

  it('reaches mails', async () => {
    expect(await mailBrandFor(portal, 'acme.localhost:3000')).toEqual({
      name: 'Acme Builders',
      url: 'http://acme.localhost:3000',
      logoUrl: 'http://acme.localhost:3000/images/acme/logo.svg',
      color: '#0B3D2E',
      senderAddress: 'no-reply@shieldhub.test',
      supportEmail: 'support@shieldhub.test',
      postalAddress: null,
      timeZone: 'America/Chicago',
    });
  });

  it('tells no more of a company than its brand', async () => {
    const answer = await portal.perform(
      getBranding,
      {},
      portal.visitor({ host: 'acme.localhost:3000' }).visit(),
    );
    expect(Object.keys(answer.branding)).not.toEqual(expect.arrayContaining(['tax_id', 'accounting_email']));
  });
});

describe('a theme', () => {
  const brands = [
    '#ED683C',
    '#1F6FEB',
    '#FFD400',
    '#0B3D2E',
    '#BE2026',
    '#FFFFFF',
    '#000000',
    '#777777',
    '#00FFFF',
  ];

  it.each(brands)('of %s can be read everywhere', (primary_color) => {
    for (const primary_button_text of [null, '#FFFFFF', '#000000', '#777777', primary_color]) {
      const theme = themeFor({ primary_color, primary_button_background: null, primary_button_text });
      expect(contrast(theme.buttonInk, theme.button)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.text, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.mark, '#FFFFFF')).toBeGreaterThanOrEqual(3);
      for (const color of Object.values(theme)) expect(color).toMatch(/^#[0-9A-F]{6}$/);
    }
  });

  it('keeps a company’s ink only where it can be read; its ground always', () => {
    const sheet = (primary_button_text: string) =>
      brandStyleSheet({ primary_color: '#ED683C', primary_button_background: null, primary_button_text });
    expect(sheet('#FFFFFF')).toBe(':root{--brand:#ED683C}\n');
    expect(sheet('#000000')).toBe(':root{--brand:#ED683C;--brand-button-ink:#000000}\n');
  });
});
