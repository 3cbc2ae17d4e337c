import { expect, test } from 'vitest';
import {
  acceptInvite,
  listAlerts,
  listRemoved,
  listSharedWithMe,
  newInvite,
  requestRemoval,
  search,
  shareShieldId,
} from '#modules/network/index.ts';
import { showEmailAddress } from '#modules/platform/index.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

/** What people see on a page or in a mail program, and paste into the searches and fields of the network. */
const portal = await testPortal();
const { owner } = await newCompany(portal, { alert_dashboard_enabled: true });
const sam = await newScoredPerson(portal, {
  firstname: 'Sam',
  lastname: 'Abernathy',
  emailaddress: 'sam.abernathy18@müller.example',
});
const other = await newScoredPerson(portal, { firstname: 'Sam', lastname: 'Quill' });
for (const person of [sam, other]) {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
}
const { shieldId } = sam;
const spaced = `${shieldId.slice(0, 2)} ${shieldId.slice(2, 5)} ${shieldId.slice(5, 8)} ${shieldId.slice(8)}`;
const shownAddress = showEmailAddress('sam.abernathy18@xn--mller-kva.example');

test.each([
  'Abernathy, Sam',
  `Sam Abernathy <${shownAddress}>`,
  `<${shownAddress}>`,
  shownAddress,
  'sam.abernathy18@xn--mller-kva.example',
  spaced,
  `ShieldID ${spaced.toLowerCase()}`,
  '\u202aＡｂｅｒｎａｔｈｙ\u202c',
])('the grid of the network finds a person by %j', async (q) => {
  const { rows } = await owner.visitor.perform(listSharedWithMe, { q });
  expect(rows.map(({ lastname }) => lastname)).toEqual(['Abernathy']);
});

test.each([
  `<${shownAddress}>`,
  `Sam Abernathy <${shownAddress}>`,
  `ShieldID ${spaced}`,
  `\u200b${shownAddress}`,
])('the search and an invitation take %j', async (term) => {
  const { searchresults } = await owner.visitor.perform(search, { searchterm: term });
  expect(searchresults.map(({ userid }) => userid)).toEqual([sam.accountId]);
  expect(await owner.visitor.perform(newInvite, { touser: term })).toMatchObject({ already_invited: true });
});

test('a link to a score is mailed to an address in the one form', async () => {
  const { linkid } = await sam.visitor.perform(shareShieldId, { emailaddress: 'Rosa <Rosa@Müller.example>' });
  const { to_email } = await portal.db
    .selectFrom('share_link')
    .select('to_email')
    .where('id', '=', linkid)
    .executeTakeFirstOrThrow();
  expect(to_email).toBe('rosa@xn--mller-kva.example');
});

test.each([
  ["O'Brannigan", ['obrannigan', 'O’Brannigan', 'OBrannigan, Pat']],
  ['Obrennigan', ["o'brennigan"]],
  ['Müllersen', ['mullersen', 'muellersen', 'Müllersen']],
  ['Muellerson', ['Müllerson']],
])(
  'My Network, alerts and the list of removed people find %s in the spellings of documents',
  async (lastname, terms) => {
    const person = await newScoredPerson(portal, { firstname: 'Pat', lastname });
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
    await person.visitor.perform(acceptInvite, { inviteid });
    for (const q of terms) {
      const { rows } = await owner.visitor.perform(listSharedWithMe, { q });
      const { alerts } = await owner.visitor.perform(listAlerts, { q });
      expect(
        [rows, alerts].map((found) => found.map((row) => row.lastname)),
        q,
      ).toEqual([[lastname], [lastname]]);
    }
    const [row] = (await owner.visitor.perform(listSharedWithMe, { q: lastname })).rows;
    await owner.visitor.perform(requestRemoval, { connectionid: row?.id ?? '' });
    for (const q of terms) {
      expect(
        (await owner.visitor.perform(listRemoved, { q })).rows.map((left) => left.lastname),
        q,
      ).toEqual([lastname]);
    }
  },
);
