import { expect, test } from 'vitest';
import {
  acceptInvite,
  attestPurpose,
  cancelInvite,
  getInviteLink,
  ignoreInvite,
  leaveNetwork,
  makeShareLink,
  newInvite,
  openInvitation,
  openLink,
  requestAccess,
  requestRemoval,
  requestRenewal,
  resendInvite,
  revokeShareLink,
  setConnectionActive,
  setShareDetails,
  startExport,
} from '#modules/network/index.ts';
import { listAudit } from '#modules/platform/index.ts';
import { giveScore, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** The audit entry for each action in a network: who, about whom, on which object, and with which detail. */

const portal = await testPortal();
const company = await newCompany(portal);
const { owner } = company;

/** What an action wrote to the log, oldest first, with names in place of ids. */
async function written(names: Record<string, string>, run: () => Promise<unknown>): Promise<unknown[]> {
  const { rows } = await portal.pool.query<{ id: string }>('select id from audit_entry');
  const before = new Set(rows.map(({ id }) => id));
  await run();
  const { entries } = await listAudit(portal.db, portal.keys, { limit: 50 });
  const named = (id: string | null) => (id === null ? null : (names[id] ?? id));
  return entries
    .filter(({ id }) => !before.has(id))
    .reverse()
    .map(({ action, actorId, aboutId, object, detail }) => [
      action,
      named(actorId),
      named(aboutId),
      object && `${object.type} ${named(object.id)}`,
      detail,
    ]);
}

const namesOf = (person: Registered, connection = '') => ({
  [owner.accountId]: 'owner',
  [company.companyId]: 'company',
  [person.accountId]: 'person',
  ...(connection ? { [connection]: 'theirs' } : {}),
});

test('what a company does with an invitation, and what the person answers', async () => {
  const person = await newScoredPerson(portal, { days: 40 });
  const { visitor } = person;
  let id = '';
  const first = await written(namesOf(person), async () => {
    id = (await owner.visitor.perform(newInvite, { touser: person.shieldId })).inviteid;
  });
  expect(first).toEqual([['network.invitation-sent', 'owner', 'person', `connection ${id}`, null]]);
  const names = namesOf(person, id);
  const of = (run: () => Promise<unknown>) => written(names, run);
  const theirs = 'connection theirs';
  expect(await of(() => owner.visitor.perform(resendInvite, { inviteid: id }))).toEqual([
    ['network.invitation-resent', 'owner', 'person', theirs, null],
  ]);
  expect(await of(() => visitor.perform(openInvitation, { inviteid: id }))).toEqual([
    ['network.invitation-opened', 'person', 'person', theirs, null],
  ]);
  expect(await of(() => visitor.perform(acceptInvite, { inviteid: id }))).toEqual([
    [
      'network.invitation-accepted',
      'person',
      'person',
      theirs,
      { accepttype: 'INDIVIDUAL', report_shared: false },
    ],
  ]);
  expect(await of(() => owner.visitor.perform(requestRenewal, { connectionid: id }))).toEqual([
    ['network.renewal-requested', 'owner', 'person', theirs, null],
  ]);
  for (const [reportshared, action] of [
    ['YES', 'network.report-shared'],
    ['NO', 'network.report-withdrawn'],
  ] as const) {
    expect(await of(() => visitor.perform(setShareDetails, { connectionid: id, reportshared }))).toEqual([
      [action, 'person', 'person', theirs, null],
    ]);
  }
  for (const [active, action] of [
    ['NO', 'network.sharing-switched-off'],
    ['YES', 'network.sharing-switched-on'],
  ] as const) {
    expect(await of(() => visitor.perform(setConnectionActive, { connectionid: id, active }))).toEqual([
      [action, 'person', 'person', theirs, null],
    ]);
  }
  expect(await of(() => owner.visitor.perform(requestRemoval, { connectionid: id }))).toEqual([
    ['network.connection-removed', 'owner', 'person', theirs, null],
  ]);
});

test('an invitation that is ignored, extended and opened again; one that is withdrawn; a network that is left', async () => {
  const person = await newScoredPerson(portal);
  const { visitor } = person;
  const { inviteid: id } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  const { network_invite_url: url } = await owner.visitor.perform(getInviteLink, { inviteid: id });
  const names = namesOf(person, id);
  const of = (run: () => Promise<unknown>) => written(names, run);
  const theirs = 'connection theirs';
  expect(await of(() => visitor.perform(ignoreInvite, { inviteid: id }))).toEqual([
    ['network.invitation-ignored', 'person', 'person', theirs, null],
  ]);
  expect(await of(() => owner.visitor.perform(resendInvite, { inviteid: id }))).toEqual([
    ['network.invitation-extended', 'owner', 'person', theirs, null],
  ]);
  const opened = await of(() => visitor.perform(openLink, { linkid: url.split('/').at(-1) ?? '' }));
  expect(opened).toContainEqual(['network.invitation-reopened', 'person', 'person', theirs, null]);
  await visitor.perform(acceptInvite, { inviteid: id });
  await visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' });
  expect(await of(() => visitor.perform(leaveNetwork, { connectionid: id }))).toEqual([
    ['network.connection-left', 'person', 'person', theirs, null],
  ]);
  const other = await newScoredPerson(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: other.shieldId });
  const withdrawn = await written(namesOf(other, inviteid), () =>
    owner.visitor.perform(cancelInvite, { inviteid }),
  );
  expect(withdrawn).toEqual([['network.invitation-cancelled', 'owner', 'person', theirs, null]]);
});

