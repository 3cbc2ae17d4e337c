import { expect, test } from 'vitest';
import { action as act, loader as show } from '#app/routes/network/other-address.tsx';
import { confirmEmailChange, startEmailChange } from '#modules/identity/index.ts';
import {
  askOwnInvitation,
  getInviteLink,
  getOtherAddress,
  listInvitations,
  newInvite,
  openLink,
  proveInvitedAddress,
  sendInvitedAddressCode,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { connectionRow, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newestCode, newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { openShop } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';

/** D115: a mailed invitation belongs to its address. */

const { portal } = await openShop();
let invited = 0;

/** An invitation to a new address, and the code of its link. */
async function inviteBy(by: Pick<Registered, 'visitor'>, touser?: string, more: object = {}) {
  invited += 1;
  const address = touser ?? `invited${invited}@example.com`;
  const { inviteid } = await by.visitor.perform(newInvite, { touser: address, ...more });
  const { network_invite_url } = await by.visitor.perform(getInviteLink, { inviteid });
  return { inviteid, address, linkid: network_invite_url.split('/').at(-1) ?? '' };
}

const page = (linkid: string, form?: Record<string, string>) => ({
  path: `/link/${linkid}/address`,
  params: { linkid },
  ...(form ? { form } : {}),
});

async function mailsTo(address: string) {
  await portal.runJobs();
  return listOutbox(portal.db, { to: address });
}

const couponOf = async (inviteid: string) => {
  const { rows } = await portal.pool.query(
    'select coupon.account_id, coupon.emailaddress from connection c join coupon on coupon.id = c.coupon_id where c.id = $1',
    [inviteid],
  );
  return rows[0];
};

test('its page names both addresses, and opening it gives nobody the invitation or its coupon', async () => {
  const company = await newCouponCompany({ portal }, { type: 'full' });
  const { inviteid, address, linkid } = await inviteBy(company.owner, undefined, {
    purchase_coupon: company.typeId,
  });
  const stranger = await newPerson(portal);
  expect(await askPage(portal, stranger.visitor, show, page(linkid))).toMatchObject({
    data: {
      inviter: expect.any(String),
      invited_address: address,
      own_address: stranger.emailaddress,
      code_sent: false,
      asked: false,
      connected: false,
    },
  });
  expect(await stranger.visitor.perform(openLink, { linkid })).toMatchObject({ linktype: 'shieldid' });
  expect((await stranger.visitor.perform(listInvitations, {})).invitations).toEqual([]);
  expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: null, opened_at: null });
  expect(await couponOf(inviteid)).toEqual({ account_id: null, emailaddress: address });
  // The invited address still has it.
  const theirs = await newPerson(portal, { emailaddress: address });
  expect((await theirs.visitor.perform(listInvitations, {})).invitations).toMatchObject([{ inviteid }]);
  expect(await couponOf(inviteid)).toMatchObject({ account_id: theirs.accountId });
});

test('logging out leads on to the link, which leads to where the invited address logs in', async () => {
  const { owner } = await newCompany(portal);
  const { linkid } = await inviteBy(owner);
  const { visitor } = await newPerson(portal);
  const answer = await askPage(portal, visitor, act, page(linkid, { intent: 'switch' }));
  expect(redirectOf(answer)).toBe(`/link/${linkid}`);
  expect(await visitor.caller()).toBeNull();
});

test('the code that was sent to the invited address makes the invitation and its coupon the caller’s', async () => {
  const company = await newCouponCompany({ portal }, { type: 'full' });
  const { inviteid, address, linkid } = await inviteBy(company.owner, undefined, {
    purchase_coupon: company.typeId,
  });
  const person = await newPerson(portal);
  await askPage(portal, person.visitor, act, page(linkid, { intent: 'resend' }));
  const code = await newestCode(portal, address);
  expect(await person.visitor.perform(getOtherAddress, { linkid })).toMatchObject({ code_sent: true });
  const wrong = await askPage(portal, person.visitor, act, page(linkid, { intent: 'check', code: 'AAAAAA' }));
  expect(wrong).toMatchObject({ init: { status: 400 } });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: null });
  // A code that was sent for another invitation proves nothing about this one.
  const other = await inviteBy(company.owner);
  await expect(
    person.visitor.perform(proveInvitedAddress, { linkid: other.linkid, code }),
  ).rejects.toMatchObject({ code: 'identity.code-void' });
  const done = await askPage(portal, person.visitor, act, page(linkid, { intent: 'check', code }));
  expect(redirectOf(done)).toBe(`/link/${linkid}`);
  expect(await connectionRow(portal, inviteid)).toMatchObject({
    account_id: person.accountId,
    accepted_at: null,
    came_by_link: true,
  });
  expect(await couponOf(inviteid)).toEqual({ account_id: person.accountId, emailaddress: null });
  expect(await person.visitor.caller()).toMatchObject({ emailaddress: person.emailaddress });
});

