import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createUserCompany, deleteLogo, saveEnterpriseProfile, saveLogo } from '#modules/admin/index.ts';
import { brandForHost, findLogo, mailBrandFor, readLogo } from '#modules/enterprise/index.ts';
import { logoBytes } from '#modules/enterprise/limits.ts';
import { MINUTE, SECOND, sql } from '#modules/platform/index.ts';
import { openAddress } from '#modules/platform/storage/address.ts';
import { eventually } from '#test/eventually.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { runAsOwner } from '#test/sql.ts';

const portal = await testPortal();
const staff = await newStaff(portal, {});
const { accountId: userid } = await newPersonWithoutTwoStep(portal);
const { companyid } = await staff.visitor.perform(createUserCompany, {
  userid,
  company_name: 'Harbor & Pine',
});
await staff.visitor.perform(saveEnterpriseProfile, {
  companyid,
  custom_branding_enabled: 'YES',
  branding_hostname: 'harborpine',
});

describe('F34: the logo', () => {
  const upload = async (image: Uint8Array) =>
    staff.visitor.perform(saveLogo, { companyid, image: await fileOf(image) });
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
    await eventually(async () =>
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
    ] as const) {
      await expect(upload(bytes), what).rejects.toMatchObject({ code: 'enterprise.logo-not-an-image' });
    }
    await expect(upload(Buffer.alloc(0))).rejects.toMatchObject({ code: 'file-empty' });
    const bomb = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>');
    for (const huge of [bomb, await plain(5000, 4000)]) {
      shows('edge.file-too-complex', (await refusalOf(upload(huge))).text);
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
    // A refused file is not kept, and neither is the data of a failed upload.
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
    // The uploaded file is kept only as the logo.
    expect((await staff.visitor.call('POST', '/admin/uploadenterpriselogo', early)).status).toBe(404);
  });

  it('is removed for a company and for the portal, which show their names then', async () => {
    const image = await fileOf(png());
    const logoOf = async (host: string | null) => (await brandForHost(portal, host)).branding_logo_path;
    for (const [id, host] of [
      [companyid, 'harborpine.localhost:3000'],
      [null, null],
    ] as const) {
      await staff.visitor.perform(saveLogo, { companyid: id, image });
      await eventually(async () => expect(await logoOf(host)).toMatch(/^\/images\/logos\//));
      expect(await readLogo(portal, await brandForHost(portal, host))).toBeInstanceOf(Buffer);
      await staff.visitor.perform(deleteLogo, { companyid: id });
      await eventually(async () => expect(await logoOf(host)).toBe(''));
      expect(await readLogo(portal, await brandForHost(portal, host))).toBeNull();
    }
    const { rows } = await sql`select object_id, (detail ->> 'removed')::boolean as removed from audit_entry
      where action = 'enterprise.logo-changed' order by at desc, id desc limit 4`.execute(portal.db);
    expect(rows).toEqual([
      { object_id: null, removed: true },
      { object_id: null, removed: false },
      { object_id: companyid, removed: true },
      { object_id: companyid, removed: false },
    ]);
    const unknown = { companyid: '01900000-0000-7000-8000-000000000000' };
    await expect(staff.visitor.perform(deleteLogo, unknown)).rejects.toMatchObject({ code: 'not-found' });
    await expect(staff.visitor.perform(saveLogo, { ...unknown, image })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('stays where a mail that was sent finds it, once another one replaces it', async () => {
    const { branding_logo_path: former } = await upload(await png());
    const { branding_logo_path: now } = await upload(await png());
    await staff.visitor.perform(deleteLogo, { companyid });
    await portal.runJobs();
    for (const path of [former, now]) {
      expect(await findLogo(portal, path.replace('logos/', ''))).not.toBeNull();
    }
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
