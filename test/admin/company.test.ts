import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createUserCompany,
  getCompanyPackages,
  getUserCompany,
  removeFromTeam,
  saveCompanyPackages,
  saveEnterpriseProfile,
  searchPackages,
} from '#modules/admin/index.ts';
import { addTeamMember, brandForCompany } from '#modules/enterprise/index.ts';
import { acceptInvite, newInvite } from '#modules/network/index.ts';
import { listAudit, sql } from '#modules/platform/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const staff = await newStaff(portal, {});

it('makes a company that the person owns, and says so in their session', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const { accountId: userid } = person;
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
  const visitor = await signIn(portal, person);
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
  // D124: staff can take the member out, but not the owner.
  const remove = (userid: string) => staff.visitor.perform(removeFromTeam, { userid });
  await expect(remove(owner.accountId)).rejects.toMatchObject({ code: 'enterprise.owner-stays' });
  expect(await remove(member.accountId)).toEqual({ company_name: 'Acme' });
  await expect(remove(member.accountId)).rejects.toMatchObject({ code: 'not-found' });
  await staff.visitor.perform(createUserCompany, { userid: member.accountId, company_name: 'Own' });
});

it('refuses a company of staff, a reserved or taken host and an unknown person', async () => {
  const { accountId: userid } = await newPersonWithoutTwoStep(portal);
  const make = (input: object) =>
    staff.visitor.perform(createUserCompany, { userid, company_name: 'Acme', ...input });
  await expect(make({ userid: staff.accountId })).rejects.toMatchObject({ code: 'enterprise.staff-in-team' });
  await expect(make({ branding_hostname: 'admin' })).rejects.toMatchObject({ code: 'invalid-input' });
  const { companyId: companyid } = await newCompany(portal);
  await staff.visitor.perform(saveEnterpriseProfile, { companyid, branding_hostname: 'granite' });
  await expect(make({ branding_hostname: 'granite' })).rejects.toMatchObject({
    code: 'enterprise.host-taken',
  });
  await expect(make({ userid: '01900000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(make({ company_name: '' })).rejects.toMatchObject({ code: 'invalid-input' });
  expect(await staff.visitor.perform(getUserCompany, { userid })).toMatchObject({ company: null });
});

it('answers the whole profile of a company: settings, brand, payments, packages, team and network', async () => {
  const company = await newCompany(portal, { company_name: 'Whole & Sons', network_requires_pdf: true });
  const userid = company.owner.accountId;
  const member = await newTeamMember(portal, company, 'admin');
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid: company.companyId,
    contact_firstname: 'Ines',
    tax_id: '12-3456789',
    primary_color: '#123456',
    stripe_publishable_key: 'pk_test_whole12345',
  });
  const joined = await newScoredPerson(portal, { lastname: 'Joined', score: 'IC02' });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: joined.shieldId });
  await joined.visitor.perform(acceptInvite, { inviteid });
  await company.owner.visitor.perform(newInvite, { touser: 'not-yet@example.com' });

  const ask = (input: object) =>
    staff.visitor.call('POST', '/admin/getenterpriseprofile', { userid, ...input });
  const { body } = await ask({ includenetwork: 'YES' });
  expect(body.profile).toMatchObject({
    userid,
    companyid: company.companyId,
    enterprise_enabled: 'YES',
    company_name: 'Whole & Sons',
    contact_firstname: 'Ines',
    tax_id: '*****6789',
    network_requires_pdf: 'YES',
    shieldlink_enabled: 'NO',
    fullnetwork_shieldlink_id: expect.stringMatching(/^SL\d{9}$/),
    custom_branding_enabled: 'NO',
    business_footer: 'YES',
    primary_color: '#123456',
    stripe_publishable_key: 'pk_test_whole12345',
    enable_payments: 'NO',
    paymentmethod: null,
    code_types: [],
  });
  expect(body.profile.packagelist.length).toBeGreaterThan(0);
  expect(body.members).toMatchObject([
    { emailaddress: company.owner.emailaddress, role: 'owner', issue_coupons: 'YES', accepted: 'YES' },
    { emailaddress: member.emailaddress, role: 'admin', issue_coupons: 'NO' },
  ]);
  expect(body.members[0].initials).toMatch(/^[A-Z]{2}$/);
  expect(body.connections).toMatchObject([
    {
      emailaddress: joined.emailaddress,
      lastname: 'Joined',
      shieldid: joined.shieldId,
      invite_ignored: 'NO',
      reportshared: 'YES',
    },
  ]);
  expect(body.invitations).toMatchObject([
    { emailaddress: 'not-yet@example.com', connectionstatus: 'INVITE', invite_ignored: 'NO' },
  ]);
  // The page of the company has no score. Staff see it in the person's own record, where opening is audited.
  expect(JSON.stringify([body.connections, body.invitations])).not.toContain('IC02');

  expect((await ask({})).body).toMatchObject({ invitations: null, connections: null });
  const blocked = await ask({ userid: member.accountId });
  expect(blocked.body.profile).toMatchObject({
    enterprise_enabled: 'BLOCKED',
    company_name: 'Whole & Sons',
  });
  const { accountId: alone } = await newPersonWithoutTwoStep(portal);
  expect((await ask({ userid: alone })).body).toMatchObject({
    profile: { userid: alone, enterprise_enabled: 'NO' },
    members: [],
  });
});

