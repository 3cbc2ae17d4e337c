import { beforeAll, expect, test } from 'vitest';
import {
  getShieldIds,
  getTimeline,
  linkLegacyAccount,
  listLegacyAccounts,
  openUserRecord,
  unlinkLegacyAccount,
  updateShieldIds,
} from '#modules/admin/index.ts';
import { archiveShieldIds, lookUpArchivedShieldId, switchLinking } from '#modules/applications/index.ts';
import { myProfile, saveIdentityDetails } from '#modules/identity/index.ts';
import { sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { giveScore } from '#test/factories/network.ts';
import { newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

/** Staff link accounts of the former system to people, and unlink them. */
const portal = await testPortal();

let staff: Registered;
beforeAll(async () => {
  staff = await newStaff(portal);
  await portal.work('test.linking', (work) => switchLinking(work, true));
});

let archived = 0;
const ssnOf = (at: number) => `900-11-${String(1000 + at)}`;

/** A ShieldID of a former account, and what proves whose it is. */
async function archive(ssn?: string) {
  archived += 1;
  const former = {
    number: `TX${String(200_000_000 + archived)}`,
    ssn: ssn ?? ssnOf(archived),
    dateofbirth: '1980-02-01',
  };
  await portal.work('test.archive', (work) => archiveShieldIds(work, [former]));
  return { shieldid: former.number, ssn: former.ssn, dateofbirth: former.dateofbirth };
}

const reason = 'Called and named the former account';
const link = ({ accountId: userid }: Registered, shieldid: string, visitor = staff.visitor) =>
  visitor.perform(linkLegacyAccount, { userid, shieldid, reason });
const unlink = ({ accountId: userid }: Registered, shieldid: string, visitor = staff.visitor) =>
  visitor.perform(unlinkLegacyAccount, { userid, shieldid, reason: 'Linked to the wrong person' });
const recordOf = ({ accountId: userid }: Registered) => staff.visitor.perform(openUserRecord, { userid });
const numbersOf = async ({ accountId: userid }: Registered) =>
  (await staff.visitor.perform(getShieldIds, { userid })).shieldids.map(
    ({ shieldid, active }) => [shieldid, active] as const,
  );
const giveSsn = ({ accountId }: Registered, ssn: string, dateofbirth?: string) =>
  portal.work('test.give-ssn', (work) =>
    saveIdentityDetails(work, accountId, { ssn, ...(dateofbirth ? { dateofbirth } : {}) }),
  );
const isListed = async (number: string) =>
  (await staff.visitor.perform(listLegacyAccounts, {})).accountlist.some(
    ({ craaccountid }) => craaccountid === number,
  );

test('F138: staff link a former account; its ShieldID is the person’s, is in the timeline, and the person is told', async () => {
  const person = await newPerson(portal);
  const { shieldid } = await archive();
  expect(await isListed(shieldid)).toBe(true);
  await link(person, shieldid);
  expect(await isListed(shieldid)).toBe(false);
  const { profile } = await person.visitor.perform(myProfile, {});
  expect(profile).toMatchObject({ certification_number: shieldid, current_expiration: null });
  const record = await recordOf(person);
  expect(record.legacy_accounts).toMatchObject([
    { shieldid, linked_dts: expect.any(Date), active: true, scored: false },
  ]);
  expect(record.profile).toMatchObject({
    legacy_account_link: shieldid,
    legacy_account_verified: expect.any(Date),
    legacy_processed_date: expect.any(Date),
  });
  expect(record.last_changes.legacy).toMatchObject({ by: expect.any(String) });
  const timeline = await staff.visitor.perform(getTimeline, { userid: person.accountId, kind: 'staff' });
  expect(timeline.moments[1]).toMatchObject({
    action: 'applications.legacy-linked',
    detail: { shieldid, active: true, reason },
    by_staff: true,
  });
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: person.emailaddress });
  expect(mails.some(({ text }) => text?.includes('Our team changed these details: ShieldID.'))).toBe(true);
  // A later check keeps the ShieldID, which stays from then on.
  expect(await giveScore(portal, person.accountId)).toBe(shieldid);
  expect((await recordOf(person)).legacy_accounts).toMatchObject([{ shieldid, scored: true }]);
  const refusal = await refusalOf(unlink(person, shieldid));
  expect(refusal.code).toBe('applications.legacy-scored');
  shows('legacy.scored', refusal.text);
});

