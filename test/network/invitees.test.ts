import { expect, test } from 'vitest';
import { setAccountActive } from '#modules/identity/index.ts';
import { cancelInvite, ignoreInvite, newInvite } from '#modules/network/index.ts';
import { newId } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, type Registered, registerPerson } from '#test/factories/people.ts';
import { newLinkedCompany } from '#test/factories/shieldlink.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { testPortal } from '#test/portal.ts';

/** Whom an invitation is for, by what its sender entered. */

const portal = await testPortal();
const client = await newLinkedCompany(portal, 'Client');
const types = ['INDIVIDUAL', 'FULLNETWORK'] as const;

const invite = (touser: string, more: object = {}, { visitor }: Registered = client.owner) =>
  visitor.perform(newInvite, { touser, ...more });

test.each(types)(
  'of type %s, to the address of an account that is closed or not verified, is nobody’s',
  async (connectiontype) => {
    const [closed, unverified, open] = [
      await newPerson(portal),
      await registerPerson(portal),
      await newPerson(portal),
    ];
    await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
    const holders = [];
    for (const { emailaddress } of [closed, unverified, open]) {
      const { inviteid } = await invite(emailaddress, { connectiontype });
      holders.push((await connectionRow(portal, inviteid)).account_id);
    }
    expect(holders).toEqual([null, null, open.accountId]);
  },
);

test('by a ShieldID or an id, nobody whose account is closed', async () => {
  const closed = await newScoredPerson(portal);
  await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
  expect(await codeOf(invite(closed.shieldId))).toBe('network.shieldid-not-found');
  expect(await codeOf(invite(closed.accountId))).toBe('not-found');
});

test('one that exists already is that of the same network, person or address, and type', async () => {
  const person = await newPerson(portal);
  const other = await newCompany(portal);
  const asked = [
    () => invite(person.emailaddress, {}, other.owner),
    () => invite(person.emailaddress),
    () => invite(person.emailaddress, { connectiontype: 'FULLNETWORK' }),
    () => invite('first.address@example.com'),
    () => invite('second.address@example.com'),
  ];
  const ids = [];
  for (const ask of asked) ids.push((await ask()).inviteid);
  expect(new Set(ids).size).toBe(asked.length);
  for (const [at, ask] of asked.entries()) {
    expect(await ask()).toMatchObject({ inviteid: ids[at], already_invited: true });
  }
});

test('one to a company carries neither a coupon nor a package', async () => {
  const { inviteid } = await invite('boss@example.com', {
    connectiontype: 'FULLNETWORK',
    purchase_coupon: newId(),
    purchase_package: newId(),
  });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ coupon_id: null, package_id: null });
});

test('whoever ignored what was asked of a company has ignored no invitation of their own', async () => {
  const person = await newPerson(portal);
  const { inviteid } = await invite(person.emailaddress, { connectiontype: 'FULLNETWORK' });
  await person.visitor.perform(ignoreInvite, { inviteid });
  await client.owner.visitor.perform(cancelInvite, { inviteid });
  expect(await invite(person.emailaddress)).toMatchObject({ connectionstatus: 'INVITE' });
});

test('one that is withdrawn leaves those of the same network to others, and those of other networks', async () => {
  const person = await newPerson(portal);
  const { inviteid } = await invite(person.emailaddress);
  const others = [
    await invite('neighbor@example.com'),
    await invite(person.emailaddress, {}, (await newCompany(portal)).owner),
  ];
  await client.owner.visitor.perform(cancelInvite, { inviteid });
  const withdrawn = async (id: string) => (await connectionRow(portal, id)).cancelled_at !== null;
  expect(await withdrawn(inviteid)).toBe(true);
  for (const other of others) expect(await withdrawn(other.inviteid)).toBe(false);
});