it('offers the packages that staff choose: enabled unless it is said, one of them first, replaced as a whole', async () => {
  const { companyId: companyid } = await newCompany(portal);
  const { companyId: other } = await newCompany(portal);
  const list = (of = companyid) => staff.visitor.perform(getCompanyPackages, { companyid: of });
  const chosen = async (of = companyid) =>
    (await list(of)).packagelist
      .filter(({ enabled, default_package }) => enabled || default_package)
      .map(({ craid, crapackageid, default_package }) => [craid, crapackageid, default_package]);
  const [first, second] = (await list()).packagelist.map(({ craid, crapackageid }) => ({
    craid,
    crapackageid,
  }));
  if (!first || !second) throw new Error('two packages are for sale');
  const save = (packages: object[]) =>
    staff.visitor.perform(saveCompanyPackages, {
      companyid,
      packages: packages as { craid: string; crapackageid: string }[],
    });
  expect(await chosen()).toEqual([]);
  await save([{ ...first, default_package: 'YES' }, second]);
  expect(await chosen()).toEqual([
    [first.craid, first.crapackageid, true],
    [second.craid, second.crapackageid, false],
  ]);
  expect(await chosen(other)).toEqual([]);
  for (const refused of [
    [first, first],
    [
      { ...first, default_package: 'YES' },
      { ...second, default_package: 'YES' },
    ],
  ]) {
    await expect(save(refused)).rejects.toMatchObject({ code: 'invalid-input' });
  }
  await expect(save([{ ...first, crapackageid: 'NONE' }])).rejects.toMatchObject({ code: 'not-found' });
  await save([
    { ...first, delete_flag: 'YES' },
    { ...second, enabled: 'YES' },
  ]);
  expect(await chosen()).toEqual([[second.craid, second.crapackageid, false]]);
  await staff.visitor.perform(saveCompanyPackages, { companyid: other, packages: [first] });
  await save([{ ...second, enabled: 'NO' }]);
  expect(await chosen()).toEqual([]);
  expect(await chosen(other)).toEqual([[first.craid, first.crapackageid, false]]);
  const { packagelist } = await staff.visitor.perform(searchPackages, {
    companyid,
    searchterm: first.crapackageid.toLowerCase(),
  });
  expect(packagelist.map(({ crapackageid }) => crapackageid)).toContain(first.crapackageid);
});

