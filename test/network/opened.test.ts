import { expect, test } from 'vitest';
import { action as answer, loader as show } from '#app/routes/network/accept.tsx';
import {
  getConnection,
  getInviteLink,
  listInvitations,
  listSharedWithMe,
  newInvite,
  openInvitation,
  openLink,
  proveInvitedAddress,
  sendInvitedAddressCode,
} from '#modules/network/index.ts';
import { setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import { connectionRow, newApplication, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { actAs, newestCode, newPerson, newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { openShop } from '#test/factories/shop.ts';
import type { Visitor } from '#test/visitor.ts';

const shop = await openShop();
const { portal } = shop;
const { owner } = await newCompany(portal, { company_name: 'Acme Builders' });
const invite = async (touser: string) => (await owner.visitor.perform(newInvite, { touser })).inviteid;
const statusOf = async (inviteid: string) => (await connectionRow(portal, inviteid)).status;

/** A person whose check is in progress, with an invitation that they have not opened. */
async function newInvitee() {
  const person = await newPersonWithoutTwoStep(portal);
  const inviteid = await invite(person.emailaddress);
  await newApplication(portal, person.accountId, 'inprogress');
  expect(await statusOf(inviteid)).toBe('INVITE');
  return { ...person, inviteid };
}

const page = (visitor: Visitor, inviteid: string, headers: Record<string, string>) =>
  askPage(portal, visitor, show, {
    path: `/user/invitations/${inviteid}/accept`,
    params: { inviteid },
    headers,
  });

/** Everything that the owner can read about an invitation, without ids and times. */
async function told(inviteid: string, address: string): Promise<string> {
  const details = await owner.visitor.perform(getConnection, { connectionid: inviteid });
  const text = JSON.stringify(details).replaceAll(/"(?:id|date|share_dts)":"[^"]+"/g, '');
  return text.replaceAll(address, 'ADDRESS');
}

test('until it is opened, the row of a member says the same as that of an address without an account', async () => {
  const unknown = 'nobody.here@example.com';
  const stranger = await invite(unknown);
  const scored = await newScoredPerson(portal, { firstname: 'Quirina', lastname: 'Zabel' });
  const applying = await newPersonWithoutTwoStep(portal);
  await newApplication(portal, applying.accountId, 'newrequiresapproval');
  const registersLater = 'registers.later@example.com';
  const later = await invite(registersLater);
  await newPerson(portal, { emailaddress: registersLater });
  const members = [
    [await invite(scored.emailaddress), scored.emailaddress],
    [await invite(applying.emailaddress), applying.emailaddress],
    [later, registersLater],
  ] as const;
  await portal.runJobs();
  const expected = await told(stranger, unknown);
  for (const [inviteid, address] of members) expect(await told(inviteid, address)).toBe(expected);
  const found = async (filter: object) =>
    (await owner.visitor.perform(listSharedWithMe, { rows: 100, ...filter })).rows.map(({ id }) => id);
  const required = await found({ status: 'required' });
  expect(required).toEqual(expect.arrayContaining([stranger, ...members.map(([id]) => id)]));
  for (const q of [scored.shieldId, 'Quirina', 'Zabel']) expect(await found({ q }), q).toEqual([]);
});

test('it is opened by the invited person on its page, once, and nothing of the score is told', async () => {
  const { visitor, inviteid } = await newInvitee();
  await page(visitor, inviteid, { 'Sec-Fetch-Site': 'same-origin' });
  const first = await connectionRow(portal, inviteid);
  expect(first).toMatchObject({ status: 'CHECKINPROGRESS', score: null, expiration: null });
  portal.clock.advance(1000);
  await page(visitor, inviteid, { 'Sec-Fetch-Site': 'none' });
  expect((await connectionRow(portal, inviteid)).opened_at).toEqual(first.opened_at);
});

test('another site that sends the browser there opens nothing, nor does one that loads ahead, nor staff', async () => {
  const { visitor, inviteid, accountId } = await newInvitee();
  const elsewhere: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch;prerender' },
    {},
  ];
  for (const headers of elsewhere) {
    expect(await page(visitor, inviteid, headers)).toMatchObject({ invitation: { inviteid } });
  }
  await page(await actAs(portal, { accountId }), inviteid, { 'Sec-Fetch-Site': 'same-origin' });
  await visitor.perform(listInvitations, {});
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITE', opened_at: null });
});

test('going on to the check from its page opens it, wherever the person came from', async () => {
  const { visitor, inviteid } = await newInvitee();
  const begin = {
    path: `/user/invitations/${inviteid}/accept`,
    params: { inviteid },
    form: { intent: 'begin' },
  };
  expect(redirectOf(await askPage(portal, visitor, answer, begin))).toBe('/user/application');
  expect(await statusOf(inviteid)).toBe('CHECKINPROGRESS');
});

test('its link opens it too, for a member and for whoever proves the invited address', async () => {
  const member = await newInvitee();
  const codeOf = async (inviteid: string) => {
    const { network_invite_url } = await owner.visitor.perform(getInviteLink, { inviteid });
    return network_invite_url.split('/').at(-1) ?? '';
  };
  await member.visitor.perform(openLink, { linkid: await codeOf(member.inviteid) });
  expect(await statusOf(member.inviteid)).toBe('CHECKINPROGRESS');
  const inviteid = await invite('old.address@example.com');
  const other = await newPersonWithoutTwoStep(portal);
  await newApplication(portal, other.accountId, 'paid');
  const linkid = await codeOf(inviteid);
  await other.visitor.perform(openLink, { linkid });
  expect(await statusOf(inviteid)).toBe('INVITE');
  await other.visitor.perform(sendInvitedAddressCode, { linkid });
  await other.visitor.perform(proveInvitedAddress, {
    linkid,
    code: await newestCode(portal, 'old.address@example.com'),
  });
  expect(await statusOf(inviteid)).toBe('APPSTARTED');
});

test('whoever pays with its coupon has opened it', async () => {
  const company = await newCouponCompany(shop, { type: 'full' });
  const buyer = await newCouponBuyer(shop, company);
  expect(await connectionRow(portal, buyer.inviteId)).toMatchObject({ status: 'INVITE', opened_at: null });
  await buyer.visitor.perform(setPurchaseConfirmed, {
    purchaseid: buyer.purchaseId,
    couponcoversfull: 'YES',
  });
  expect(await statusOf(buyer.inviteId)).toBe('APPSTARTED');
});

test('nobody else opens it', async () => {
  const { inviteid } = await newInvitee();
  const other = await newPerson(portal);
  await expect(other.visitor.perform(openInvitation, { inviteid })).rejects.toThrow('not-found');
  await expect(
    portal.pool.query('update connection set account_id = null, opened_at = now() where id = $1', [inviteid]),
  ).rejects.toThrow('connection_opened_at_check');
});
