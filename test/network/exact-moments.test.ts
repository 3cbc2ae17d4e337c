import { expect, test } from 'vitest';
import { writeFacts } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getInvited,
  getInviteLink,
  getSearchAllowance,
  getShareLink,
  listInvitations,
  listRemoved,
  listShareLinks,
  makeShareLink,
  newInvite,
  requestAccess,
  requestRemoval,
  requestRenewal,
  search,
  viewSharedScore,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { DAY } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { testPortal } from '#test/portal.ts';

/**
 * Checks that limits in time apply exactly, one millisecond before their end and at their end, with a stopped clock.
 */

const portal = await testPortal();
portal.clock.stop();

/** The results one millisecond before a time is over, and when it is over. */
async function around<T>(time: number, answer: () => Promise<T>): Promise<[before: T, at: T]> {
  const since = portal.clock.now().getTime();
  portal.clock.set(new Date(since + time - 1));
  const before = await answer();
  portal.clock.set(new Date(since + time));
  return [before, await answer()];
}

/** The person's session may have expired by then. */
const again = (person: Registered) => signIn(portal, person);

test('a person found by a search counts for 30 days', async () => {
  const searcher = await newPersonWithoutTwoStep(portal);
  await searcher.visitor.perform(search, { searchterm: (await newScoredPerson(portal)).shieldId });
  const left = async () => (await (await again(searcher)).perform(getSearchAllowance, {})).left;
  expect(await around(networkTimings['search.free-window'], left)).toEqual([4, 5]);
});

test('whoever was asked for access may be asked again after seven days', async () => {
  const { owner } = await newCompany(portal);
  const { shieldId: searchterm } = await newScoredPerson(portal, { searchable: false });
  await owner.visitor.perform(requestAccess, { searchterm });
  const asked = async () => {
    const visitor = await again(owner);
    const { searchresults } = await visitor.perform(search, { searchterm });
    return [searchresults[0]?.access_requested, await codeOf(visitor.perform(requestAccess, { searchterm }))];
  };
  expect(await around(networkTimings['access.ask-again'], asked)).toEqual([
    [true, 'network.access-requested'],
    [false, 'done'],
  ]);
});

test('the twenty invitations of a newcomer are those of 24 hours', async () => {
  const newcomer = await newPerson(portal);
  const invite = async (visitor = newcomer.visitor) =>
    codeOf(visitor.perform(newInvite, { touser: `friend-${crypto.randomUUID()}@example.com` }));
  const sent = [];
  for (let at = 0; at < 21; at += 1) sent.push(await invite());
  expect(sent).toEqual([...Array<string>(20).fill('done'), 'throttled']);
  expect(await around(DAY, async () => invite(await again(newcomer)))).toEqual(['throttled', 'done']);
});

test.each(['somebody who bought a check', 'a company'])('%s invites more than twenty a day', async (who) => {
  const inviter = who === 'a company' ? (await newCompany(portal)).owner : await newPerson(portal);
  if (who !== 'a company') {
    await portal.work('test.bought', (work) => writeFacts(work, inviter.accountId, { application_count: 1 }));
  }
  for (let at = 0; at < 21; at += 1) {
    await inviter.visitor.perform(newInvite, { touser: `many-${crypto.randomUUID()}@example.com` });
  }
});

test('a renewal may be asked for again after 14 days', async () => {
  const { owner } = await newCompany(portal);
  const person = await newScoredPerson(portal, { days: 40 });
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const ask = async () => codeOf((await again(owner)).perform(requestRenewal, { connectionid: inviteid }));
  expect(await ask()).toBe('done');
  expect(await around(networkTimings['renewals.ask-again'], ask)).toEqual([
    'network.not-in-this-state',
    'done',
  ]);
});

test('a share link ends with its term, for its owner, for whoever has it, and for the limit of links', async () => {
  const person = await newScoredPerson(portal);
  const { linkid } = await person.visitor.perform(makeShareLink, { label: '', days: '14' });
  const { url } = await person.visitor.perform(getShareLink, { linkid });
  const code = url.split('/').at(-1) ?? '';
  for (let made = 1; made < 20; made += 1) {
    await person.visitor.perform(makeShareLink, { label: '', days: '14' });
  }
  const state = async () => {
    const visitor = await again(person);
    const { links } = await visitor.perform(listShareLinks, {});
    const { blank } = await portal.visitor().perform(viewSharedScore, { code, counted: false });
    const another = await codeOf(visitor.perform(makeShareLink, { label: '', days: '14' }));
    return [links.find((link) => link.linkid === linkid)?.state, blank, another];
  };
  expect(await around(14 * DAY, state)).toEqual([
    ['working', null, 'network.share-too-many'],
    ['expired', 'expired', 'done'],
  ]);
});

test('an invitation lapses after 30 days, for its link, for the person, and for whoever invites again', async () => {
  const { owner } = await newCompany(portal);
  const email = `lapses-${crypto.randomUUID()}@example.com`;
  const person = await newScoredPerson(portal, { days: 300 });
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: email });
  const theirs = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  const { network_invite_url } = await owner.visitor.perform(getInviteLink, { inviteid });
  const state = async () => {
    const visitor = await again(person);
    const { inviter } = await portal
      .visitor()
      .perform(getInvited, { linkid: network_invite_url.split('/').at(-1) ?? '' });
    const { invitations } = await visitor.perform(listInvitations, {});
    const inviting = await (await again(owner)).perform(newInvite, { touser: email });
    return [inviter !== null, invitations.length, inviting.already_invited];
  };
  expect(await around(networkTimings['invitations.lifetime'], state)).toEqual([
    [true, 1, true],
    [false, 0, false],
  ]);
  expect(await codeOf((await again(person)).perform(acceptInvite, { inviteid: theirs.inviteid }))).toBe(
    'network.invitation-expired',
  );
});

test('an invitation is due to be mailed again at the moment of its reminder', async () => {
  const { owner } = await newCompany(portal);
  const touser = `reminded-${crypto.randomUUID()}@example.com`;
  const { inviteid } = await owner.visitor.perform(newInvite, { touser });
  const invited = portal.clock.now().getTime();
  const next = async () => {
    await portal.runSchedule('network.reminders');
    const { remind_at } = await connectionRow(portal, inviteid);
    return remind_at === null ? null : ((remind_at as Date).getTime() - invited) / DAY;
  };
  expect(await around(3 * DAY, next)).toEqual([3, 7]);
  expect(await around(4 * DAY, next)).toEqual([7, 14]);
  expect(await around(7 * DAY, next)).toEqual([14, null]);
});

test('who was removed stays listed for 30 days', async () => {
  const { owner } = await newCompany(portal);
  const person = await newScoredPerson(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  await owner.visitor.perform(requestRemoval, { connectionid: inviteid });
  const listed = async () => (await (await again(owner)).perform(listRemoved, {})).rows.length;
  expect(await around(networkTimings['network.removed-listed'], listed)).toEqual([1, 0]);
});
