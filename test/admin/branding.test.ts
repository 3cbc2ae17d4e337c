import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkDomain,
  createUserCompany,
  deleteLogo,
  getCompanyBranding,
  getPortalSettings,
  saveEnterpriseProfile,
  saveLogo,
  savePortalSettings,
} from '#modules/admin/index.ts';
import { brandForHost, findLogo, mailBrandFor, readLogo, reportColors } from '#modules/enterprise/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { openAddress } from '#modules/platform/storage/address.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { runAsOwner } from '#test/sql.ts';

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

/** What each test begins with. */
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
    await vi.waitFor(async () =>
      expect(await brandForHost(portal, 'harborpine.localhost:3000')).toMatchObject({
        companyId: companyid,
        primary_color: '#1F5F4A',
        theme: { buttonInk: '#FFFFFF' },
        business_footer: false,
        shieldhub_branding: true,
      }),
    );
    await save({ shieldhub_branding: 'NO', primary_button_text: '' });
    await vi.waitFor(async () =>
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
    // Both arrive while the row is held, so that neither can have read what the other saves.
    const holder = await portal.pool.connect();
    await holder.query('begin');
    await holder.query('select from company where id = $1 for update', [companyid]);
    const saves = Promise.allSettled([
      save({ primary_color: '#111111', seen }),
      save({ primary_color: '#222222', seen }),
    ]);
    await vi.waitFor(async () => {
      const { rows } = await portal.pool.query(`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toEqual([{ waiting: 2 }]);
    }, 30_000);
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
    for (const bad of ['admin', '-x', 'a.b', 'x_y', 'é']) {
      expect(await check(bad), bad).toMatchObject({ available: false });
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

describe('F34: the logo', () => {
  const upload = (image: Uint8Array) =>
    staff.visitor.perform(saveLogo, { companyid, image: Buffer.from(image).toString('base64') });
  const png = () =>
    sharp({ create: { width: 600, height: 300, channels: 4, background: '#1F5F4A' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'planted-metadata' } } })
      .png()
      .toBuffer();

  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#1F5F4A' } })
      .png()
      .toBuffer();

  it('is written anew without its metadata, small enough for a header, and anybody may see it', async () => {
    const given = await png();
    const { branding_logo_path } = await upload(given);
    expect(branding_logo_path).toMatch(/^logos\/[0-9a-f]{40}\.png$/);
    await vi.waitFor(async () =>
      expect((await brandForHost(portal, 'harborpine.localhost:3000')).branding_logo_path).toBe(
        `/images/${branding_logo_path}`,
      ),
    );
    expect((await mailBrandFor(portal, 'harborpine.localhost:3000')).logoUrl).toBe(
      `http://harborpine.localhost:3000/images/${branding_logo_path}`,
    );
    const stored = await findLogo(portal, branding_logo_path.replace('logos/', ''));
    const bytes = Buffer.concat((await stored?.body.toArray()) ?? []);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 128 });
    expect(bytes.includes('planted-metadata')).toBe(false);
  });

  it('draws an SVG, so that nothing in it can run', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30" width="60" height="30">
      <script>alert(1)</script><rect width="60" height="30" fill="#0B3D91" onload="alert(2)"/></svg>`;
    const { branding_logo_path } = await upload(Buffer.from(svg));
    const stored = await findLogo(portal, branding_logo_path.replace('logos/', ''));
    const bytes = Buffer.concat((await stored?.body.toArray()) ?? []);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.includes('alert')).toBe(false);
  });

  it('is refused when it is no picture, damaged, too large or huge once decoded', async () => {
    const whole = await png();
    for (const [what, bytes] of [
      ['a text', Buffer.from('not a picture')],
      ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
      ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
      ['half a picture', whole.subarray(0, 60)],
      ['a bomb', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')],
      ['20 million pixels of one color', await plain(5000, 4000)],
      ['nothing', Buffer.alloc(0)],
    ] as const) {
      await expect(upload(bytes), what).rejects.toMatchObject({ code: 'enterprise.logo-not-an-image' });
    }
    await upload(await plain(4000, 3900));
    await expect(upload(Buffer.alloc(logoBytes + 1))).rejects.toMatchObject({
      code: 'enterprise.logo-too-large',
    });
  });

  it('comes by the three steps of the documents: an address, a PUT, and the news that it is there', async () => {
    const image = await png();
    const asked = await staff.visitor.call('GET', '/admin/uploadenterpriselogo', {
      companyid,
      bytes: String(image.length),
      contenttype: 'image/png',
    });
    expect(asked.body).toMatchObject({
      success: true,
      uploadurl: expect.stringContaining('/files/uploads/logos/'),
    });
    const { pathname, search } = new URL(asked.body.uploadurl);
    const openIn = (ms: number) =>
      openAddress(portal.keys, pathname + search, new Date(portal.clock.now().getTime() + ms)) !== null;
    expect([openIn(9 * MINUTE), openIn(10 * MINUTE + SECOND)]).toEqual([true, false]);
    const early = { companyid, uploadstatus: 200 };
    expect((await staff.visitor.call('POST', '/admin/uploadenterpriselogo', early)).status).toBe(404);
    await portal.storage.put(`uploads/logos/${companyid}`, image, { contentType: 'image/png' });
    const done = await staff.visitor.call('POST', '/admin/uploadenterpriselogo', early);
    expect(done.body).toMatchObject({ success: true, branding_logo_path: expect.stringMatching(/^logos\//) });
    // What is refused is not kept either, nor what came with an upload that failed.
    for (const [content, uploadstatus] of [
      ['not a picture', 200],
      ['half of it', 403],
    ] as const) {
      await portal.storage.put(`uploads/logos/${companyid}`, Buffer.from(content), {
        contentType: 'image/png',
      });
      const refused = await staff.visitor.call('POST', '/admin/uploadenterpriselogo', {
        companyid,
        uploadstatus,
      });
      expect(refused.status).toBe(400);
      await expect(portal.storage.get(`uploads/logos/${companyid}`)).rejects.toThrow();
    }
    // The uploaded file is kept nowhere but as the logo.
    expect((await staff.visitor.call('POST', '/admin/uploadenterpriselogo', early)).status).toBe(404);
  });

  it('is removed for a company and for the portal, which show their names then', async () => {
    const image = (await png()).toString('base64');
    const logoOf = async (host: string | null) => (await brandForHost(portal, host)).branding_logo_path;
    for (const [id, host] of [
      [companyid, 'harborpine.localhost:3000'],
      [null, null],
    ] as const) {
      await staff.visitor.perform(saveLogo, { companyid: id, image });
      await vi.waitFor(async () => expect(await logoOf(host)).toMatch(/^\/images\/logos\//));
      expect(await readLogo(portal, await brandForHost(portal, host))).toBeInstanceOf(Buffer);
      await staff.visitor.perform(deleteLogo, { companyid: id });
      await vi.waitFor(async () => expect(await logoOf(host)).toBe(''));
      expect(await readLogo(portal, await brandForHost(portal, host))).toBeNull();
    }
    const { rows } = await sql`select object_id, action from audit_entry
      where action = 'enterprise.logo-changed' order by at desc, id desc limit 4`.execute(portal.db);
    expect(rows.map((row) => (row as { object_id: string | null }).object_id)).toEqual([
      null,
      null,
      companyid,
      companyid,
    ]);
    const unknown = { companyid: '01900000-0000-7000-8000-000000000000' };
    await expect(staff.visitor.perform(deleteLogo, unknown)).rejects.toMatchObject({ code: 'not-found' });
    await expect(staff.visitor.perform(saveLogo, { ...unknown, image })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('leaves no file behind when it is replaced or removed, and takes no other brand’s', async () => {
    const image = (await png()).toString('base64');
    const saved = (id: string | null) => staff.visitor.perform(saveLogo, { companyid: id, image });
    const isKept = async ({ branding_logo_path }: { branding_logo_path: string }) => {
      await portal.runJobs();
      return (await findLogo(portal, branding_logo_path.replace('logos/', ''))) !== null;
    };
    const own = await saved(null);
    const first = await saved(companyid);
    expect(await isKept(first)).toBe(true);
    const second = await saved(companyid);
    expect([await isKept(first), await isKept(second)]).toEqual([false, true]);
    await staff.visitor.perform(deleteLogo, { companyid });
    expect([await isKept(second), await isKept(own)]).toEqual([false, true]);
    await staff.visitor.perform(deleteLogo, { companyid: null });
    expect(await isKept(own)).toBe(false);
  });

  it('is not kept when the brand could not be changed', async () => {
    await upload(await png());
    const folder = join(portal.config.dataFolder, 'storage', 'files', 'logos');
    const before = await readdir(folder);
    const planted = 'company_planted_check';
    await runAsOwner(
      portal,
      `alter table company add constraint ${planted} check (branding_logo_path = '') not valid`,
    );
    await expect(upload(await png())).rejects.toThrow(planted);
    await runAsOwner(portal, `alter table company drop constraint ${planted}`);
    expect(await readdir(folder)).toEqual(before);
  });

  it('is found under no other name', async () => {
    for (const name of ['../uploads/x', 'a.png', `${'0'.repeat(40)}.png`]) {
      expect(await findLogo(portal, name), name).toBeNull();
    }
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

  it('is changed in the settings, sanitized, and shows on the base host at once', async () => {
    await staff.visitor.perform(savePortalSettings, {
      ...before,
      company_name: 'Northgate',
      primary_color: '#0B3D91',
      disclaimer: '<p>Ours.</p><script>steal()</script>',
    });
    await vi.waitFor(async () =>
      expect(await brandForHost(portal, null)).toMatchObject({
        company_name: 'Northgate',
        theme: { brand: '#0B3D91' },
      }),
    );
    expect((await settings()).disclaimer).toBe('<p>Ours.</p>');
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
