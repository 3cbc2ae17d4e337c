import { describe, expect, it, test } from 'vitest';
import { loader as follow } from '#app/routes/network/link.tsx';
import { loader as showCard } from '#app/routes/purchase/alerts.tsx';
import { loader as showReceipt } from '#app/routes/purchase/receipt.tsx';
import { loader as selectPackage } from '#app/routes/purchase/select-package.tsx';
import { loader as start } from '#app/routes/purchase/start.ts';
import { savePackageChoices } from '#modules/enterprise/index.ts';
import {
  actOnSelection,
  getConnection,
  getInviteLink,
  getPaymentOptions,
  ignoreInvite,
  listSharedWithMe,
  newInvite,
  openLink,
} from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { listOffers } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import {
  connectionRow,
  newApplication,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { buyByCard, openShop, setPrices } from '#test/factories/shop.ts';
import type { Visitor } from '#test/visitor.ts';

const { portal } = await openShop();
const national = 'National Background Check';

interface Asked {
  inviteid: string;
  packageId: string;
  /** The code of the invitation's link. */
  code: string;
}

async function packagesOf({ owner }: TestCompany): Promise<Map<string, string>> {
  const visitor = await signIn(portal, owner);
  const { packages } = await visitor.perform(getPaymentOptions, {});
  return new Map(packages.map(({ id, package_descrip }) => [package_descrip, id]));
}

/** The owner invites a person to buy the national check. */
async function ask(company: TestCompany, touser: string, more: object = {}): Promise<Asked> {
  const packageId = (await packagesOf(company)).get(national) ?? '';
  const visitor = await signIn(portal, company.owner);
  const { inviteid } = await visitor.perform(newInvite, { touser, purchase_package: packageId, ...more });
  const code = /\/link\/([\w-]+)/.exec(await mailTo(touser))?.[1] ?? '';
  return { inviteid, packageId, code };
}

/** The text of the newest mail to an address. */
async function mailTo(address: string): Promise<string> {
  await portal.runJobs();
  const [mail] = await listOutbox(portal.db, { to: address, limit: 1 });
  return mail?.text ?? '';
}

const followed = async (visitor: Visitor, code: string) =>
  redirectOf(await askPage(portal, visitor, follow, { path: `/link/${code}`, params: { linkid: code } }));

const linkOf = async ({ owner }: TestCompany, inviteid: string) => {
  const visitor = await signIn(portal, owner);
  const { linktype, coupon } = await visitor.perform(getInviteLink, { inviteid });
  return { linktype, coupon };
};

const purchaseOf = (packageId: string) => `/user/purchase?packageid=${packageId}`;
const acceptOf = (inviteid: string) => `/user/invitations/${inviteid}/accept`;

/** Makes a company offer only these packages. */
const offerOnly = ({ companyId }: TestCompany, ...codes: string[]) =>
  portal.work('test.offer', (work) =>
    savePackageChoices(
      work,
      companyId,
      codes.map((crapackageid) => ({ craid: '2', crapackageid, enabled: true, default_package: false })),
    ),
  );

describe('D96: an invitation that asks for a package', () => {
  it('has a purchase link, which leads to the purchase with that package chosen', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    const { inviteid, packageId, code } = await ask(company, person.emailaddress);
    expect(await linkOf(company, inviteid)).toEqual({ linktype: 'purchase', coupon: false });
    const answer = await person.visitor.call('POST', '/getlink', { linkid: code });
    expect(answer.body).toMatchObject({ linktype: 'purchase', redirectto: purchaseOf(packageId) });
    expect(await followed(person.visitor, code)).toBe(purchaseOf(packageId));
    const chosen = redirectOf(
      await askPage(portal, person.visitor, start, { path: `/user/purchase?packageid=${packageId}` }),
    );
    expect(chosen).toBe(`/user/purchase/selectpackage?packageid=${packageId}`);
    const page = await askPage(portal, person.visitor, selectPackage, { path: chosen ?? '' });
    expect(page).toMatchObject({ chosen: packageId });
  });

  it('says so in its mail, in the row of the grid and in the details', async () => {
    const company = await newCompany(portal);
    const { inviteid } = await ask(company, 'asked.to.buy@example.com');
    expect(await mailTo('asked.to.buy@example.com')).toMatch(/Background check: National/);
    const { rows } = await company.owner.visitor.perform(listSharedWithMe, {});
    expect(rows).toMatchObject([{ id: inviteid, asks_to_buy: true, package_descrip: national }]);
    const labels = rows[0]?.actions.map(({ label }) => label);
    expect(labels).toContain('Copy Purchase Link');
    const plain = await newCompany(portal);
    await plain.owner.visitor.perform(newInvite, { touser: 'asked.to.share@example.com' });
    const others = await plain.owner.visitor.perform(listSharedWithMe, {});
    expect(others.rows).toMatchObject([{ asks_to_buy: false, package_descrip: null }]);
    const { connection } = await company.owner.visitor.perform(getConnection, { connectionid: inviteid });
    expect(connection.package_descrip).toBe(national);
  });

  it('leads a person without an account to register, and after sign-in to the purchase', async () => {
    const company = await newCompany(portal);
    const stranger = portal.visitor();
    const { packageId, code } = await ask(company, 'no.account.yet@example.com');
    expect(await followed(stranger, code)).toBe('/register');
    const person = await newPerson(portal, { emailaddress: 'no.account.yet@example.com' });
    const opened = await person.visitor.perform(openLink, { linkid: code });
    expect(opened).toMatchObject({ linktype: 'purchase', redirectto: purchaseOf(packageId) });
  });

  it('may carry a coupon too', async () => {
    const company = await newCouponCompany({ portal }, { type: 'full' });
    const person = await newPerson(portal);
    const { inviteid, packageId, code } = await ask(company, person.emailaddress, {
      purchase_coupon: company.typeId,
    });
    expect(await linkOf(company, inviteid)).toEqual({ linktype: 'purchase', coupon: true });
    expect(await followed(person.visitor, code)).toBe(purchaseOf(packageId));
    expect(await mailTo(person.emailaddress)).toMatch(/Background check: National[\s\S]*Coupon: 100% off$/m);
  });

  it('leads somebody whose score is active to the card that says so, and from there to the invitation', async () => {
    const company = await newCompany(portal, { company_name: 'Birch & Rowe' });
    const person = await newScoredPerson(portal);
    const before = await askPage(portal, person.visitor, showCard, { path: '/user/purchase/purchasealerts' });
    expect(before).toMatchObject({ status: 'active', invitation: null });
    const { inviteid, code } = await ask(company, person.emailaddress);
    const path = (await followed(person.visitor, code)) ?? '';
    const card = redirectOf(await askPage(portal, person.visitor, start, { path })) ?? '';
    expect(await askPage(portal, person.visitor, showCard, { path: card })).toMatchObject({
      status: 'active',
      invitation: { to: acceptOf(inviteid), from: 'Birch & Rowe' },
    });
  });

  it('shows somebody who renews their card first, with the package kept', async () => {
    const company = await newCompany(portal);
    const person = await newScoredPerson(portal, { days: 20 });
    const { packageId, code } = await ask(company, person.emailaddress);
    const path = (await followed(person.visitor, code)) ?? '';
    expect(redirectOf(await askPage(portal, person.visitor, start, { path }))).toBe(
      `/user/purchase/purchasealerts?packageid=${packageId}`,
    );
  });
});

