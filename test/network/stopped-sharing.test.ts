import { expect, test } from 'vitest';
import { updatePreferences } from '#modules/identity/index.ts';
import { acceptInvite, getConnection, newInvite, setConnectionActive } from '#modules/network/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('what a network sees of somebody who stopped sharing is neither a verification nor the photo', async () => {
  const company = await newCompany(portal);
  const person = await newScoredPerson(portal);
  const { inviteid: connectionid } = await company.owner.visitor.perform(newInvite, {
    touser: person.shieldId,
  });
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  const seen = async () => {
    const { connection } = await company.owner.visitor.perform(getConnection, { connectionid });
    const photo = await company.owner.visitor.call('POST', '/network/profileimage', {
      contactreference: connectionid,
    });
    const { user_has_verification, contactreference, currenticstatus } = connection;
    return { user_has_verification, contactreference, currenticstatus, photo: photo.status };
  };
  const nothing = {
    user_has_verification: false,
    contactreference: null,
    currenticstatus: null,
    photo: 404,
  };
  const all = {
    user_has_verification: true,
    contactreference: connectionid,
    currenticstatus: 'IC01',
    photo: 200,
  };
  expect(await seen()).toEqual(all);
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  expect(await seen()).toEqual(nothing);
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'YES' });
  expect(await seen()).toEqual(all);
  await person.visitor.perform(updatePreferences, { network_sharing_master: 'NO' });
  expect(await seen()).toEqual(nothing);
});