test('F138: beside a ShieldID that the person has, the former one is inactive, and staff may switch', async () => {
  const person = await newPerson(portal);
  const own = await giveScore(portal, person.accountId);
  const [one, two] = [await archive(), await archive()];
  await link(person, one.shieldid);
  await link(person, two.shieldid);
  expect(await numbersOf(person)).toEqual([
    [own, true],
    ...[two.shieldid, one.shieldid].map((number) => [number, false]),
  ]);
  await unlink(person, two.shieldid);
  expect(await numbersOf(person)).toEqual([
    [own, true],
    [one.shieldid, false],
  ]);
  await staff.visitor.perform(updateShieldIds, {
    userid: person.accountId,
    active_candidateid: one.shieldid,
  });
  // The active score moved to the former number.
  expect((await refusalOf(unlink(person, one.shieldid))).code).toBe('applications.legacy-scored');
  const other = { userid: person.accountId, active_candidateid: two.shieldid };
  expect((await refusalOf(staff.visitor.perform(updateShieldIds, other))).code).toBe('not-found');
});

test('F138: an unlinked former account goes to its owner, by staff or by the owner’s own proof', async () => {
  const [wrong, right, claiming] = [
    await newPerson(portal),
    await newPerson(portal),
    await newPerson(portal),
  ];
  const former = await archive();
  const { shieldid } = former;
  await link(wrong, shieldid);
  await unlink(wrong, shieldid);
  expect(await numbersOf(wrong)).toEqual([]);
  expect((await recordOf(wrong)).profile).toMatchObject({
    abcnumber: null,
    legacy_account_link: null,
    legacy_account_verified: 'NO',
  });
  expect(await isListed(shieldid)).toBe(true);
  portal.clock.advance(1000);
  await link(right, shieldid);
  const [number] = (await staff.visitor.perform(getShieldIds, { userid: right.accountId })).shieldids;
  const record = await recordOf(right);
  expect(number).toMatchObject({ shieldid, active: true });
  expect(number?.first_effective_dts).toEqual(record.legacy_accounts[0]?.linked_dts);
  await unlink(right, shieldid);
  expect(await claiming.visitor.perform(lookUpArchivedShieldId, former)).toEqual({
    matchfound: true,
    shieldid,
  });
  expect((await refusalOf(link(right, shieldid))).code).toBe('applications.legacy-linked');
  // Staff undo the owner's own link too. Without an active number, the one with a score comes back.
  await unlink(claiming, shieldid);
  await link(claiming, shieldid);
  expect(await numbersOf(claiming)).toEqual([[shieldid, true]]);
});

test('F138: unlinking the active ShieldID brings back another one of the person', async () => {
  const person = await newPerson(portal);
  const [one, two] = [await archive(), await archive()];
  await link(person, one.shieldid);
  await link(person, two.shieldid);
  await unlink(person, one.shieldid);
  expect(await numbersOf(person)).toEqual([[two.shieldid, true]]);
  const { profile } = await person.visitor.perform(myProfile, {});
  expect(profile.certification_number).toBe(two.shieldid);
});