/** What a person has when they open a purchase link, and the card that the start of the purchase then shows (D30). */
const states: Record<string, () => Promise<Registered>> = {
  new: () => newPerson(portal),
  paid: () => withCheck('paid'),
  inprogress: () => withCheck('inprogress'),
  renewal: () => newScoredPerson(portal, { days: 20 }),
  expired: () => newScoredPerson(portal, { days: -3 }),
  active: () => newScoredPerson(portal, { days: 46 }),
  blocked: async () => {
    const person = await withCheck('inprogress');
    await newApplication(portal, person.accountId, 'paid');
    await portal.clock.advance(MINUTE);
    return person;
  },
};

/** A person who bought a check before they were invited. */
async function withCheck(status: 'paid' | 'inprogress'): Promise<Registered> {
  const person = await newPerson(portal);
  await newApplication(portal, person.accountId, status);
  await portal.clock.advance(MINUTE);
  return person;
}

describe.each(['package', 'coupon'])('doc1 §4: a purchase link with a %s', (carries) => {
  it.each(Object.keys(states))('leads somebody whose status is %s to the purchase', async (status) => {
    const person = (await states[status]?.()) ?? (await newPerson(portal));
    let code = '';
    let packageId = '';
    if (carries === 'package') {
      ({ code, packageId } = await ask(await newCompany(portal), person.emailaddress));
    } else {
      const company = await newCouponCompany({ portal }, { type: 'full' });
      const owner = await signIn(portal, company.owner);
      await owner.perform(newInvite, { touser: person.emailaddress, purchase_coupon: company.typeId });
      code = /\/link\/([\w-]+)/.exec(await mailTo(person.emailaddress))?.[1] ?? '';
    }
    const visitor = await signIn(portal, person);
    const path = (await followed(visitor, code)) ?? '';
    expect(path).toBe(packageId ? purchaseOf(packageId) : '/user/purchase');
    expect(decodeURIComponent(visitor.cookies.get('purchase_link') ?? '')).toBe(`/link/${code}`);
    const step = redirectOf(await askPage(portal, visitor, start, { path })) ?? '';
    if (status === 'new' && packageId) {
      expect(step).toBe(`/user/purchase/selectpackage?packageid=${packageId}`);
    } else {
      expect(await askPage(portal, visitor, showCard, { path: step })).toMatchObject({ status });
    }
  });
});

