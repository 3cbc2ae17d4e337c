import { expect, test } from 'vitest';
import { addTeamMember } from '#modules/enterprise/index.ts';
import { savePreferences, setAccountActive } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getInviteLink,
  getLink,
  getOtherAddress,
  ignoreInvite,
  listInvitations,
  newInvite,
  openLink,
} from '#modules/network/index.ts';
import { newCompany, newScoredPerson, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import {
  askCompany,
  newLinkedCompanies,
  newSharedNetwork,
  shieldLinkIdOf,
} from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** Who may open which link, where it depends on the team and the company of the reader. */

const portal = await testPortal();

const linkOf = async ({ visitor }: Registered, inviteid: string) => {
  const { network_invite_url } = await visitor.perform(getInviteLink, { inviteid });
  return network_invite_url.split('/').at(-1) ?? '';
};

async function invite(by: Registered, touser: string) {
  const { inviteid } = await by.visitor.perform(newInvite, { touser });
  return { inviteid, linkid: await linkOf(by, inviteid) };
}

/** Where the link leads a reader: the inviter's name if it asks whether to connect. */
const leads = ({ visitor }: Registered, linkid: string) =>
  visitor.perform(getLink, { linkid }).then(
    ({ inviter, redirectto }) => inviter ?? redirectto,
    (refusal: { code: string }) => refusal.code,
  );

test('the link of an individual’s invitation is their own', async () => {
  const inviter = await newPerson(portal, { businessname: '', firstname: 'Ivo', lastname: 'Lang' });
  const { linkid } = await invite(inviter, 'friend@example.com');
  expect(await leads(inviter, linkid)).toBe('/user/network');
  expect(await leads(await newPerson(portal), linkid)).toBe(`/link/${linkid}/address`);
  const guest = await newPerson(portal);
  expect(await guest.visitor.perform(getOtherAddress, { linkid })).toMatchObject({ inviter: 'Ivo Lang' });
});

test('the team opens its company’s links as its own, except an invitation to that very member', async () => {
  const company = await newCompany(portal, { company_name: 'Acme Builders' });
  const [viewer, colleague] = [
    await newTeamMember(portal, company, 'viewer'),
    await newTeamMember(portal, company, 'viewer'),
  ];
  const open = await invite(company.owner, 'somebody@example.com');
  for (const member of [company.owner, viewer]) {
    expect(await leads(member, open.linkid)).toBe('/user/network');
    expect(await leads(member, await shieldLinkIdOf(company))).toBe('/user/network');
  }
  const theirs = await invite(company.owner, viewer.emailaddress);
  expect(await leads(viewer, theirs.linkid)).toBe(`/user/invitations/${theirs.inviteid}/accept`);
  expect(await leads(colleague, theirs.linkid)).toBe('/user/network');
  // The invitation came before the address was verified, which can happen if both run at the same time.
  await portal.pool.query('update connection set account_id = null where id = $1', [theirs.inviteid]);
  expect(await leads(viewer, theirs.linkid)).toBe('Acme Builders');
  expect(await leads(colleague, theirs.linkid)).toBe('/user/network');
});

test('the link of an invitation to a company is for its owner and admins', async () => {
  const [client, sharing, third] = await newLinkedCompanies(portal, 'Client', 'Sharing', 'Third');
  const { inviteid } = await askCompany(client, sharing);
  const linkid = await linkOf(client.owner, inviteid);
  const accept = `/user/invitations/${inviteid}/accept`;
  const readers: [Registered, string][] = [
    [sharing.owner, accept],
    [await newTeamMember(portal, sharing, 'admin'), accept],
    [await newTeamMember(portal, sharing, 'viewer'), `/link/${linkid}/address`],
    [third.owner, `/link/${linkid}/address`],
    [await newPerson(portal), `/link/${linkid}/address`],
    [client.owner, '/user/network'],
  ];
  for (const [reader, where] of readers) expect(await leads(reader, linkid)).toBe(where);
  const { newuser } = await portal.visitor().perform(getLink, { linkid });
  expect(newuser).toBe(false);
  // Whoever answers for the company can also open one again that it ignored.
  await sharing.owner.visitor.perform(ignoreInvite, { inviteid });
  expect(await sharing.owner.visitor.perform(getLink, { linkid })).toMatchObject({
    ignored: true,
    inviter: client.name,
  });
  expect((await sharing.owner.visitor.perform(openLink, { linkid })).redirectto).toBe(accept);
  await sharing.owner.visitor.perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' });
});

test('a ShieldID invites into the company of an owner or admin, and into the own network of anybody else', async () => {
  const company = await newCompany(portal, { company_name: 'Acme Builders' });
  const join = async (role: 'admin' | 'viewer', { companyId }: TestCompany) => {
    const member = await newScoredPerson(portal, { firstname: 'Mia', lastname: 'Stone' });
    await portal.work('test.join', (work) =>
      addTeamMember(work, { companyId, accountId: member.accountId, role }),
    );
    return member;
  };
  const [admin, viewer] = [await join('admin', company), await join('viewer', company)];
  const guest = await newPerson(portal);
  expect(await leads(guest, admin.shieldId)).toBe('Acme Builders');
  expect(await leads(guest, viewer.shieldId)).toBe('Mia Stone');
  await guest.visitor.perform(openLink, { linkid: admin.shieldId });
  await guest.visitor.perform(openLink, { linkid: viewer.shieldId });
  const { invitations } = await guest.visitor.perform(listInvitations, {});
  expect(invitations.map(({ businessname, lastname }) => [businessname, lastname])).toEqual([
    ['', 'Stone'],
    ['Acme Builders', 'Stone'],
  ]);
});

test('a ShieldID leads nowhere while its person shares nothing, or has closed the account', async () => {
  const host = await newScoredPerson(portal);
  const guest = await newPerson(portal);
  const prefer = (network_sharing_master: boolean) =>
    portal.work('test.prefer', (work) => savePreferences(work, host.accountId, { network_sharing_master }));
  await prefer(false);
  expect(await leads(guest, host.shieldId)).toBe('not-found');
  await prefer(true);
  expect(await leads(guest, host.shieldId)).not.toBe('not-found');
  await portal.work('test.close', (work) => setAccountActive(work, host.accountId, false));
  expect(await leads(guest, host.shieldId)).toBe('not-found');
});

test('a company that sees a person through another one invites them by its link as it does anybody', async () => {
  const { client, person } = await newSharedNetwork(portal);
  expect(await leads(person, await shieldLinkIdOf(client))).toBe(client.name);
});

test('an invitation by a ShieldID is somebody’s who has an account', async () => {
  const { owner } = await newCompany(portal);
  const { linkid } = await invite(owner, (await newScoredPerson(portal)).shieldId);
  expect((await portal.visitor().perform(getLink, { linkid })).newuser).toBe(false);
});

test('a permanent link renews an invitation that has expired without an answer', async () => {
  const host = await newScoredPerson(portal);
  const guest = await newPerson(portal);
  await guest.visitor.perform(openLink, { linkid: host.shieldId });
  const [before] = (await guest.visitor.perform(listInvitations, {})).invitations;
  await portal.pool.query(
    `update connection set invited_at = $2::timestamptz - interval '30 days', invite_expires_at = $2 where id = $1`,
    [before?.inviteid, portal.clock.now()],
  );
  expect(await leads(guest, host.shieldId)).not.toMatch(/^\/user/);
  await guest.visitor.perform(openLink, { linkid: host.shieldId });
  const { rows } = await portal.pool.query(
    'select came_by_link, remind_at, opened_at from connection where id = $1 and invite_expires_at > $2',
    [before?.inviteid, portal.clock.now()],
  );
  expect(rows).toEqual([{ came_by_link: true, remind_at: null, opened_at: expect.any(Date) }]);
});
