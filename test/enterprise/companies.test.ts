import { beforeAll, describe, expect, it } from 'vitest';
import { addTeamMember, createCompany, isShieldLinkId } from '#modules/enterprise/index.ts';
import { newId } from '#modules/platform/index.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

/** The values of a new company if nothing else is given. */
const empty = [
  'accounting_email',
  'accounting_id',
  'accounting_phone',
  'branding_logo_path',
  'company_address1',
  'company_address2',
  'company_city',
  'company_phone',
  'company_postalcode',
  'company_state',
  'company_url',
  'contact_firstname',
  'contact_lastname',
  'crm_id',
  'help_url',
  'permissible_purpose',
  'stripe_publishable_key',
  'support_email',
];
const off = [
  'alert_dashboard_enabled',
  'custom_branding_enabled',
  'dashboard_enabled',
  'enable_payments',
  'network_autoinvite',
  'network_requires_pdf',
  'shieldlink_enabled',
  'team_management_enabled',
];
const none = [
  'branding_hostname',
  'custom_store_url',
  'primary_button_background',
  'primary_button_text',
  'tax_id_sealed',
];

describe('a company', () => {
  it('begins with its owner, a ShieldLink ID, and a session that knows', async () => {
    const { companyId, owner } = await newCompany(portal, {
      company_name: 'Acme Builders',
      shieldlink_enabled: true,
      dashboard_enabled: true,
    });
    const caller = await owner.visitor.caller();
    expect(caller).toMatchObject({
      companyId,
      teamRole: 'owner',
      facts: {
        company_name: 'Acme Builders',
        enterprise_enabled: 'YES',
        shieldlink_enabled: true,
        dashboard_enabled: true,
        alert_dashboard_enabled: false,
      },
    });
    expect(isShieldLinkId(caller?.facts.shieldlinkid ?? '')).toBe(true);
  });

  it('begins with everything off that is asked for, and with the look of the portal', async () => {
    const { companyId } = await newCompany(portal, { company_name: 'Plain & Sons' });
    const { rows } = await portal.pool.query('select * from company where id = $1', [companyId]);
    const { id: _id, shieldlinkid: _link, created_at, updated_at, ...row } = rows[0];
    expect(updated_at).toEqual(created_at);
    expect(row).toEqual({
      company_name: 'Plain & Sons',
      legal_business_name: 'Plain & Sons',
      ...Object.fromEntries(empty.map((name) => [name, ''])),
      ...Object.fromEntries(off.map((name) => [name, false])),
      ...Object.fromEntries(none.map((name) => [name, null])),
      enterprise_enabled: true,
      business_footer: true,
      shieldhub_branding: true,
      company_country: 'US',
      time_zone: 'America/Chicago',
      daily_summary_hour: 8,
      primary_color: '#ED683C',
    });
  });

  it('takes what is given when it is made', async () => {
    const given = {
      company_name: 'Given & Sons',
      legal_business_name: 'Given and Sons, Inc.',
      company_address1: '1 Main St',
      company_address2: 'Suite 2',
      company_city: 'Reno',
      company_state: 'NV',
      company_postalcode: '89501',
      company_phone: '7755550100',
      company_url: 'https://given.example',
      time_zone: 'America/Los_Angeles',
      enterprise_enabled: false,
      dashboard_enabled: true,
      alert_dashboard_enabled: true,
      team_management_enabled: true,
      enable_payments: true,
      shieldlink_enabled: true,
      network_autoinvite: true,
      network_requires_pdf: true,
      business_footer: false,
      shieldhub_branding: false,
      primary_color: '#112233',
      primary_button_background: '#445566',
      primary_button_text: '#FFFFFF',
      branding_logo_path: 'logos/given.png',
      support_email: 'help@given.example',
      help_url: 'https://help.given.example',
    };
    const { companyId } = await newCompany(portal, { ...given, branding_hostname: 'Given' });
    const { rows } = await portal.pool.query('select * from company where id = $1', [companyId]);
    expect(rows[0]).toMatchObject({ ...given, branding_hostname: 'given', custom_branding_enabled: true });
  });

  it('refuses a host name that is taken, reserved or invalid', async () => {
    const owner = await newPersonWithoutTwoStep(portal);
    await newCompany(portal, { branding_hostname: 'taken' });
    for (const branding_hostname of ['taken', 'TAKEN', 'www', 'a_b', '-a', 'a.b', '']) {
      const made = portal.work('test.company', (work) =>
        createCompany(work, { company_name: 'Other', ownerAccountId: owner.accountId, branding_hostname }),
      );
      const error = await made.catch((thrown: Error) => thrown);
      expect(error, branding_hostname).toMatchObject({ code: 'enterprise.host-taken' });
      shows('console.host-taken', (error as unknown as { text: string }).text);
    }
  });
});