test('D96: the newest link counts: another one forgets the purchase link, and the receipt leads to the application', async () => {
  const person = await newPerson(portal);
  const { code } = await ask(await newCompany(portal), person.emailaddress);
  await followed(person.visitor, code);
  const other = await newScoredPerson(portal);
  expect(await followed(person.visitor, other.shieldId)).toBeNull();
  expect(person.visitor.cookies.has('purchase_link')).toBe(false);
  const { purchaseId } = await buyByCard(portal, person);
  const path = `/user/purchase/purchasereceipt?purchaseid=${purchaseId}`;
  expect(await askPage(portal, person.visitor, showReceipt, { path })).toMatchObject({
    next: '/user/application',
  });
});

describe('D96: the link leads to the invitation instead', () => {
  it('once the invited person has bought, of which nobody else learns', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    const { inviteid, code } = await ask(company, person.emailaddress);
    const visited = await askPage(portal, person.visitor, follow, {
      path: `/link/${code}`,
      params: { linkid: code },
    });
    expect(redirectOf(visited)).toMatch(/^\/user\/purchase/);
    const { purchaseId } = await buyByCard(portal, person);
    const receipt = await askPage(portal, person.visitor, showReceipt, {
      path: `/user/purchase/purchasereceipt?purchaseid=${purchaseId}`,
    });
    expect(receipt).toMatchObject({ next: `/link/${code}` });
    expect(await followed(person.visitor, code)).toBe(acceptOf(inviteid));
    const stranger = await portal.visitor().call('POST', '/getlink', { linkid: code });
    expect(stranger.body).toMatchObject({ linktype: 'purchase' });
  });

  it('only for a check that was bought after it was sent', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    await newApplication(portal, person.accountId, 'paid');
    await portal.clock.advance(DAY);
    const { packageId, code } = await ask(company, person.emailaddress);
    const visitor = await signIn(portal, person);
    const path = (await followed(visitor, code)) ?? '';
    expect(path).toBe(purchaseOf(packageId));
    // The start shows the card of a paid check (D30).
    expect(redirectOf(await askPage(portal, visitor, start, { path }))).toBe('/user/purchase/purchasealerts');
  });

  it('when the company offers the package no more', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    const { inviteid, code } = await ask(company, person.emailaddress);
    await offerOnly(company, 'NEWYORK');
    expect(await followed(person.visitor, code)).toBe(acceptOf(inviteid));
    expect(await linkOf(company, inviteid)).toMatchObject({ linktype: 'shieldid' });
  });

  it('when it was ignored or has expired', async () => {
    const company = await newCompany(portal);
    const ignorer = await newPerson(portal);
    const ignored = await ask(company, ignorer.emailaddress);
    await ignorer.visitor.perform(ignoreInvite, { inviteid: ignored.inviteid });
    // A page asks for confirmation before the invitation is open again.
    expect(await followed(ignorer.visitor, ignored.code)).toBeNull();
    expect(await linkOf(company, ignored.inviteid)).toEqual({ linktype: 'shieldid', coupon: false });
    const late = await newPerson(portal);
    const expired = await ask(company, late.emailaddress);
    await portal.clock.advance(30 * DAY);
    const answer = await askPage(portal, await signIn(portal, late), follow, {
      path: `/link/${expired.code}`,
      params: { linkid: expired.code },
    });
    expect(answer).toMatchObject({ data: { ended: { how: 'expired' } } });
  });
});

