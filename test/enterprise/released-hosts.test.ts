import { describe, expect, it } from 'vitest';
import { action as saveCompany } from '#app/routes/admin/company.tsx';
import { checkDomain, getHostEnding, saveEnterpriseProfile } from '#modules/admin/index.ts';
import { brandForHost, isReleasedHost } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { login, twoStepVerify } from '#modules/identity/index.ts';
import { DAY, newId, type RawBuilder, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage } from '#test/app/page.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows, showsTime } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const hostOf = (label: string) => `${label}.localhost:3000`;
const count = async (from: RawBuilder<unknown>) =>
  (await rowsOf(portal, sql<{ n: number }>`select count(*)::int as n from ${from}`))[0]?.n;

let made = 0;

/** A company with a live host, a viewer, and a guest who is signed in, remembered and has a passkey on the host. */
async function liveHost() {
  made += 1;
  const label = `wharf${made}x`;
  const host = hostOf(label);
  const company = await newCompany(portal, { company_name: `Wharf ${made}`, branding_hostname: label });
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).not.toBeNull());
  const viewer = await newTeamMember(portal, company, 'viewer');
  const guest = await newPerson(portal, {}, { host });
  const visitor = portal.visitor({ host });
  await visitor.perform(login, { emailaddress: guest.emailaddress, password: PASSWORD });
  await visitor.perform(twoStepVerify, { method: 'EMAIL' });
  await visitor.perform(twoStepVerify, {
    code: await newestCode(portal, guest.emailaddress),
    rememberbrowser: true,
  });
  await rowsOf(
    portal,
    sql`insert into passkey (id, account_id, host, credential_id, public_key, name, created_at)
      values (${newId()}, ${guest.accountId}, ${host.replace(':3000', '')}, ${newId()}, '\\x00', 'Phone', now())`,
  );
  const staff = await newStaff(portal);
  const save = (changes: object) =>
    staff.visitor.perform(saveEnterpriseProfile, { companyid: company.companyId, ...changes });
  return { label, host, company, viewer, guest, visitor, staff, save };
}

/** What is bound to a host, by table. */
const bound = async (host: string) => [
  await count(sql`session where host = ${host}`),
  await count(sql`trusted_browser where host = ${host}`),
  await count(sql`passkey where host = ${host.replace(':3000', '')}`),
  await count(sql`account where registered_host = ${host}`),
  await count(sql`verification_code where host = ${host} and used_at is null and voided_at is null`),
];

async function subjectsTo(to: string) {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to, limit: 50 });
  return mails
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /address of|no longer log in/.test(subject));
}

const ways = [
  ['changed', (label: string) => ({ branding_hostname: `${label}new` })],
  ['given up', () => ({ branding_hostname: '', custom_branding_enabled: 'NO' })],
  ['turned off', () => ({ custom_branding_enabled: 'NO' })],
] as const;

