import { describe, expect, test } from 'vitest';
import { changeAccountStatus, reviewLink, submitRefund } from '#modules/admin/index.ts';
import { findActiveScore, openDispute } from '#modules/applications/index.ts';
import { newId, setSetting, sql } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import type { TextKey } from '#modules/words.ts';
import { payFor, removeSandboxDelays } from '#test/factories/applicants.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { addAcceptedCheck, link, newCheckedPerson, newOtherAccount } from '#test/factories/transfers.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';

/** Checks that staff may not move to another account. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

const staff = async () => (await newStaff(portal)).visitor;
const scoreOf = (accountId: string) => portal.work('test.score', (work) => findActiveScore(work, accountId));
/** A refund that waits for a second admin, so that no money is sent. */
async function refund(applicationid: string): Promise<void> {
  await setSetting(portal.db, refundApproval, 0, portal.clock.now());
  await (await staff()).perform(submitRefund, { applicationid, refundamount: '5', note: 'Paid twice' });
}

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
/** Expects a refusal with the text that staff read. */
const refusedWith = async (key: TextKey, work: Promise<unknown>) => shows(key, (await refusalOf(work)).text);

describe('a move is refused', () => {
  test('to somebody else: another SSN, another date of birth, an unconfirmed name', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const other = await newCheckedPerson(portal, '900-00-0003');
    await refusedWith('transfer.ssn', link(portal, other, [from]));
    const born = await newOtherAccount(portal);
    await sql`update account set dateofbirth = '1990-01-01' where id = ${born.accountId}`.execute(portal.db);
    await refusedWith('transfer.birth', link(portal, born, [from]));
    const renamed = await newOtherAccount(portal, { lastname: 'Married' });
    await refusedWith('transfer.name', link(portal, renamed, [from]));
    expect(await scoreOf(from.accountId)).toBeDefined();
    await link(portal, renamed, [from], { confirm_name: 'YES' });
    const { rows } = await sql<{ lastname: string; dateofbirth: string; locked_name_dob: boolean }>`
      select lastname, dateofbirth::text, locked_name_dob from account where id = ${renamed.accountId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ lastname: 'Married', dateofbirth: '1985-04-12', locked_name_dob: true }]);
  });

  test('to staff, to a disabled account, to one that is about to be deleted, and out of an erased one', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const admin = await newStaff(portal, { firstname: 'Pat', lastname: 'Person' });
    await refusedWith('transfer.person', link(portal, admin, [from]));
    const disabled = await newOtherAccount(portal);
    await (await staff()).perform(changeAccountStatus, { userid: disabled.accountId, active: 'NO' });
    await refusedWith('transfer.person', link(portal, disabled, [from]));
    const leaving = await newOtherAccount(portal);
    await sql`update account set erase_at = now() where id = ${leaving.accountId}`.execute(portal.db);
    await refusedWith('transfer.person', link(portal, leaving, [from]));
    const to = await newOtherAccount(portal);
    await sql`insert into person_key (person_id, wrapped, created_at, erased_at)
      values (${from.accountId}, null, now(), now())
      on conflict (person_id) do update set wrapped = null, erased_at = now()`.execute(portal.db);
    await refusedWith('transfer.erased', link(portal, to, [from]));
  });

  test('while a dispute, another application, or a refund is open', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const to = await newOtherAccount(portal);
    await payFor(portal, from.accountId);
    await refusedWith('transfer.renewal-open', link(portal, to, [from]));

    const disputed = await newCheckedPerson(portal, '900-00-0002');
    await disputed.visitor.perform(openDispute, {
      applicationid: disputed.applicationId,
      errortext: 'That record is not mine',
    });
    await refusedWith('transfer.check-open', link(portal, to, [disputed]));

    const refunded = await newCheckedPerson(portal, '900-00-0003');
    await refund(refunded.applicationId);
    expect(await codeOf(link(portal, to, [refunded]))).toBe('purchasing.refund-under-way');
  });

  test('for an unknown number, checks of two accounts, a chosen one that is not moved or has expired, and without a reason', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const other = await newCheckedPerson(portal, '900-00-0002');
    const to = await newOtherAccount(portal);
    expect(await codeOf(link(portal, to, [{ profile: 'NONE-1' }]))).toBe('not-found');
    expect(await codeOf(link(portal, { accountId: newId() }, [from]))).toBe('not-found');
    expect(await codeOf(link(portal, to, [from, other]))).toBe('invalid-input');
    expect(await codeOf(link(portal, to, [from], { active_profileid: other.profile }))).toBe('invalid-input');
    expect(await codeOf(link(portal, to, [from], { note: 'short' }))).toBe('invalid-input');
    await sql`update shield_score set expiration = '2026-01-01' where application_id = ${from.applicationId}`.execute(
      portal.db,
    );
    await refusedWith('transfer.expired', link(portal, to, [from], { active_profileid: from.profile }));
    await link(portal, to, [from]);
    expect(await scoreOf(to.accountId)).toBeUndefined();
  });

  test('for a number that two agencies gave to checks of the same account', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const twin = await addAcceptedCheck(portal, from, '900-00-0001');
    const to = await newOtherAccount(portal);
    await sql`insert into screening_provider
      select (jsonb_populate_record(known, jsonb_build_object('craid', '78', 'name', 'Other Agency'))).*
      from screening_provider known limit 1`.execute(portal.db);
    await sql`update cra_order set craid = '78', profile_number = ${from.profile}
      where application_id = ${twin.applicationId}`.execute(portal.db);
    expect(await codeOf(link(portal, to, [from]))).toBe('invalid-input');
  });

  test('when the page showed something else than what is there', async () => {
    const from = await newCheckedPerson(portal, '900-00-0001');
    const to = await newOtherAccount(portal);
    const visitor = await staff();
    const review = () => visitor.perform(reviewLink, { userid: to.accountId, newprofileids: [from.profile] });
    const { transfer } = await review();
    expect(transfer).toMatchObject({
      obstacles: [],
      names_differ: false,
      checks: [{ cra_profilenumber: from.profile, valid: true, active: true }],
      from: { ssn: '***-**-0001' },
      to: { ssn: null },
    });
    await sql`update account set firstname = 'Patricia' where id = ${to.accountId}`.execute(portal.db);
    const seen = { seen: transfer?.seen ?? '' };
    expect(await codeOf(link(portal, to, [from], { ...seen, confirm_name: 'YES' }))).toBe(
      'admin.changed-meanwhile',
    );
    const again = await review();
    await link(portal, to, [from], { seen: again.transfer?.seen ?? '', confirm_name: 'YES' });
    expect(await review()).toEqual({ transfer: null });
  });
});
