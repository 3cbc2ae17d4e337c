import { expect, test } from 'vitest';
import {
  findAccountsWithSameSsn,
  findLegalName,
  findPersonByEmail,
  getSsnForScreening,
  handOverLegalName,
  keepLegalName,
  listAccess,
  listNamesAndAddresses,
  maskedSsn,
  myProfile,
  recordAccess,
  saveIdentityDetails,
  savePreferences,
  searchPeople,
  writeFacts,
} from '#modules/identity/index.ts';
import { DAY, readSearchTerm, sql } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, newStaff, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();

const SSN = '900-00-0001';

test('F16: an SSN is encrypted at rest, shown masked and found again by equality alone', async () => {
  provesLegalText('ssn-masked');
  const first = await newPersonWithoutTwoStep(portal);
  const second = await newPersonWithoutTwoStep(portal);
  await portal.work('test.save', async (work) => {
    await saveIdentityDetails(work, first.accountId, { ssn: SSN });
    await saveIdentityDetails(work, second.accountId, { ssn: '900000001' });
  });
  const rows = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql<{ row: string }>`
      select account::text as row from account where id in (${first.accountId}, ${second.accountId})
      union all select audit_entry::text from audit_entry where about_id = ${first.accountId}`,
    ),
  );
  for (const { row } of rows) expect(row).not.toMatch(/900-?00-?0001/);
  await portal.work('test.read', async (work) => {
    expect(await maskedSsn(work, first.accountId)).toBe('***-**-0001');
    expect(await findAccountsWithSameSsn(work, first.accountId)).toEqual([second.accountId]);
    expect(await getSsnForScreening(work, first.accountId)).toBe('900000001');
  });
  const audited = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql`select id from audit_entry
      where about_id = ${first.accountId} and action = 'identity.ssn-read'`,
    ),
  );
  expect(audited).toHaveLength(1);
  const { body } = await first.visitor.call('GET', '/myprofile');
  expect(body.profile.ssn).toBe('***-**-0001');
  const staff = await newStaff(portal);
  const record = await staff.visitor.call('POST', '/admin/getuser', { userid: first.accountId });
  expect(record.body.profile.ssn).toBe('***-**-0001');
});

test('a sealed SSN cannot be moved to another account', async () => {
  const first = await newPersonWithoutTwoStep(portal);
  const second = await newPersonWithoutTwoStep(portal);
  await portal.work('test.save', (work) =>
    saveIdentityDetails(work, first.accountId, { ssn: '900-00-0002' }),
  );
  await portal.work('test.move', (work) =>
    rowsOf(
      work,
      sql`update account set ssn_encrypted = other.ssn_encrypted, ssn_hmac = other.ssn_hmac
      from account other where other.id = ${first.accountId} and account.id = ${second.accountId}`,
    ),
  );
  await expect(portal.work('test.read', (work) => maskedSsn(work, second.accountId))).rejects.toThrow();
});

test('names, aliases and addresses are kept; what an ID proved stays', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Dana' });
  const former = { address1: '1 Old St', city: 'Dallas', state: 'TX', postalcode: '75201' };
  await portal.work('test.save', (work) =>
    saveIdentityDetails(work, accountId, {
      middlename: 'R.',
      dateofbirth: '1984-02-29',
      address1: '4108 Avenue G',
      city: 'Austin',
      state: 'TX',
      postalcode: '78751',
      aliases: [{ firstname: 'Dana', lastname: 'Reyes' }],
      previous_addresses: [former],
    }),
  );
  await portal.work('test.lock', (work) =>
    rowsOf(work, sql`update account set locked_name_dob = true where id = ${accountId}`),
  );
  await portal.work('test.save', (work) =>
    saveIdentityDetails(work, accountId, {
      firstname: 'Donna',
      dateofbirth: '1990-01-01',
      city: 'Waco',
      aliases: [],
    }),
  );
  await portal.work('test.read', async (work) => {
    const [row] = await rowsOf(
      work,
      sql`
      select firstname, middlename, dateofbirth, city from account where id = ${accountId}`,
    );
    expect(row).toEqual({ firstname: 'Dana', middlename: 'R.', dateofbirth: '1984-02-29', city: 'Waco' });
    expect(await listNamesAndAddresses(work, accountId)).toEqual({
      aliases: [],
      previousAddresses: [{ ...former, address2: '' }],
    });
  });
});