describe('a team', () => {
  it('takes nobody who is in one already, and no staff', async () => {
    const company = await newCompany(portal);
    const other = await newCompany(portal);
    const member = await newTeamMember(portal, company, 'viewer');
    const staff = await newStaff(portal);
    const add = (accountId: string) =>
      portal
        .work('test.add', (work) =>
          addTeamMember(work, { companyId: other.companyId, accountId, role: 'admin' }),
        )
        .catch((thrown: Error & { text: string }) => thrown);
    const attached = await add(member.accountId);
    expect(attached).toMatchObject({ code: 'enterprise.on-another-team' });
    shows('console.on-another-team', (attached as { text: string }).text);
    const refused = await add(staff.accountId);
    expect(refused).toMatchObject({ code: 'enterprise.staff-in-team' });
    shows('console.staff-in-team', (refused as { text: string }).text);
    expect(await add(newId())).toMatchObject({ code: 'not-found' });
  });

  it('takes a person once when two companies ask at the same time', async () => {
    const companies = await Promise.all([newCompany(portal), newCompany(portal)]);
    const person = await newPersonWithoutTwoStep(portal);
    const results = await Promise.allSettled(
      companies.map(({ companyId }) =>
        portal.work('test.add', (work) =>
          addTeamMember(work, { companyId, accountId: person.accountId, role: 'viewer' }),
        ),
      ),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('exactly one owner', () => {
  const inTransaction = async (statements: [string, unknown[]][]) => {
    const client = await portal.pool.connect();
    try {
      await client.query('begin');
      for (const [text, values] of statements) await client.query(text, values);
      await client.query('commit');
      return 'committed';
    } catch (error) {
      await client.query('rollback');
      return (error as { constraint?: string }).constraint;
    } finally {
      client.release();
    }
  };

  const setRole = (accountId: string, role: string): [string, unknown[]] => [
    'update team_member set role = $2 where account_id = $1',
    [accountId, role],
  ];

  it('is kept by the database: not two, not none', async () => {
    const company = await newCompany(portal);
    const admin = await newTeamMember(portal, company, 'admin');
    expect(await inTransaction([setRole(admin.accountId, 'owner')])).toBe('team_member_owner_excl');
    expect(await inTransaction([setRole(company.owner.accountId, 'admin')])).toBe(
      'team_member_owner_missing',
    );
    expect(
      await inTransaction([['delete from team_member where account_id = $1', [company.owner.accountId]]]),
    ).toBe('team_member_owner_missing');
    expect(
      await inTransaction([
        [
          `insert into company (id, company_name, shieldlinkid, created_at, updated_at)
           values ($1, 'Ownerless', 'SL000000018', now(), now())`,
          [newId()],
        ],
      ]),
    ).toBe('team_member_owner_missing');
  });

  it('lets two change places in one transaction, in either order', async () => {
    const company = await newCompany(portal);
    const admin = await newTeamMember(portal, company, 'admin');
    expect(
      await inTransaction([setRole(admin.accountId, 'owner'), setRole(company.owner.accountId, 'admin')]),
    ).toBe('committed');
    expect(
      await inTransaction([setRole(admin.accountId, 'admin'), setRole(company.owner.accountId, 'owner')]),
    ).toBe('committed');
  });

  it('holds when both swap at once', async () => {
    const company = await newCompany(portal);
    const [one, two] = [
      await newTeamMember(portal, company, 'admin'),
      await newTeamMember(portal, company, 'admin'),
    ];
    const swaps = [one, two].map((member) =>
      inTransaction([setRole(company.owner.accountId, 'admin'), setRole(member.accountId, 'owner')]),
    );
    await Promise.all(swaps);
    const { rows } = await portal.pool.query(
      `select count(*) as count from team_member where company_id = $1 and role = 'owner'`,
      [company.companyId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});