describe('D114: a live host', () => {
  it.each(ways)(
    'that is %s ends what was bound to it, at a second press, and tells everybody',
    async (_, to) => {
      const { label, host, company, viewer, guest, visitor, staff, save } = await liveHost();
      const before = await bound(host);
      expect(before.slice(0, 4).every((rows) => rows === 0)).toBe(false);
      const { ending } = await staff.visitor.perform(getHostEnding, { companyid: company.companyId });
      expect(ending).toMatchObject({ host, people: 1, browsers: 1, passkeys: 1, team: 2 });
      const refused = await save(to(label)).catch((error) => error);
      expect(refused).toMatchObject({ code: 'enterprise.host-ends', status: 409 });
      shows('console.host-ends', refused.text);
      await expect(save({ ...to(label), ending_host: hostOf('another') })).rejects.toMatchObject({
        code: 'enterprise.host-ends',
      });
      expect(await bound(host)).toEqual(before);
      expect(await visitor.caller()).not.toBeNull();

      await save({ ...to(label), ending_host: host });
      expect(await bound(host)).toEqual([0, 0, 0, 0, 0]);
      expect(await visitor.caller()).toBeNull();
      expect(await isReleasedHost(portal, host)).toBe(true);
      expect(await subjectsTo(guest.emailaddress)).toEqual([`You no longer log in at ${host}`]);
      for (const member of [company.owner, viewer]) {
        expect(await subjectsTo(member.emailaddress)).toEqual([`The address of Wharf ${made} has changed`]);
      }
    },
  );

  it('is confirmed on the page, which keeps what was typed', async () => {
    const { label, host, company, staff } = await liveHost();
    const { rows } = await portal.pool.query('select primary_color from company where id = $1', [
      company.companyId,
    ]);
    const page = { path: '/admin/user/x/enterprise', params: { userid: company.owner.accountId } };
    const form = {
      intent: 'branding',
      custom_branding_enabled: 'on',
      branding_hostname: `${label}new`,
      primary_color: rows[0].primary_color,
      help_url: 'https://help.wharf.example',
    };
    const asked = await askPage(portal, staff.visitor, saveCompany, { ...page, form });
    expect(asked).toMatchObject({
      data: { found: { ending: { host } }, initialValue: { help_url: 'https://help.wharf.example' } },
    });
    await askPage(portal, staff.visitor, saveCompany, { ...page, form: { ...form, ending_host: host } });
    const saved = await portal.pool.query('select branding_hostname, help_url from company where id = $1', [
      company.companyId,
    ]);
    expect(saved.rows).toEqual([
      { branding_hostname: `${label}new`, help_url: 'https://help.wharf.example' },
    ]);
  });

  it('stays reserved for 90 days for its company alone, and revives nothing for the next one', async () => {
    const { label, host, company, guest, save } = await liveHost();
    await save({ branding_hostname: '', custom_branding_enabled: 'NO', ending_host: host });
    const rival = await newCompany(portal);
    const isFree = async (companyid: string) =>
      (await (await newStaff(portal)).visitor.perform(checkDomain, { domain: label, companyid })).available;
    expect(await isFree(company.companyId)).toBe(true);
    expect(await isFree(rival.companyId)).toBe(false);
    const take = async () =>
      (await newStaff(portal)).visitor.perform(saveEnterpriseProfile, {
        companyid: rival.companyId,
        branding_hostname: label,
        custom_branding_enabled: 'YES',
      });
    await expect(take()).rejects.toMatchObject({ code: 'enterprise.host-taken' });
    // The database refuses it too.
    await expect(
      rowsOf(
        portal,
        sql`update company set branding_hostname = ${label}, updated_at = ${portal.clock.now()}
          where id = ${rival.companyId}`,
      ),
    ).rejects.toMatchObject({ constraint: 'company_branding_hostname_key' });
    const reserved = enterpriseTimings['host.reserved'];
    portal.clock.advance(reserved - DAY);
    await expect(take()).rejects.toMatchObject({ code: 'enterprise.host-taken' });
    portal.clock.advance(2 * DAY);
    showsTime('host.reserved', { held: reserved - DAY, ended: reserved + DAY });
    // Whoever signed in while the host was given up left this behind.
    await rowsOf(portal, sql`update account set registered_host = ${host} where id = ${guest.accountId}`);
    await take();
    expect(await bound(host)).toEqual([0, 0, 0, 0, 0]);
    expect(await isReleasedHost(portal, host)).toBe(false);
  });

  it('is free again for the company that had it', async () => {
    const { label, host, save } = await liveHost();
    await save({ custom_branding_enabled: 'NO', ending_host: host });
    await save({ custom_branding_enabled: 'YES', branding_hostname: label });
    expect(await isReleasedHost(portal, host)).toBe(false);
  });

  it('that was never live needs no second press', async () => {
    const { companyId } = await newCompany(portal);
    const staff = await newStaff(portal);
    const save = (branding_hostname: string) =>
      staff.visitor.perform(saveEnterpriseProfile, { companyid: companyId, branding_hostname });
    await save('drafted');
    await save('drafted-again');
    expect(await isReleasedHost(portal, hostOf('drafted'))).toBe(false);
    const plain = await newPersonWithoutTwoStep(portal);
    expect(await subjectsTo(plain.emailaddress)).toEqual([]);
  });
});