const LEGAL = { firstname: 'Patricia', middlename: 'Ann', lastname: 'Persson', namesuffix: 'Jr' };

test.each(['firstname', 'middlename', 'lastname', 'namesuffix'] as const)(
  'a proven name says that it differs from the profile in %s',
  async (part) => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    const { profile } = await visitor.perform(myProfile, {});
    const { firstname, middlename, lastname, namesuffix } = profile;
    const names = { firstname, middlename, lastname, namesuffix, [part]: LEGAL[part] };
    const told = await portal.work('test.prove', (work) => keepLegalName(work, accountId, names, 'staff'));
    expect(told).toEqual([part]);
    expect(await portal.work('test.read', (work) => findLegalName(work, accountId))).toMatchObject({
      ...names,
      source: 'staff',
    });
    expect((await visitor.perform(myProfile, {})).profile).toMatchObject({
      firstname,
      middlename,
      lastname,
      namesuffix,
    });
  },
);

test('a proven name goes to the same person’s other account with its source and time, but replaces none', async () => {
  const people = [
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
    await newPersonWithoutTwoStep(portal),
  ];
  const [from = '', to = '', bystander = ''] = people.map(({ accountId }) => accountId);
  const nameOf = (accountId: string) => portal.work('test.read', (work) => findLegalName(work, accountId));
  const handOver = () => portal.work('test.hand-over', (work) => handOverLegalName(work, { from, to }));
  await handOver();
  expect(await nameOf(to)).toBeNull();
  await portal.work('test.prove', (work) => keepLegalName(work, from, LEGAL, 'id-verification'));
  const proven = await nameOf(from);
  portal.clock.advance(DAY);
  await handOver();
  expect(await nameOf(to)).toEqual(proven);
  expect(await nameOf(bystander)).toBeNull();
  await portal.work('test.prove', (work) =>
    keepLegalName(work, from, { ...LEGAL, firstname: 'Patrice' }, 'staff'),
  );
  await handOver();
  expect(await nameOf(to)).toEqual(proven);
  const entries = await portal.work('test.read', (work) =>
    rowsOf(
      work,
      sql`select id from audit_entry where about_id = ${to} and action = 'identity.legal-name-kept'`,
    ),
  );
  expect(entries).toHaveLength(1);
});

test('people are found by part of name, business, address or ShieldID, from three characters on', async () => {
  const { accountId, emailaddress } = await newPerson(portal, {
    firstname: 'Marisol',
    lastname: 'Quintanilla',
    businessname: 'Brightline 100% Elevators',
    emailaddress: 'marisol.q@elevators.example.com',
  });
  await portal.work('test.facts', (work) =>
    writeFacts(work, accountId, { certification_number: 'TX482915070', certification_score: 'IC01' }),
  );
  const find = (term: string) =>
    portal.work('test.search', (work) => searchPeople(work, readSearchTerm(term), { offset: 0, limit: 20 }));
  for (const term of ['quintan', 'SOL Q', 'line 100%', '.q@elev', '482915']) {
    expect(
      (await find(term)).people.map((person) => person.emailaddress),
      term,
    ).toContain(emailaddress);
  }
  expect((await find('qu')).people).toEqual([]);
  expect((await find('100_ elev')).people).toEqual([]);
  expect(await find('quintan')).toMatchObject({ total: 1, more: false });
});

test('who saw a person: once for each viewer, kind and day', async () => {
  const seen = await newPersonWithoutTwoStep(portal);
  const viewer = await newPersonWithoutTwoStep(portal, { businessname: 'Cedar Ridge' });
  const look = (kind: 'search' | 'score') =>
    portal.work('test.look', (work) =>
      recordAccess(work, {
        personId: seen.accountId,
        viewerAccountId: viewer.accountId,
        viewerCompanyId: null,
        kind,
      }),
    );
  await Promise.all([look('search'), look('search'), look('score'), look('search')]);
  portal.clock.advance(DAY);
  await look('search');
  const entries = await portal.work('test.read', (work) => listAccess(work, seen.accountId, 10));
  expect(entries.map((entry) => entry.kind).sort()).toEqual(['score', 'search', 'search']);
  expect(entries[0]?.viewer_name).toBe('Cedar Ridge');
});