test('a code goes out whether or not the address has an account, and only who enters it learns that', async () => {
  const { owner } = await newCompany(portal);
  const holder = await newPerson(portal);
  const { inviteid, linkid } = await inviteBy(owner, holder.emailaddress);
  const person = await newPerson(portal);
  const asked = await person.visitor.perform(getOtherAddress, { linkid });
  const unknown = await inviteBy(owner);
  expect(asked).toEqual({
    ...(await person.visitor.perform(getOtherAddress, { linkid: unknown.linkid })),
    invited_address: holder.emailaddress,
  });
  await person.visitor.perform(sendInvitedAddressCode, { linkid });
  const code = await newestCode(portal, holder.emailaddress);
  const refused = await askPage(portal, person.visitor, act, page(linkid, { intent: 'check', code }));
  expect(refused).toMatchObject({ init: { status: 409 } });
  shows('invitations.other-account', JSON.stringify(refused));
  expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: holder.accountId });
});

test('whoever has an invitation of the network already takes no second one, unless it has expired', async () => {
  const company = await newCouponCompany({ portal }, { type: 'full' });
  const person = await newPerson(portal);
  const own = await inviteBy(company.owner, person.emailaddress);
  await portal.clock.advance(10 * DAY);
  const owner = await signIn(portal, company.owner);
  const { inviteid, address, linkid } = await inviteBy({ visitor: owner }, undefined, {
    purchase_coupon: company.typeId,
  });
  const prove = async () => {
    const visitor = await signIn(portal, person);
    await visitor.perform(sendInvitedAddressCode, { linkid });
    const code = await newestCode(portal, address);
    return askPage(portal, visitor, act, page(linkid, { intent: 'check', code }));
  };
  const refused = await prove();
  expect(refused).toMatchObject({ init: { status: 409 } });
  shows('invitations.own-needless', JSON.stringify(refused));
  expect(await couponOf(inviteid)).toMatchObject({ emailaddress: address });
  await portal.clock.advance(25 * DAY);
  expect(redirectOf(await prove())).toBe(`/link/${linkid}`);
  expect(await connectionRow(portal, own.inviteid)).toMatchObject({ cancelled_at: expect.any(Date) });
  expect(await connectionRow(portal, inviteid)).toMatchObject({
    account_id: person.accountId,
    cancelled_at: null,
  });
});

test('asking for an invitation tells the inviter the name and address, once, and leaves the other one as it is', async () => {
  const company = await newCompany(portal);
  const admin = await newTeamMember(portal, company, 'admin');
  const { inviteid, address, linkid } = await inviteBy(admin);
  const person = await newPerson(portal, { firstname: 'Ana', lastname: 'Reyes' });
  const ask = () => askPage(portal, person.visitor, act, page(linkid, { intent: 'ask' }));
  expect(redirectOf(await ask())).toBe(`/link/${linkid}/address`);
  const [mail] = await mailsTo(admin.emailaddress);
  expect(mail?.subject).toBe('Someone is asking you for an invitation');
  for (const words of ['Ana Reyes', person.emailaddress, address]) expect(mail?.text).toContain(words);
  expect(mail?.links.find((each) => each.includes('/user/network/invite'))).toContain(
    encodeURIComponent(person.emailaddress),
  );
  expect(await person.visitor.perform(getOtherAddress, { linkid })).toMatchObject({ asked: true });
  await portal.clock.advance(MINUTE);
  const visitor = await signIn(portal, person);
  await expect(visitor.perform(askOwnInvitation, { linkid })).rejects.toMatchObject({
    code: 'network.own-invitation-asked',
  });
  const asking = (await mailsTo(admin.emailaddress)).filter(({ subject }) => subject === mail?.subject);
  expect(asking).toHaveLength(1);
  shows('invitations.own-asked', networkTexts['invitations.own-asked']);
  expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: null });
});

test('the owner of the company is asked once the inviter has left the team', async () => {
  const company = await newCompany(portal);
  const admin = await newTeamMember(portal, company, 'admin');
  const { linkid } = await inviteBy(admin);
  await portal.pool.query('delete from team_member where account_id = $1', [admin.accountId]);
  await (await newPerson(portal)).visitor.perform(askOwnInvitation, { linkid });
  expect((await mailsTo(company.owner.emailaddress)).map(({ subject }) => subject)).toContain(
    'Someone is asking you for an invitation',
  );
});

test('an invitation to a ShieldID names no address, sends no code and can be asked for', async () => {
  const { owner } = await newCompany(portal);
  const { linkid } = await inviteBy(owner, (await newScoredPerson(portal)).shieldId);
  const { visitor } = await newPerson(portal);
  expect(await visitor.perform(getOtherAddress, { linkid })).toMatchObject({ invited_address: null });
  await expect(visitor.perform(sendInvitedAddressCode, { linkid })).rejects.toMatchObject({
    code: 'not-found',
  });
  await visitor.perform(askOwnInvitation, { linkid });
});

test('who makes the invited address their own gets the invitations to it, and before that none', async () => {
  const company = await newCompany(portal);
  const { inviteid, address } = await inviteBy(company.owner);
  const person = await newPerson(portal);
  await person.visitor.perform(startEmailChange, { emailaddress: address });
  expect((await connectionRow(portal, inviteid)).account_id).toBeNull();
  await person.visitor.perform(confirmEmailChange, { code: await newestCode(portal, address) });
  const { invitations } = await person.visitor.perform(listInvitations, {});
  expect(invitations.map((each) => each.inviteid)).toEqual([inviteid]);
});
