import { beforeAll, expect, test } from 'vitest';
import {
  archiveShieldIds,
  getAccountLinking,
  isLinkingOn,
  lookUpArchivedShieldId,
  switchLinking,
} from '#modules/applications/index.ts';
import { myProfile } from '#modules/identity/index.ts';
import { sql } from '#modules/platform/index.ts';
import { giveScore } from '#test/factories/network.ts';
import { actAs, newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

let staff: Registered;
beforeAll(async () => {
  staff = await newStaff(portal);
  expect(await isLinkingOn(portal)).toBe(false);
});

const turn = (on: boolean) => portal.work('test.linking', (work) => switchLinking(work, on));

async function switched(): Promise<number> {
  const action = 'applications.linking-switched';
  return (await sql`select 1 from audit_entry where action = ${action}`.execute(portal.db)).rows.length;
}

let archived = 0;

/** A ShieldID of a former account. */
async function archive() {
  archived += 1;
  const former = {
    number: `TX${String(100_000_000 + archived)}`,
    ssn: `900-10-${String(1000 + archived)}`,
    dateofbirth: '1980-02-01',
  };
  await portal.work('test.archive', (work) => archiveShieldIds(work, [former]));
  return { shieldid: former.number, ssn: former.ssn, dateofbirth: former.dateofbirth };
}

const none = { matchfound: false, shieldid: null };

test('F21: linking is off until staff switch it on: neither offered nor answered', async () => {
  await turn(false);
  const before = await switched();
  const { visitor } = await newPerson(portal);
  const former = await archive();
  expect(await visitor.perform(getAccountLinking, {})).toEqual({ offered: false });
  expect((await visitor.call('POST', '/profile/lookuparchivedshieldid', former)).status).toBe(404);
  await turn(true);
  await turn(true);
  expect(await isLinkingOn(portal)).toBe(true);
  expect(await visitor.perform(getAccountLinking, {})).toEqual({ offered: true });
  expect(await switched()).toBe(before + 1);
});

test('F21: the ShieldID of a former account becomes the person’s own by SSN and date of birth, without a score', async () => {
  await turn(true);
  const { visitor, accountId } = await newPerson(portal);
  const former = await archive();
  const given = { ...former, shieldid: former.shieldid.toLowerCase() };
  const answer = await visitor.call('POST', '/profile/lookuparchivedshieldid', given);
  expect(answer.body).toEqual({ success: true, matchfound: 'YES', shieldid: former.shieldid });
  const { profile } = await visitor.perform(myProfile, {});
  expect(profile).toMatchObject({ certification_number: former.shieldid, current_expiration: null });
  expect(await visitor.perform(getAccountLinking, {})).toEqual({ offered: false });
  const asStaff = async (userid: string) =>
    (await staff.visitor.call('POST', '/admin/getuser', { userid })).body.profile;
  expect(await asStaff(accountId)).toMatchObject({
    legalfirstname: null,
    legallastname: null,
    shieldid_is_monitoring_on: 'NO',
    legacy_account_link: former.shieldid,
    legacy_account_verified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    legacy_processed_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const { accountId: another } = await newPerson(portal);
  expect(await asStaff(another)).toMatchObject({
    legacy_account_link: null,
    legacy_account_verified: 'NO',
    legacy_processed_date: null,
  });
  const { rows } = await sql`select detail_sealed from audit_entry
    where action = 'applications.shield-id-linked' and about_id = ${accountId}`.execute(portal.db);
  expect(rows).toHaveLength(1);

  // A later check keeps the ShieldID, like any other.
  const stored = await sql`select archived_shield_id::text as row from archived_shield_id`.execute(portal.db);
  expect(JSON.stringify(stored.rows)).not.toMatch(/900-?10/);
  expect(await giveScore(portal, accountId)).toBe(former.shieldid);
});

test('F21: whatever does not match is answered alike', async () => {
  await turn(true);
  const former = await archive();
  const { visitor } = await newPerson(portal);
  for (const wrong of [
    { shieldid: 'TX999999999' },
    { ssn: '900-10-0009' },
    { dateofbirth: '1980-02-02' },
    { shieldid: 'TX1' },
  ]) {
    expect(await visitor.perform(lookUpArchivedShieldId, { ...former, ...wrong })).toEqual(none);
  }
  expect(await visitor.perform(lookUpArchivedShieldId, former)).toMatchObject({ matchfound: true });
  await expect(visitor.perform(lookUpArchivedShieldId, former)).rejects.toMatchObject({ status: 429 });

  const second = await newPerson(portal);
  expect(await second.visitor.perform(lookUpArchivedShieldId, former)).toEqual(none);
  const held = await newPerson(portal);
  await giveScore(portal, held.accountId);
  expect(await held.visitor.perform(lookUpArchivedShieldId, await archive())).toEqual(none);
  const known = await newPerson(portal);
  await sql`update account set dateofbirth = '1980-02-02' where id = ${known.accountId}`.execute(portal.db);
  expect(await known.visitor.perform(lookUpArchivedShieldId, await archive())).toEqual(none);
});

test('F21: one of two former ShieldIDs of a person is linked, and none that somebody has', async () => {
  await turn(true);
  const [linked, other] = [await archive(), await archive()];
  await sql`update archived_shield_id set ssn_hmac = (
      select ssn_hmac from archived_shield_id where number = ${linked.shieldid}
    ) where number = ${other.shieldid}`.execute(portal.db);
  const person = await newPerson(portal);
  await sql`update account set dateofbirth = '1980-02-01' where id = ${person.accountId}`.execute(portal.db);
  expect(await person.visitor.perform(lookUpArchivedShieldId, linked)).toMatchObject({ matchfound: true });
  const { rows } = await sql`select number from archived_shield_id
    where linked_account_id is null and number in (${linked.shieldid}, ${other.shieldid})`.execute(portal.db);
  expect(rows).toEqual([{ number: other.shieldid }]);
  const { accountId } = await newPerson(portal);
  const number = await giveScore(portal, accountId);
  const issued = { number, ssn: '900-10-0001', dateofbirth: '1980-02-01' };
  await portal.work('test.archive', (work) => archiveShieldIds(work, [issued]));
  const { visitor } = await newPerson(portal);
  expect(await visitor.perform(lookUpArchivedShieldId, { ...issued, shieldid: number })).toEqual(none);
});

test('F21: of eight people who link one ShieldID at the same time, one gets it, and staff link none for anybody', async () => {
  await turn(true);
  const former = await archive();
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(portal)));
  const answers = await Promise.all(
    people.map(({ visitor }) => visitor.perform(lookUpArchivedShieldId, former)),
  );
  expect(answers.filter(({ matchfound }) => matchfound)).toHaveLength(1);
  const acting = await actAs(portal, await newPerson(portal));
  await expect(acting.perform(lookUpArchivedShieldId, await archive())).rejects.toMatchObject({
    code: 'not-in-admin-session',
  });
});