test('a viewer is the company that they looked for, also once they are not on its team, or a company without a name left', async () => {
  const seen = await newPersonWithoutTwoStep(portal);
  const viewer = await newPersonWithoutTwoStep(portal);
  await portal.work('test.look', (work) =>
    recordAccess(work, {
      personId: seen.accountId,
      viewerAccountId: viewer.accountId,
      viewerCompanyId: null,
      kind: 'score',
    }),
  );
  const name = async () => {
    const [entry] = await portal.work('test.read', (work) => listAccess(work, seen.accountId, 10));
    return entry?.viewer_name;
  };
  expect(await name()).toMatch(/^Pat Person/);
  const { companyId } = await newCompany(portal);
  await portal.db
    .updateTable('access_entry')
    .set({ viewer_account_id: null, viewer_company_id: companyId })
    .where('person_id', '=', seen.accountId)
    .execute();
  expect(await name()).toBe('Test Builders');
  await portal.db.deleteFrom('session_facts').where('company_id', '=', companyId).execute();
  expect(await name()).toBe('A company');
});

test('preferences are saved one by one, and facts reach the next request', async () => {
  const { visitor, accountId, emailaddress } = await newPersonWithoutTwoStep(portal);
  await portal.work('test.save', (work) => savePreferences(work, accountId, { network_searchresults: true }));
  const person = await portal.work('test.read', (work) =>
    findPersonByEmail(work, emailaddress.toUpperCase()),
  );
  expect(person?.preferences).toMatchObject({ network_searchresults: true, network_sharing_master: true });
  await portal.work('test.facts', (work) =>
    writeFacts(work, accountId, {
      certification_score: 'IC02',
      certification_expiration: '2099-01-01',
      has_current_verification: true,
      application_count: 3,
    }),
  );
  expect((await visitor.caller())?.facts).toMatchObject({
    certification_score: 'IC02',
    certification_expiration: '2099-01-01',
    has_current_verification: true,
    application_count: 3,
  });
});

test('the profile: fields are saved as they are given, wrong ones refused', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const save = (profileobject: object) => visitor.call('POST', '/profile/update', { profileobject });
  expect(
    (await save({ businessname: 'Whitfield Electrical', mobile: '(512) 555-0119', postalcode: '78751' }))
      .status,
  ).toBe(200);
  expect((await visitor.call('GET', '/myprofile')).body.profile).toMatchObject({
    businessname: 'Whitfield Electrical',
    mobile: '5125550119',
    postalcode: '78751',
  });
  for (const wrong of [
    { postalcode: '787511' },
    { mobile: '555' },
    { state: 'XX' },
    { dateofbirth: '1899-12-31' },
    { dateofbirth: '2999-01-01' },
    { firstname: '' },
  ]) {
    expect((await save(wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  await portal.work('test.lock', (work) =>
    rowsOf(work, sql`update account set locked_name_dob = true where id = ${accountId}`),
  );
  const locked = await save({ firstname: 'Other' });
  expect(locked.body.error_code).toBe('identity.profile-locked');
  shows('profile.locked', locked.body.error_message);
});

test('a password is changed with the current one, or shortly after a second step', async () => {
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const change = (input: object) => visitor.call('POST', '/profile/updatepassword', input);
  portal.clock.advance(10 * 60_000 + 1);
  const unproven = await change({ newpassword: 'velvet-Harbour-4711' });
  expect(unproven.body.error_code).toBe('identity.password-confirmation-needed');
  shows('password.confirmation-needed', unproven.body.error_message);
  const wrong = await change({ newpassword: 'velvet-Harbour-4711', currentpassword: 'nope' });
  expect(wrong.body.error_code).toBe('identity.password-current-wrong');
  shows('password.current-wrong', wrong.body.error_message);
  expect((await change({ newpassword: 'velvet-Harbour-4711', currentpassword: PASSWORD })).status).toBe(200);
  const [row] = await portal.work('test.read', (work) =>
    rowsOf(work, sql<{ password_hash: string }>`select password_hash from account where id = ${accountId}`),
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
});
