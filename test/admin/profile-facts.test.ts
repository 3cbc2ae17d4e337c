import { expect, test } from 'vitest';
import { getUser, listUserAudit, saveUser } from '#modules/admin/index.ts';
import { HOUR, newId, type RawBuilder, sql } from '#modules/platform/index.ts';
import { giveScore, newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, type PersonWanted } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** What the profile of a record says about a person, where somebody else has the same kind of rows. */
const portal = await testPortal();
portal.clock.stop();
const { visitor } = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const now = portal.clock.now();
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);
const newUser = async (wanted: PersonWanted = {}) =>
  (await newPersonWithoutTwoStep(portal, wanted)).accountId;
const profileOf = async (userid: string) => (await visitor.perform(getUser, { userid })).profile;

test('of a person who has nothing but an account', async () => {
  const userid = await newUser({ firstname: 'Bare', lastname: 'Account' });
  await write(sql`update account set last_login_address = '', last_login_agent = '' where id = ${userid}`);
  expect(await profileOf(userid)).toMatchObject({
    userid,
    firstname: 'Bare',
    ssn: null,
    abcnumber: null,
    currenticstatus: null,
    current_expiration: null,
    has_current_verification: false,
    legalname: null,
    legal_source: null,
    legal_dts: null,
    legalfirstname: null,
    legallastname: null,
    shieldid_is_monitoring_on: false,
    legacy_account_link: null,
    legacy_account_verified: 'NO',
    legacy_processed_date: null,
    previous_expiration: null,
    previous_score: null,
    email_on_suppression_list: false,
    email_on_suppression_reason: null,
    enabled_two_step_methods: ['EMAIL'],
    company_name: null,
    team_role: null,
    profileimageurl: null,
    last_auth_ip: null,
    last_auth_useragent: null,
    role: 'USER',
  });
});

test('names the ways of the second step that are verified, and only the person’s own', async () => {
  const [one, other] = [await newUser(), await newUser()];
  const newMethod = (accountId: string, kind: 'SMS' | 'OTPAPP', value: string, verified: boolean) =>
    write(sql`insert into contact_method (id, account_id, kind, value, secret_sealed, started_at, verified_at)
      values (${newId()}, ${accountId}, ${kind}, ${value}, ${kind === 'OTPAPP' ? someSealed : null}, ${now},
        ${verified ? now : null})`);
  const methodsOf = async (userid: string) => (await profileOf(userid)).enabled_two_step_methods.sort();
  await newMethod(one, 'OTPAPP', '', false);
  expect(await methodsOf(one)).toEqual(['EMAIL']);
  await newMethod(other, 'OTPAPP', '', true);
  await newMethod(other, 'SMS', '5125550111', true);
  expect(await methodsOf(one)).toEqual(['EMAIL']);
  expect(await methodsOf(other)).toEqual(['EMAIL', 'OTPAPP', 'SMS']);
  await write(sql`update account set mobile_verified_at = ${now} where id = ${one}`);
  expect(await methodsOf(one)).toEqual(['EMAIL', 'SMS']);
});

test('gives the name of the score that counts until another one is proven, with all its parts', async () => {
  const [userid, other] = [
    await newUser({ firstname: 'Ruth', lastname: 'Maiden' }),
    await newUser({ firstname: 'Otto', lastname: 'Other' }),
  ];
  await giveScore(portal, other);
  await giveScore(portal, userid, { score: 'IC04', days: 100 });
  await giveScore(portal, userid, { score: 'IC02', days: 200 });
  await write(sql`update session_facts set certification_name = 'Ruth Maiden' where account_id = ${userid}`);
  await write(sql`update shield_score set legal_firstname = 'Former', previous_expiration = expiration + 5
    where account_id = ${userid} and ended_at is not null`);
  expect(await profileOf(userid)).toMatchObject({
    legalname: 'Ruth Maiden',
    legalfirstname: 'Ruth',
    legallastname: 'Maiden',
    legal_source: null,
    currenticstatus: 'IC02',
    previous_expiration: null,
    previous_score: null,
  });
  await write(sql`update shield_score set previous_expiration = expiration + 5
    where account_id = ${userid} and ended_at is null`);
  const { previous_expiration, previous_score } = await profileOf(userid);
  expect([previous_expiration === null, previous_score]).toEqual([false, 'IC02']);
  const prove = (middle: string, suffix: string) =>
    write(sql`update account set legal_firstname = 'Ruth', legal_middlename = ${middle}, legal_lastname = 'Married',
        legal_namesuffix = ${suffix}, legal_source = 'staff', legal_at = ${now} where id = ${userid}`);
  await prove('Ann', 'Sr');
  expect(await profileOf(userid)).toMatchObject({
    legalname: 'Ruth Ann Married Sr',
    legallastname: 'Married',
    legal_source: 'staff',
    legal_dts: now,
  });
  await prove('', '');
  expect((await profileOf(userid)).legalname).toBe('Ruth Married');
  expect((await profileOf(other)).legal_source).toBeNull();
});

