import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkDomain,
  createUserCompany,
  getCompanyBranding,
  getPortalSettings,
  saveEnterpriseProfile,
  savePortalSettings,
} from '#modules/admin/index.ts';
import { brandForHost, reportColors } from '#modules/enterprise/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { Refusal, sql } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let staff: Registered;
let userid: string;
let companyid: string;
beforeAll(async () => {
  portal = await testPortal();
  staff = await newStaff(portal, {});
  ({ accountId: userid } = await newPersonWithoutTwoStep(portal));
  ({ companyid } = await staff.visitor.perform(createUserCompany, { userid, company_name: 'Harbor & Pine' }));
});

const read = () => staff.visitor.perform(getCompanyBranding, { companyid });
const save = (changes: object) => staff.visitor.perform(saveEnterpriseProfile, { companyid, ...changes });

/** The state that each test starts with. */
beforeEach(() =>
  save({
    custom_branding_enabled: 'YES',
    branding_hostname: 'harborpine',
    primary_color: '#ED683C',
    primary_button_text: '',
    custom_store_url: '',
    help_url: '',
    business_footer: 'YES',
    shieldhub_branding: 'YES',
  }),
);

describe('F25, F26: the brand of a company, changed in the console', () => {
  it('shows on its host at once, in every process', async () => {
    await save({
      custom_branding_enabled: 'YES',
      branding_hostname: 'HarborPine',
      primary_color: '1f5f4a',
      primary_button_text: '#FFFFFF',
      business_footer: 'NO',
    });
    await eventually(async () =>
      expect(await brandForHost(portal, 'harborpine.localhost:3000')).toMatchObject({
        companyId: companyid,
        primary_color: '#1F5F4A',
        theme: { buttonInk: '#FFFFFF' },
        business_footer: false,
        shieldhub_branding: true,
      }),
    );
    await save({ shieldhub_branding: 'NO', primary_button_text: '' });
    await eventually(async () =>
      expect(await brandForHost(portal, 'harborpine.localhost:3000')).toMatchObject({
        shieldhub_branding: false,
        primary_button_text: null,
      }),
    );
  });

  it('is refused when somebody else has saved it meanwhile, and changes nothing then', async () => {
    const { seen } = await read();
    await save({ primary_color: '#0B3D91', seen });
    await expect(save({ primary_color: '#7A3E9D', seen })).rejects.toMatchObject({
      code: 'enterprise.changed-meanwhile',
      status: 409,
    });
    const after = await read();
    expect(after.brand.primary_color).toBe('#0B3D91');
    await save({ primary_color: '#7A3E9D', seen: after.seen });
    expect((await read()).brand.primary_color).toBe('#7A3E9D');
  });

  it('lets one of two saves through that were begun at the same time', async () => {
    const { seen } = await read();
    // Both requests arrive while the row is locked, so neither can have read what the other one saves.
    const holder = await portal.pool.connect();
    await holder.query('begin');
    await holder.query('select from company where id = $1 for update', [companyid]);
    const saves = Promise.allSettled([
      save({ primary_color: '#111111', seen }),
      save({ primary_color: '#222222', seen }),
    ]);
    await eventually(async () => {
      const { rows } = await portal.pool.query(`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toEqual([{ waiting: 2 }]);
    });
    await holder.query('commit');
    holder.release();
    const both = await saves;
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is written down with what changed, and not when nothing did', async () => {
    await save({ primary_color: '#1F5F4A', help_url: 'https://help.example.com' });
    await save({ primary_color: '#1F5F4A' });
    const { rows } = await sql<{ detail: object; actor_id: string }>`
      select detail, actor_id from audit_entry where action = 'enterprise.brand-saved' and object_id = ${companyid}
      order by at desc, id desc limit 1`.execute(portal.db);
    expect(rows[0]?.actor_id).toBe(staff.accountId);
    expect(rows[0]?.detail).toEqual({
      company_name: 'Harbor & Pine',
      changed: ['primary_color', 'help_url'],
      values: {
        primary_color: '#ED683C → #1F5F4A',
        help_url: 'empty → https://help.example.com',
      },
    });
  });

  it('takes no color that is none and no address without https', async () => {
    for (const changes of [
      { primary_color: 'red' },
      { primary_color: '#12345' },
      { primary_color: '' },
      { help_url: 'http://help.example.com' },
      { custom_store_url: 'javascript:alert(1)' },
      { custom_store_url: 'https://user:secret@shop.example.com' },
    ]) {
      await expect(save(changes), JSON.stringify(changes)).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });
});

describe('F33: the host name and the store', () => {
  const check = (domain: string, own: string | undefined = companyid) =>
    staff.visitor.perform(checkDomain, { domain, companyid: own });

  it('says whether a host name is free, for its own company too', async () => {
    expect(await check('Free-Name')).toEqual({ available: true, host: 'free-name.localhost:3000' });
    expect(await check('harborpine')).toMatchObject({ available: true });
    expect(await staff.visitor.perform(checkDomain, { domain: 'harborpine' })).toMatchObject({
      available: false,
    });
    for (const bad of ['admin', 'adm1n', 'xn--80ak6aa92e', '-x', 'a.b', 'x_y', 'é']) {
      expect(await check(bad), bad).toMatchObject({ available: false });
      // What the check refuses cannot be saved either.
      await expect(save({ branding_hostname: bad }), bad).rejects.toMatchObject({
        code: 'invalid-input',
        options: { issues: { branding_hostname: [enterpriseTexts['console.host-taken']] } },
      });
    }
  });

  it('gives no company the host of another, or of the portal', async () => {
    const other = await newPersonWithoutTwoStep(portal);
    const { companyid: rival } = await staff.visitor.perform(createUserCompany, {
      userid: other.accountId,
      company_name: 'Rival',
    });
    await expect(
      staff.visitor.perform(saveEnterpriseProfile, { companyid: rival, branding_hostname: 'HARBORPINE' }),
    ).rejects.toMatchObject({ code: 'enterprise.host-taken', options: { field: 'branding_hostname' } });
    const { company_name } = await brandForHost(portal, null);
    const own = `${company_name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}-help`;
    for (const lookAlike of ['harbor-pine', 'harb0rpine', 'h4rb0rp1n3', own]) {
      expect(await check(lookAlike, rival), lookAlike).toMatchObject({ available: false });
      await expect(
        staff.visitor.perform(saveEnterpriseProfile, { companyid: rival, branding_hostname: lookAlike }),
        lookAlike,
      ).rejects.toBeInstanceOf(Refusal);
    }
    expect(await check('harbor-pine')).toMatchObject({ available: true });
  });

  it('wants a host for a client portal and for a store', async () => {
    await expect(save({ custom_branding_enabled: 'YES', branding_hostname: '' })).rejects.toMatchObject({
      code: 'enterprise.portal-needs-host',
    });
    await expect(
      save({
        custom_branding_enabled: 'NO',
        branding_hostname: '',
        custom_store_url: 'https://shop.example.com',
      }),
    ).rejects.toMatchObject({
      code: 'enterprise.store-needs-portal',
      text: 'Error: Custom store requires client portal',
    });
    await save({ custom_store_url: 'https://shop.example.com/checks' });
    expect((await read()).brand.custom_store_url).toBe('https://shop.example.com/checks');
    await save({ custom_store_url: '' });
  });

  it('answers the documented calls', async () => {
    const free = await staff.visitor.call('POST', '/admin/checkdomainavailable', {
      domain: 'free',
      companyid,
    });
    expect(free.body).toMatchObject({ success: true, available: 'YES' });
    const saved = await staff.visitor.call('POST', '/admin/saveenterpriseprofile', {
      companyid,
      shieldhub_branding: 'YES',
    });
    expect(saved.body).toMatchObject({ success: true });
    expect((await read()).brand.shieldhub_branding).toBe(true);
  });
});

describe("the portal's own brand (D88)", () => {
  const settings = async () => {
    const { brand, seen } = await staff.visitor.perform(getPortalSettings, {});
    const { branding_logo_path: _logo, primary_button_background, primary_button_text, ...rest } = brand;
    return {
      ...rest,
      primary_button_background: primary_button_background ?? '',
      primary_button_text: primary_button_text ?? '',
      seen,
    };
  };
  let before: Awaited<ReturnType<typeof settings>>;
  beforeAll(async () => {
    before = await settings();
  });
  afterAll(async () => {
    await staff.visitor.perform(savePortalSettings, { ...before, seen: '' });
  });

  it('is changed in the settings, and shows on the base host at once', async () => {
    await staff.visitor.perform(savePortalSettings, {
      ...before,
      company_name: 'Northgate',
      primary_color: '#0B3D91',
    });
    await eventually(async () =>
      expect(await brandForHost(portal, null)).toMatchObject({
        company_name: 'Northgate',
        theme: { brand: '#0B3D91' },
      }),
    );
    await expect(
      staff.visitor.perform(savePortalSettings, { ...before, company_name: 'Late' }),
    ).rejects.toMatchObject({ code: 'enterprise.changed-meanwhile' });
    await expect(
      staff.visitor.perform(savePortalSettings, { ...before, time_zone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it('reports what becomes of colors that cannot be read', () => {
  const white = { primary_color: '#ED683C', primary_button_background: null, primary_button_text: '#FFFFFF' };
  expect(reportColors(white)).toMatchObject({ inkReplaced: true, linksDarkened: true });
  expect(reportColors(white).buttonContrast).toBeGreaterThan(6);
  const dark = { primary_color: '#1F5F4A', primary_button_background: null, primary_button_text: '#FFFFFF' };
  expect(reportColors(dark)).toMatchObject({ inkReplaced: false, linksDarkened: false });
});