test('F138: a former account of another SSN, date of birth or account is not linked', async () => {
  const former = await archive();
  const { shieldid } = former;
  const refused = async (who: Registered, number = shieldid) => refusalOf(link(who, number));
  const unknown = await refused(await newPerson(portal), 'TX999999999');
  expect(unknown.code).toBe('applications.legacy-unknown');
  shows('legacy.unknown', unknown.text);
  const otherSsn = await newPerson(portal);
  await giveSsn(otherSsn, '900-11-9999');
  const ssn = await refused(otherSsn);
  expect(ssn.code).toBe('applications.legacy-ssn');
  shows('legacy.ssn', ssn.text);
  const otherBirth = await newPerson(portal);
  await giveSsn(otherBirth, former.ssn, '1980-02-02');
  const birth = await refused(otherBirth);
  expect(birth.code).toBe('applications.legacy-birth');
  shows('legacy.birth', birth.text);
  const elsewhere = await refused(await newPerson(portal));
  expect(elsewhere.code).toBe('applications.legacy-elsewhere');
  shows('legacy.elsewhere', elsewhere.text);
  const eligible = await refused(await newStaff(portal));
  expect(eligible.code).toBe('applications.legacy-person');
  shows('legacy.person', eligible.text);
  const owner = await newPerson(portal);
  await giveSsn(owner, former.ssn, former.dateofbirth);
  await giveSsn(otherBirth, '900-11-9998');
  expect((await recordOf(owner)).legacy_accounts).toMatchObject([{ shieldid, linked_dts: null }]);
  await link(owner, shieldid);
  const linked = await refused(await newPerson(portal));
  expect(linked.code).toBe('applications.legacy-linked');
  shows('legacy.linked', linked.text);
  const notTheirs = await refusalOf(unlink(await newPerson(portal), shieldid));
  expect(notTheirs.code).toBe('not-found');
});

test('F138: of several staff and the owner at the same moment, one links it, and nobody loses a number', async () => {
  for (let round = 0; round < 3; round += 1) {
    const former = await archive();
    const people = await Promise.all([1, 2, 3].map(() => newPerson(portal)));
    const [one, two, owner] = people as [Registered, Registered, Registered];
    const second = await newStaff(portal);
    const ends = await Promise.allSettled([
      link(one, former.shieldid),
      link(two, former.shieldid, second.visitor),
      owner.visitor.perform(lookUpArchivedShieldId, former).then(({ matchfound }) => {
        if (!matchfound) throw new Error('no match');
      }),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const holder = people[ends.findIndex(({ status }) => status === 'fulfilled')] as Registered;
    const numbers = await Promise.all(people.map(numbersOf));
    expect(numbers.filter((each) => each.length > 0)).toEqual([[[former.shieldid, true]]]);
    // Unlinking races with the next link of the number: it is somebody's or nobody's, never two people's.
    const [unlinked, taken] = await Promise.allSettled([
      unlink(holder, former.shieldid),
      link(people.find((person) => person !== holder) as Registered, former.shieldid, second.visitor),
    ]);
    expect(unlinked.status).toBe('fulfilled');
    const held = (await Promise.all(people.map(numbersOf))).flat();
    expect(held).toHaveLength(taken.status === 'fulfilled' ? 1 : 0);
  }
});

test('F138: an acceptance at the same moment keeps the number that its score stands on', async () => {
  const person = await newPerson(portal);
  const { shieldid } = await archive();
  await link(person, shieldid);
  const [scored, unlinked] = await Promise.allSettled([
    giveScore(portal, person.accountId),
    unlink(person, shieldid),
  ]);
  expect(scored.status).toBe('fulfilled');
  const number = scored.status === 'fulfilled' ? scored.value : '';
  expect(number === shieldid).toBe(unlinked.status === 'rejected');
  expect(await numbersOf(person)).toEqual([[number, true]]);
});

test('F138: the database refuses an unlinked number that is active or scored, and a second owner', async () => {
  const [person, other] = [await newPerson(portal), await newPerson(portal)];
  const { shieldid } = await archive();
  await link(person, shieldid);
  const refuses = (statement: ReturnType<typeof sql>) =>
    expect(rowsOf(portal, statement as never)).rejects.toMatchObject({ code: '23001' });
  await refuses(
    sql`update archived_shield_id set linked_account_id = null, linked_at = null where number = ${shieldid}`,
  );
  await refuses(sql`update shield_id set account_id = ${other.accountId} where number = ${shieldid}`);
  await refuses(sql`update shield_id set issued_at = now() where number = ${shieldid}`);
  await expect(
    rowsOf(
      portal,
      sql`update archived_shield_id set linked_account_id = ${other.accountId} where number = ${shieldid}`,
    ),
  ).rejects.toMatchObject({ code: '23503' });
  await unlink(person, shieldid);
  await refuses(sql`update shield_id set retired_at = null where number = ${shieldid}`);
});
