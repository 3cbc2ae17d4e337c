import { expect, it, test } from 'vitest';
import { getCompanyBilling, saveEnterpriseProfile } from '#modules/admin/index.ts';
import { listAudit, Refusal, sql } from '#modules/platform/index.ts';
import { couponTypeForm } from '#modules/purchasing/forms.ts';
import { inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows, showsSize } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();
const staff = await newStaff(portal, {});

const save = (companyid: string, changes: object) =>
  staff.visitor.perform(saveEnterpriseProfile, { companyid, ...changes });
const couponsOf = async (companyid: string) =>
  (await staff.visitor.perform(getCompanyBilling, { companyid })).code_types.map(
    ({ code_type, amount, active, description }) => ({ code_type, amount, active, description }),
  );

test('F150: staff make, deactivate and list the coupons of a company', async () => {
  const { companyId } = await newCompany(portal);
  await save(companyId, { new_code_type: 'full', new_code_amount: '77' });
  await save(companyId, { new_code_type: 'percent', new_code_amount: ' 25 ' });
  await save(companyId, { new_code_type: 'flat', new_code_amount: 300, enable_payments: 'YES' });
  expect(await couponsOf(companyId)).toEqual([
    { code_type: 'full', amount: null, active: true, description: '100% off: your company pays' },
    { code_type: 'percent', amount: 25, active: true, description: '25% off' },
    { code_type: 'flat', amount: 300, active: true, description: '$300 off' },
  ]);
  const { code_types, enable_payments } = await staff.visitor.perform(getCompanyBilling, {
    companyid: companyId,
  });
  expect(enable_payments).toBe(true);
  const id = code_types[1]?.id ?? '';
  await save(companyId, { code_types: [{ id, active: 'NO' }] });
  expect((await couponsOf(companyId))[1]?.active).toBe(false);
  await save(companyId, { new_code_type: 'percent', new_code_amount: '25' });
  const again = save(companyId, { new_code_type: 'percent', new_code_amount: '25' });
  await expect(again).rejects.toMatchObject({ code: 'purchasing.coupon-type-exists' });
  await save(companyId, { code_types: [{ id, active: 'NO' }] });
  const twice = await save(companyId, { code_types: [{ id, active: 'YES' }] }).catch((caught) => caught);
  expect(twice).toMatchObject({ code: 'purchasing.coupon-type-exists' });
  shows('coupon.type-exists', twice instanceof Refusal ? twice.text : '');
  const { entries } = await listAudit(portal.db, portal.keys, { object: { type: 'company', id: companyId } });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'purchasing.coupon-type-made',
      'purchasing.coupon-type-switched',
      'enterprise.feature-switched',
    ]),
  );
  // Turned off once, and asked for once more.
  const switched = entries.filter(({ action }) => action === 'purchasing.coupon-type-switched');
  expect(switched).toHaveLength(1);
});

test('F150: the bounds of the amounts, digits only', () => {
  const messageOf = (type: 'percent' | 'flat', amount: string) =>
    couponTypeForm.schema.safeParse({ new_code_type: type, new_code_amount: amount }).error?.issues[0]
      ?.message ?? '';
  for (const wrong of ['', '0', '101', '12.5', '-1', '1e1']) {
    shows('coupon.percent-wrong', messageOf('percent', wrong));
  }
  for (const wrong of ['', '0', '301', '$5']) shows('coupon.flat-wrong', messageOf('flat', wrong));
  expect([messageOf('percent', '1'), messageOf('percent', '100')]).toEqual(['', '']);
  expect([messageOf('flat', '1'), messageOf('flat', '300')]).toEqual(['', '']);
  showsSize('coupon.percent', { taken: [1, 100], refused: [0, 101] });
  showsSize('coupon.flat-dollars', { taken: [1, 300], refused: [0, 301] });
});

test('a type that is off is on again, beside those of other values and of other companies', async () => {
  const [{ companyId }, other] = [await newCompany(portal), await newCompany(portal)];
  for (const companyid of [companyId, other.companyId])
    await save(companyid, { new_code_type: 'flat', new_code_amount: 30 });
  await save(companyId, { new_code_type: 'flat', new_code_amount: 40 });
  await save(companyId, { new_code_type: 'percent', new_code_amount: '30' });
  const { code_types } = await staff.visitor.perform(getCompanyBilling, { companyid: companyId });
  const id = code_types.find(({ description }) => description === '$30 off')?.id ?? '';
  const states = async () => (await couponsOf(companyId)).map(({ active }) => active);
  await save(companyId, { code_types: [{ id, active: 'NO' }] });
  expect(await states()).toEqual([false, true, true]);
  await save(companyId, { code_types: [{ id, active: 'YES' }] });
  expect(await states()).toEqual([true, true, true]);
  expect((await couponsOf(other.companyId)).map(({ active }) => active)).toEqual([true]);
});

it('does not touch the coupons of another company', async () => {
  const [mine, other] = [await newCompany(portal), await newCompany(portal)];
  await save(other.companyId, { new_code_type: 'full' });
  const { code_types } = await staff.visitor.perform(getCompanyBilling, { companyid: other.companyId });
  const foreign = save(mine.companyId, { code_types: [{ id: code_types[0]?.id, active: 'NO' }] });
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' });
  await expect(save(mine.companyId, { new_code_type: 'percent' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

test('a type says how many of its coupons were issued and what became of them', async () => {
  const company = await newCouponCompany({ portal }, { type: 'percent', amount: 20 }, null);
  await save(company.companyId, { new_code_type: 'full' });
  for (const name of ['first', 'second', 'third'])
    await inviteWithCoupon({ portal }, company, `${name}-with-coupon@example.com`);
  await rowsOf(
    portal,
    sql`update coupon set redeemed_at = issued_at where id =
      (select id from coupon where coupon_type_id = ${company.typeId} order by id limit 1)`,
  );
  const { code_types, use } = await staff.visitor.perform(getCompanyBilling, {
    companyid: company.companyId,
  });
  const full = code_types.find(({ id }) => id !== company.typeId);
  expect(use).toHaveLength(2);
  expect(use).toEqual(
    expect.arrayContaining([
      { id: company.typeId, issued: 3, redeemed: 1, lapsed: 0 },
      { id: full?.id, issued: 0, redeemed: 0, lapsed: 0 },
    ]),
  );
});
