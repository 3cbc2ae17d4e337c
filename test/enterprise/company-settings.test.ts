import { beforeEach, describe, expect, it } from 'vitest';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { saveCompanyProfile } from '#modules/enterprise/index.ts';
import { getEnterpriseProfile } from '#modules/network/index.ts';
import { sql } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
let company: TestCompany;
beforeEach(async () => {
  company = await newCompany(portal, { company_name: 'Harbor & Pine' });
});

const all = {
  contact_firstname: 'Olive',
  contact_lastname: 'Harbor',
  company_phone: '512-555-0100',
  accounting_email: 'Books@example.com',
  accounting_phone: '512-555-0101',
  company_address1: '1 Pier Road',
  company_address2: 'Suite 4',
  company_city: 'Austin',
  company_state: 'TX',
  company_postalcode: '78701',
  time_zone: 'America/Denver',
  daily_summary_hour: '17',
  permissible_purpose: 'employment',
  tax_id: '12-3456789',
};

const shown = {
  ...all,
  company_phone: '5125550100',
  accounting_email: 'books@example.com',
  accounting_phone: '5125550101',
  tax_id: '*****6789',
};

const save = (changes: object) => company.owner.visitor.perform(saveCompanyProfile, changes);

async function read() {
  const { profile } = await company.owner.visitor.perform(getEnterpriseProfile, {});
  return profile.settings;
}

async function audited(): Promise<{ detail: object; actor_id: string }[]> {
  const { rows } = await sql<{ detail: object; actor_id: string }>`
    select detail, actor_id from audit_entry
    where action = 'enterprise.settings-saved' and object_id = ${company.companyId} order by at, id`.execute(
    portal.db,
  );
  return rows;
}