test('D96: a new price is a new version of the package: the link leads to the one on sale', async () => {
  const company = await newCompany(portal);
  const person = await newPerson(portal);
  const { packageId, code } = await ask(company, person.emailaddress);
  await setPrices(portal, { base_price_cents: 8100 });
  const { packages } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
  const onSale = packages[0]?.id ?? '';
  expect(onSale).not.toBe(packageId);
  expect(await followed(person.visitor, code)).toBe(purchaseOf(onSale));
});

describe('D96: what can be asked for', () => {
  const refused = async (by: Registered, purchase_package: string) => {
    const { accountId } = await newPerson(portal);
    const answer = await by.visitor.call('POST', '/network/newinvite', {
      touser: accountId,
      purchase_package,
    });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
    const { rows } = await portal.pool.query('select 1 from connection where account_id = $1', [accountId]);
    expect(rows).toEqual([]);
  };

  it('is a package that the company offers on its host', async () => {
    const company = await newCompany(portal);
    const all = await packagesOf(company);
    expect(all.size).toBeGreaterThan(1);
    await offerOnly(company, 'NATIONAL');
    expect([...(await packagesOf(company)).keys()]).toEqual([national]);
    const other = [...all].find(([name]) => name !== national)?.[1] ?? '';
    await refused(company.owner, other);
    await refused(company.owner, company.companyId);
  });

  it('is nothing without a company, as the database holds too', async () => {
    const company = await newCompany(portal);
    const person = await newPerson(portal);
    expect((await person.visitor.perform(getPaymentOptions, {})).packages).toEqual([]);
    const { inviteid, packageId } = await ask(company, 'of.a.company@example.com');
    await refused(person, packageId);
    await expect(
      portal.pool.query(
        'update connection set owner_company_id = null, owner_account_id = $2 where id = $1',
        [inviteid, person.accountId],
      ),
    ).rejects.toThrow('connection_package_check');
  });

  it('is offered to an admin of the team and not to a viewer, who invites nobody', async () => {
    const company = await newCompany(portal);
    const [admin, viewer] = [
      await newTeamMember(portal, company, 'admin'),
      await newTeamMember(portal, company, 'viewer'),
    ];
    expect((await admin.visitor.perform(getPaymentOptions, {})).packages.length).toBeGreaterThan(1);
    expect((await viewer.visitor.perform(getPaymentOptions, {})).packages).toEqual([]);
  });
});

test('D96: an invitation that is sent again keeps its package; one that is written anew after it lapsed has what was chosen then', async () => {
  const company = await newCouponCompany({ portal }, { type: 'full' });
  const person = await newPerson(portal);
  const { inviteid, packageId } = await ask(company, person.emailaddress, {
    purchase_coupon: company.typeId,
  });
  await company.owner.visitor.perform(actOnSelection, { action: 'resendinvite', connectionids: [inviteid] });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ package_id: packageId });
  await portal.clock.advance(31 * DAY);
  const visitor = await signIn(portal, company.owner);
  const again = await visitor.perform(newInvite, { touser: person.accountId });
  expect(again).toMatchObject({ inviteid, already_invited: false });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ package_id: null, coupon_id: null });
  expect(await linkOf(company, inviteid)).toEqual({ linktype: 'shieldid', coupon: false });
});