it('does not save the packages of a company over what somebody else chose meanwhile', async () => {
  const { companyId: companyid } = await newCompany(portal);
  const read = () => staff.visitor.perform(getCompanyPackages, { companyid });
  const { packagelist, seen } = await read();
  const choices = packagelist.slice(0, 2).map(({ craid, crapackageid }) => ({ craid, crapackageid }));
  const outcomes = await Promise.allSettled(
    choices.map((choice) =>
      staff.visitor.perform(saveCompanyPackages, { companyid, packages: [choice], seen }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'admin.changed-meanwhile' },
  });
  const after = await read();
  expect(after.packagelist.filter(({ enabled }) => enabled)).toHaveLength(1);
  await staff.visitor.perform(saveCompanyPackages, { companyid, packages: choices, seen: after.seen });
});

it('turns the features of a company on and off, each written down once', async () => {
  const { companyId, owner } = await newCompany(portal, { branding_hostname: 'feature-host' });
  const other = await newCompany(portal);
  const features = {
    team_management_enabled: 'YES',
    network_autoinvite: 'YES',
    network_requires_pdf: 'YES',
    shieldlink_enabled: 'YES',
  };
  const off = Object.fromEntries(Object.keys(features).map((name) => [name, 'NO']));
  const save = (changes: object) =>
    staff.visitor.call('POST', '/admin/saveenterpriseprofile', { companyid: companyId, ...changes });
  const read = async (userid: string) =>
    (await staff.visitor.call('POST', '/admin/getenterpriseprofile', { userid })).body.profile;

  expect(await read(owner.accountId)).toMatchObject(off);
  expect((await save(features)).body).toMatchObject({ success: true });
  expect(await read(owner.accountId)).toMatchObject({ ...features, enable_payments: 'NO' });
  expect(await read(other.owner.accountId)).toMatchObject(off);
  expect((await owner.visitor.caller())?.facts.shieldlink_enabled).toBe(true);
  await eventually(async () =>
    expect(await brandForCompany(portal, companyId)).toMatchObject({ networkAutoinvite: true }),
  );

  await save({ ...features, shieldlink_enabled: 'NO' });
  expect(await read(owner.accountId)).toMatchObject({ ...features, shieldlink_enabled: 'NO' });
  expect((await owner.visitor.caller())?.facts.shieldlink_enabled).toBe(false);
  expect((await save({ network_autoinvite: 'MAYBE' })).body.error_code).toBe('invalid-input');
  const { entries } = await listAudit(portal.db, portal.keys, { object: { type: 'company', id: companyId } });
  const switched = entries.filter(({ action }) => action === 'enterprise.feature-switched');
  expect(switched.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      { company_name: 'Test Builders', feature: 'shieldlink_enabled', enabled: false },
      ...Object.keys(features).map((feature) => ({ company_name: 'Test Builders', feature, enabled: true })),
    ]),
  );
  expect(switched).toHaveLength(5);
});

it('renames a company for its team and host at once, each name written down', async () => {
  const host = `renamed-${randomUUID().slice(0, 8)}`;
  const company = await newCompany(portal, { company_name: 'Acorn', branding_hostname: host });
  const { companyId: companyid, owner } = company;
  const member = await newTeamMember(portal, company, 'viewer');
  const renames = async () => {
    const { entries } = await listAudit(portal.db, portal.keys, {
      object: { type: 'company', id: companyid },
    });
    return entries
      .filter(({ action }) => action === 'enterprise.company-renamed')
      .map(({ detail, actorId }) => ({ ...detail, by: actorId }));
  };
  const save = (changes: object) =>
    staff.visitor.call('POST', '/admin/saveenterpriseprofile', { companyid, ...changes });
  const names = async () => {
    const { profile } = (
      await staff.visitor.call('POST', '/admin/getenterpriseprofile', { userid: owner.accountId })
    ).body;
    return [profile.company_name, profile.legal_business_name];
  };

  expect((await save({ company_name: 'Oak', legal_business_name: 'Oak Holdings LLC' })).body.success).toBe(
    true,
  );
  expect(await names()).toEqual(['Oak', 'Oak Holdings LLC']);
  for (const { visitor } of [owner, member]) {
    expect((await visitor.caller())?.facts.company_name).toBe('Oak');
  }
  await eventually(async () =>
    expect(await brandForCompany(portal, companyid)).toMatchObject({ company_name: 'Oak' }),
  );
  const by = staff.accountId;
  expect(await renames()).toHaveLength(2);
  expect(await renames()).toEqual(
    expect.arrayContaining([
      { name: 'company_name', from: 'Acorn', to: 'Oak', by },
      { name: 'legal_business_name', from: 'Acorn', to: 'Oak Holdings LLC', by },
    ]),
  );

  await save({ company_name: 'Oak', legal_business_name: '' });
  expect(await names()).toEqual(['Oak', 'Oak']);
  expect((await save({ company_name: ' ' })).body.error_code).toBe('invalid-input');
  expect(
    (await owner.visitor.call('POST', '/user/saveenterpriseprofile', { company_name: 'Mine' })).status,
  ).toBe(200);
  expect(await names()).toEqual(['Oak', 'Oak']);
  expect(await renames()).toHaveLength(3);
});