describe('D99: what the owner of a company changes', () => {
  it('is saved whole, read back with the tax ID masked, and encrypted in the database', async () => {
    const saved = await company.owner.visitor.call('POST', '/user/saveenterpriseprofile', {
      ...all,
      companyid: company.companyId,
    });
    expect(saved.status).toBe(200);
    expect(await read()).toEqual(shown);
    const { rows } = await portal.pool.query(
      'select to_jsonb(company)::text as row from company where id = $1',
      [company.companyId],
    );
    expect(rows[0].row).toContain('Pier Road');
    expect(rows[0].row).not.toMatch(/123456789|12-3456789/);
  });

  it('is written down by its names, without the tax ID, and not when nothing changed', async () => {
    await save(all);
    await save(all);
    await save({ tax_id: '' });
    const entries = await audited();
    expect(entries).toEqual([
      {
        actor_id: company.owner.accountId,
        detail: {
          company_name: 'Harbor & Pine',
          changed: Object.keys(all),
          values: expect.objectContaining({ time_zone: expect.stringMatching(/ → America\/\w+$/) }),
        },
      },
    ]);
    const text = JSON.stringify(entries);
    for (const secret of ['Olive', 'books@', '5125550101', '3456789']) expect(text).not.toContain(secret);
    expect((await read())?.tax_id).toBe('*****6789');
    await save({ tax_id: '98-7654321', contact_firstname: '' });
    expect((await audited())[1]?.detail).toMatchObject({ changed: ['contact_firstname', 'tax_id'] });
    expect(await read()).toMatchObject({ contact_firstname: '', tax_id: '*****4321' });
  });

  it('is nothing of what is staff’s', async () => {
    const before = await portal.pool.query('select * from company where id = $1', [company.companyId]);
    await save({
      company_name: 'Other',
      enable_payments: 'YES',
      branding_hostname: 'mine',
      shieldlink_enabled: 'YES',
    });
    const after = await portal.pool.query('select * from company where id = $1', [company.companyId]);
    expect(after.rows).toEqual(before.rows);
  });

  it.each([
    { company_phone: '512' },
    { accounting_email: 'books' },
    { company_state: 'XX' },
    { company_postalcode: '787' },
    { time_zone: 'Mars/Olympus' },
    { time_zone: '' },
    { daily_summary_hour: '24' },
    { daily_summary_hour: '' },
    { permissible_purpose: 'curiosity' },
    { tax_id: '12345' },
    { tax_id: '12345678a' },
    { contact_firstname: 'see www.evil.example' },
    { company_city: 7 },
  ])('refuses %o and keeps what is stored', async (changes) => {
    await save(all);
    const answer = await company.owner.visitor.call('POST', '/user/saveenterpriseprofile', changes);
    expect(answer.status).toBe(400);
    expect(await read()).toEqual(shown);
  });

  it('is refused to others of the team, and not found for everybody else', async () => {
    const stranger = await newCompany(portal);
    await stranger.owner.visitor.perform(saveCompanyProfile, { company_city: 'Reno' });
    for (const role of ['admin', 'viewer'] as const) {
      const member = await newTeamMember(portal, company, role);
      await expect(
        member.visitor.perform(saveCompanyProfile, { company_city: 'Waco' }),
      ).rejects.toMatchObject({ code: 'role-too-low', status: 403 });
      const { profile } = await member.visitor.perform(getEnterpriseProfile, {});
      expect(profile).toMatchObject({ user_role: role, enterprise_enabled: 'BLOCKED', settings: null });
    }
    const nobody = await newPersonWithoutTwoStep(portal);
    const { companyId: companyid } = company;
    for (const { visitor } of [stranger.owner, nobody]) {
      const input = { companyid, company_city: 'Waco' };
      await expect(visitor.perform(saveCompanyProfile, input)).rejects.toMatchObject({ code: 'not-found' });
      await expect(visitor.perform(getEnterpriseProfile, { companyid })).rejects.toMatchObject({
        code: 'not-found',
      });
    }
    expect((await read())?.company_city).toBe('');
  });

  it('is not found where staff have turned the company off', async () => {
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
      company.companyId,
    ]);
    await expect(save({ company_city: 'Waco' })).rejects.toMatchObject({ code: 'not-found' });
    const { profile } = await company.owner.visitor.perform(getEnterpriseProfile, {});
    expect(profile).toMatchObject({ enterprise_enabled: 'NO', settings: null });
  });

  it('comes with the network if it is asked for', async () => {
    const ask = (input: object) => company.owner.visitor.call('POST', '/user/getenterpriseprofile', input);
    expect((await ask({})).body).toMatchObject({
      profile: { user_role: 'owner', enterprise_enabled: 'YES', can_manage_team: 'NO' },
      connections: null,
    });
    expect((await ask({ includenetwork: 'YES' })).body).toMatchObject({ connections: [] });
  });

  it('does not overwrite what somebody else has changed since the page was shown', async () => {
    await save(all);
    const { tax_id: _masked, ...seen } = shown;
    const { visitor } = await newStaff(portal);
    await visitor.perform(saveEnterpriseProfile, { companyid: company.companyId, company_city: 'Dallas' });
    await expect(save({ ...seen, company_city: 'Waco', seen })).rejects.toMatchObject({
      code: 'enterprise.changed-meanwhile',
      status: 409,
    });
    // Sending back what the page showed is not a change.
    await save({ ...seen, contact_firstname: 'Ann', seen });
    expect(await read()).toMatchObject({ company_city: 'Dallas', contact_firstname: 'Ann' });
  });

  it('takes one of two saves of a field at the same time', async () => {
    await save(all);
    const holder = await portal.pool.connect();
    await holder.query('begin');
    await holder.query('select from company where id = $1 for update', [company.companyId]);
    const seen = { company_city: 'Austin' };
    const saves = Promise.allSettled([
      save({ company_city: 'Waco', seen }),
      save({ company_city: 'Reno', seen }),
    ]);
    await eventually(async () => {
      const { rows } = await portal.pool.query(`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toEqual([{ waiting: 2 }]);
    });
    await holder.query('commit');
    holder.release();
    expect((await saves).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(['Waco', 'Reno']).toContain((await read())?.company_city);
  });
});