test('a link that gives an invitation, a request for access, and a link to one’s own score', async () => {
  const host = await newScoredPerson(portal);
  const guest = await newPersonWithoutTwoStep(portal);
  const followed = await written({ ...namesOf(guest), [host.accountId]: 'host' }, () =>
    guest.visitor.perform(openLink, { linkid: host.shieldId }),
  );
  expect(followed).toMatchObject([
    ['network.invitation-sent', 'person', 'person', expect.stringMatching(/^connection /), null],
    ['network.link-opened', 'person', 'person', expect.stringMatching(/^connection /), null],
  ]);
  const hidden = await newScoredPerson(portal, { searchable: false });
  const asked = await written(namesOf(hidden), () =>
    owner.visitor.perform(requestAccess, { searchterm: hidden.shieldId }),
  );
  expect(asked).toEqual([['network.access-requested', 'owner', 'person', null, null]]);
  await giveScore(portal, host.accountId);
  let linkid = '';
  const made = await written(namesOf(host), async () => {
    linkid = (await host.visitor.perform(makeShareLink, { label: 'Gate', days: '7' })).linkid;
  });
  expect(made).toEqual([
    ['network.share-link-made', 'person', 'person', `share_link ${linkid}`, { kind: 'link' }],
  ]);
  const revoked = await written(namesOf(host), () => host.visitor.perform(revokeShareLink, { linkid }));
  expect(revoked).toEqual([['network.share-link-revoked', 'person', 'person', `share_link ${linkid}`, null]]);
});

test('what is done with a whole network names the company, or nobody else’s', async () => {
  const person = await newScoredPerson(portal);
  const purpose = { purpose: 'employment', attested: 'YES' } as const;
  const wanted = { q: 'somebody', selected: undefined };
  const byCompany = await written(namesOf(person), async () => {
    await owner.visitor.perform(attestPurpose, purpose);
    await owner.visitor.perform(startExport, wanted);
  });
  expect(byCompany).toContainEqual([
    'network.purpose-attested',
    'owner',
    null,
    'company company',
    { purpose: 'employment' },
  ]);
  expect(byCompany).toContainEqual([
    'network.list-exported',
    'owner',
    null,
    'company company',
    expect.not.objectContaining({ q: 'somebody' }),
  ]);
  const byPerson = await written(namesOf(person), async () => {
    await person.visitor.perform(attestPurpose, purpose);
    await person.visitor.perform(startExport, wanted);
  });
  expect(byPerson).toMatchObject([
    ['network.purpose-attested', 'person', null, null, { purpose: 'employment' }],
    ['network.list-exported', 'person', null, null, {}],
  ]);
});
