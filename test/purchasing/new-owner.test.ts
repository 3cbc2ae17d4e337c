import { expect, test } from 'vitest';
import { action as switchByStaff } from '#app/routes/admin/company-owner.tsx';
import { loader as show, action as transfer } from '#app/routes/team/owner.tsx';
import { switchEnterpriseOwner } from '#modules/enterprise/index.ts';
import { getPaymentMethod } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { newTeamMember } from '#test/factories/network.ts';
import { actAs, newStaff, signIn } from '#test/factories/people.ts';
import { openShop } from '#test/factories/shop.ts';
import { memberIdOf } from '#test/factories/teams.ts';

/** D143: the card of a company that gets another owner. */

const { portal } = await openShop();

async function companyWithNext() {
  const company = await newCouponCompany({ portal }, { type: 'full' });
  await portal.pool.query('update company set team_management_enabled = true where id = $1', [
    company.companyId,
  ]);
  const next = await newTeamMember(portal, company, 'admin');
  const memberid = await memberIdOf(portal, next);
  const page = { path: `/user/profile/company/member/${memberid}/owner`, params: { memberid } };
  return { company, next, page };
}

const newestTo = async (to: string) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to, limit: 1 }))[0]?.text ?? '';
};

test('the dialog names the card, which stays unless the switch is on, and both owners read it', async () => {
  const { company, next, page } = await companyWithNext();
  expect(await askPage(portal, company.owner.visitor, show, page)).toMatchObject({
    card: { cardtype: 'Visa', last4: expect.stringMatching(/^\d{4}$/) },
  });
  const done = await askPage(portal, company.owner.visitor, transfer, { ...page, form: { remove_card: '' } });
  expect(redirectOf(done)).toBe('/user/profile/company');
  const owner = await signIn(portal, next);
  expect((await owner.perform(getPaymentMethod, {})).paymentmethod).not.toBeNull();
  for (const { emailaddress } of [next, company.owner]) {
    expect(await newestTo(emailaddress)).toContain('it stays with the company and keeps paying');
  }
});

test('with the switch on it is removed in the same moment, and the provider forgets it', async () => {
  const { company, next, page } = await companyWithNext();
  await askPage(portal, company.owner.visitor, transfer, { ...page, form: { remove_card: 'YES' } });
  const owner = await signIn(portal, next);
  expect((await owner.perform(getPaymentMethod, {})).paymentmethod).toBeNull();
  for (const { emailaddress } of [next, company.owner]) {
    expect(await newestTo(emailaddress)).toContain('saved card was removed');
  }
  const { rows } = await portal.pool.query(
    `select 1 from audit_entry where action = 'purchasing.card-removed' and object_id = $1`,
    [company.companyId],
  );
  expect(rows).toHaveLength(1);
});

test('staff leave it as well, unless the switch is on, and say why', async () => {
  const { visitor } = await newStaff(portal);
  const { company, next, page } = await companyWithNext();
  const send = async (owner: string, memberid: string, form: Record<string, string>) => {
    const base = `/admin/user/${owner}/enterprise`;
    const path = `${base}/team/member/${memberid}/owner`;
    const params = { userid: owner, memberid };
    return askPage(portal, visitor, switchByStaff, { path, params, form });
  };
  const former = company.owner.accountId;
  const silent = await send(former, page.params.memberid, { remove_card: '' });
  expect(silent).toMatchObject({ init: { status: 400 } });
  const kept = await send(former, page.params.memberid, { remove_card: '', reason: 'Ticket 20903' });
  expect(redirectOf(kept)).toBe(`/admin/user/${next.accountId}/enterprise#team`);
  const owner = await signIn(portal, next);
  expect((await owner.perform(getPaymentMethod, {})).paymentmethod).not.toBeNull();
  const back = await memberIdOf(portal, company.owner);
  await send(next.accountId, back, { remove_card: 'YES', reason: 'Ticket 20904' });
  const again = await signIn(portal, company.owner);
  expect((await again.perform(getPaymentMethod, {})).paymentmethod).toBeNull();
  expect(await newestTo(next.emailaddress)).toContain('saved card was removed');
});

test('staff who act as the owner do not remove the card', async () => {
  const { company, next } = await companyWithNext();
  const acting = await actAs(portal, company.owner);
  const asked = acting.perform(switchEnterpriseOwner, { newuserid: next.accountId, remove_card: 'YES' });
  await expect(asked).rejects.toMatchObject({ code: 'not-in-admin-session' });
  expect((await company.owner.visitor.perform(getPaymentMethod, {})).paymentmethod).not.toBeNull();
});