it('does not save a company over what somebody else has saved since', async () => {
  const { companyId: companyid, owner } = await newCompany(portal, { company_name: 'Birch' });
  const { company } = await staff.visitor.perform(getUserCompany, { userid: owner.accountId });
  const shown = { companyid, seen: company?.seen ?? '', company_city: 'Salem' };
  await owner.visitor.call('POST', '/user/saveenterpriseprofile', { company_phone: '(503) 555-0120' });
  await expect(
    staff.visitor.perform(saveEnterpriseProfile, { ...shown, company_name: 'Late' }),
  ).rejects.toMatchObject({ code: 'enterprise.changed-meanwhile' });
  const { company: now } = await staff.visitor.perform(getUserCompany, { userid: owner.accountId });
  expect(now?.details).toMatchObject({
    company_name: 'Birch',
    company_city: '',
    company_phone: '5035550120',
  });
  await staff.visitor.perform(saveEnterpriseProfile, { ...shown, seen: now?.seen ?? '' });
  const { company: saved } = await staff.visitor.perform(getUserCompany, { userid: owner.accountId });
  expect(saved?.details).toMatchObject({ company_city: 'Salem', company_phone: '5035550120' });
});

it('staff change contacts, hours and ids of a company, with an entry that names them, and keeps no value about a person', async () => {
  const { companyId: companyid, owner } = await newCompany(portal, { company_name: 'Larch' });
  const company = async () =>
    (await staff.visitor.perform(getUserCompany, { userid: owner.accountId })).company;
  const given = {
    contact_firstname: 'Dale',
    contact_lastname: 'Larch',
    accounting_email: 'books@larch.example',
    accounting_phone: '5035550121',
    time_zone: 'America/Denver',
    daily_summary_hour: '6',
    tax_id: '12-3456789',
    crm_id: 'CRM-7',
    accounting_id: 'ACC-9',
  } as const;
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid,
    seen: (await company())?.seen ?? '',
    ...given,
  });
  const { tax_id: _whole, ...shown } = given;
  expect((await company())?.details).toMatchObject({ ...shown, tax_id: '*****6789' });
  const { entries } = await listAudit(portal.db, portal.keys, {
    action: 'enterprise.settings-saved',
    object: { type: 'company', id: companyid },
  });
  expect(entries.flatMap(({ detail }) => detail?.changed).sort()).toEqual(Object.keys(given).sort());
  expect(Object.assign({}, ...entries.map(({ detail }) => detail?.values))).toMatchObject({
    crm_id: 'empty → CRM-7',
    accounting_id: 'empty → ACC-9',
    daily_summary_hour: '8 → 6',
  });
  expect(JSON.stringify(entries)).not.toMatch(/books@larch|5035550121|3456789/);
  // An empty tax ID keeps the stored one.
  await staff.visitor.perform(saveEnterpriseProfile, { companyid, tax_id: '', crm_id: '' });
  expect((await company())?.details).toMatchObject({ tax_id: '*****6789', crm_id: '' });
});