test('says what is theirs alone: monitoring, suppression, former number, company and picture', async () => {
  const [one, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const { accountId } = one;
  const application = await newApplication(portal, accountId, 'done');
  const monitor = (state: 'off' | 'on') =>
    write(sql`with placed as (
        insert into cra_order (id, application_id, craid, attempt, idempotency_key, state, created_at, closed_at)
        values (${newId()}, ${application}, '2', 1, ${newId()}, 'completed', ${now}, ${now}) returning id
      )
      insert into monitored_profile (id, account_id, application_id, cra_order_id, state, monitoring_id, created_at,
        first_detected_at, disabled_at, disabled_for)
      select ${newId()}, ${accountId}, ${application}, id, ${state}, ${`mon-${newId()}`}, ${now}, ${now},
        ${state === 'off' ? now : null}, ${state === 'off' ? 'expired' : null} from placed`);
  await monitor('off');
  expect(await profileOf(accountId)).toMatchObject({ shieldid_is_monitoring_on: false });
  await monitor('on');
  await write(sql`insert into mail_suppression (emailaddress, reason, suppressed_at)
    values (${one.emailaddress}, 'bounced', ${now})`);
  const linked = new Date(now.getTime() - HOUR);
  await write(
    sql`insert into shield_id (number, account_id, issued_at) values ('TX100000016', ${accountId}, ${linked})`,
  );
  await write(sql`insert into archived_shield_id (number, ssn_hmac, dateofbirth, archived_at, linked_account_id, linked_at)
    values ('TX100000016', 'hmac', '1980-01-01', ${now}, ${accountId}, ${linked})`);
  await write(sql`update account set profile_image_key = 'photos/own' where id = ${accountId}`);
  expect(await profileOf(accountId)).toMatchObject({
    shieldid_is_monitoring_on: true,
    email_on_suppression_list: true,
    email_on_suppression_reason: 'bounced',
    legacy_account_link: 'TX100000016',
    legacy_account_verified: linked,
    legacy_processed_date: now,
    profileimageurl: expect.stringContaining('own'),
  });
  expect(await profileOf(other.accountId)).toMatchObject({
    shieldid_is_monitoring_on: false,
    email_on_suppression_list: false,
    legacy_account_link: null,
    profileimageurl: null,
  });
  const { owner } = await newCompany(portal, { company_name: 'Harbor & Pine' });
  expect(await profileOf(owner.accountId)).toMatchObject({
    company_name: 'Harbor & Pine',
    team_role: 'owner',
  });
});

test('what is saved as it was is not written down, and what is emptied or switched is, from and to', async () => {
  const userid = await newUser({ firstname: 'Ruth' });
  const save = (changes: object) => visitor.perform(saveUser, { userid, ...changes });
  const saved = async () =>
    (await visitor.perform(listUserAudit, { userid })).entries
      .filter(({ action }) => action === 'admin.user-saved')
      .map(({ detail }) => detail);
  expect(await save({ firstname: 'Ruth', city: '' })).toEqual({ changed: [] });
  expect(await save({ network_autoacceptinvite: false })).toEqual({ changed: [] });
  expect(await saved()).toEqual([]);
  await save({ city: 'Dallas' });
  expect(await save({ city: '' })).toEqual({ changed: ['city'] });
  expect(await save({ network_autoacceptinvite: true, email_preference_renewal: false })).toEqual({
    changed: expect.arrayContaining(['network_autoacceptinvite', 'email_preference_renewal']),
  });
  expect(await saved()).toEqual([
    { network_autoacceptinvite: 'off → on', email_preference_renewal: 'on → off' },
    { city: 'Dallas → empty' },
    { city: 'empty → Dallas' },
  ]);
});
