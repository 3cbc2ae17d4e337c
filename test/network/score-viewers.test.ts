import { expect, test } from 'vitest';
import { savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  countNetwork,
  findPendingInvites,
  findScoreViewers,
  getInvitation,
  newInvite,
  setConnectionActive,
} from '#modules/network/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import { newApplication, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import {
  askCompany,
  connectCompanies,
  joinNetwork,
  newLinkedCompanies,
  newSharedNetwork,
  shareOf,
} from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

/** What a person is told about their own score and invitations on the pages of their application. */

const portal = await testPortal();

test('who sees a score: whoever it is shared with now, the newest first', async () => {
  const person = await newScoredPerson(portal);
  const viewers = () => portal.work('test.viewers', (work) => findScoreViewers(work, person.accountId));
  const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
  const inviter = await newPerson(portal, { firstname: 'Ivo', lastname: 'Lang' });
  await joinNetwork(sharing, person);
  portal.clock.advance(SECOND);
  const { inviteid } = await inviter.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  portal.clock.advance(SECOND);
  await connectCompanies(client, sharing);
  expect(await viewers()).toEqual([client.name, 'Ivo Lang', sharing.name]);
  const { myshares, sharedwithme } = await person.visitor.perform(countNetwork, {});
  expect([myshares, sharedwithme]).toEqual([
    { total: 3, exact: true },
    { total: 0, exact: true },
  ]);
  await person.visitor.perform(setConnectionActive, { connectionid: inviteid, active: 'NO' });
  expect(await viewers()).toEqual([client.name, sharing.name]);
  await portal.work('test.master', (work) =>
    savePreferences(work, person.accountId, { network_sharing_master: false }),
  );
  expect(await viewers()).toEqual([]);
});

test('which invitations can be chosen with a score: those to the person, not those to their company', async () => {
  const person = await newScoredPerson(portal, { searchable: false });
  const inviting = await newCompany(portal, { company_name: 'Acme Builders' });
  const [asking] = await newLinkedCompanies(portal, 'Asking');
  const { inviteid } = await inviting.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await asking.owner.visitor.perform(newInvite, {
    touser: person.emailaddress,
    connectiontype: 'FULLNETWORK',
  });
  const pending = await portal.work('test.pending', (work) => findPendingInvites(work, person.accountId));
  expect(pending).toEqual([
    {
      id: inviteid,
      firstname: 'Pat',
      lastname: expect.any(String),
      businessname: 'Acme Builders',
      invite_dts: expect.any(Date),
      accepted: false,
      network_requires_pdf: false,
      also_seen_by: [],
    },
  ]);
});

test('a person is told through which company another one sees them, and before they accept who else will', async () => {
  const { client, sharing, person, link } = await newSharedNetwork(portal);
  const through = async () => (await shareOf(person, 'EXTENDED'))?.through;
  expect(await through()).toBe(sharing.name);
  const [second, asking] = await newLinkedCompanies(portal, 'Second', 'Asking');
  await joinNetwork(second, person);
  await connectCompanies(client, second);
  expect(await through()).toBe('Multiple Companies');

  await askCompany(asking, sharing);
  const invited = await newPerson(portal);
  const { inviteid } = await sharing.owner.visitor.perform(newInvite, { touser: invited.emailaddress });
  const shown = () => invited.visitor.perform(getInvitation, { inviteid });
  expect(await shown()).toMatchObject({ also_seen_by: [client.name], application_open: false });
  await sharing.owner.visitor.perform(setConnectionActive, { connectionid: link, active: 'NO' });
  await newApplication(portal, invited.accountId, 'paid');
  expect(await shown()).toMatchObject({ also_seen_by: [], application_open: true });
});
