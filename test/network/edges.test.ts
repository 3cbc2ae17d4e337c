import { expect, it } from 'vitest';
import { listAccess, setAccountActive } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getConnection,
  getInvitation,
  getInviteLink,
  listInvitations,
  newInvite,
  readExport,
  refreshConnections,
  search,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import {
  connectionRow,
  moveApplication,
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
} from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { testPortal } from '#test/portal.ts';

/** Who is found and whose access is recorded, each with the most similar case that has a different result. */
const portal = await testPortal();
const { owner } = await newCompany(portal);

const accessTo = async (accountId: string) =>
  (await portal.work('test.access', (work) => listAccess(work, accountId, 10))).map(({ kind }) => kind);

it('does not find closed accounts', async () => {
  const person = await newScoredPerson(portal);
  await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
  for (const searchterm of [person.shieldId, person.emailaddress]) {
    await expect(owner.visitor.perform(search, { searchterm })).rejects.toMatchObject({
      code: 'network.shieldid-not-found',
    });
  }
});

it('shows no score while an update of it waits or is disputed', async () => {
  const person = await newScoredPerson(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const applicationId = await newApplication(portal, person.accountId, 'done');
  await moveApplication(portal, person.accountId, applicationId, 'monitorrequiresapproval');
  const id = await newScoreChange(portal, person.accountId, applicationId, 'monitorupdate', 'IC03');
  const shown = async () => {
    const { searchresults } = await owner.visitor.perform(search, { searchterm: person.shieldId });
    await portal.work('test.refresh', (work) => refreshConnections(work, { connectionIds: [inviteid] }));
    const { score, status } = await connectionRow(portal, inviteid);
    return [searchresults[0]?.share_status, score, status];
  };
  const held = ['PRIVATE', null, 'SCOREPENDING'];
  expect(await shown()).toEqual(held);
  await sql`update score_change set state = 'disputed', decided_at = now() where id = ${id}`.execute(
    portal.db,
  );
  expect(await shown()).toEqual(held);
  await moveApplication(portal, person.accountId, applicationId, 'done');
  expect(await shown()).toEqual(['SHARED', 'IC01', 'CURRENT']);
});

it('notes an access to a score where one is shown, and none where the invitation still waits', async () => {
  const person = await newScoredPerson(portal, { searchable: false });
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  await owner.visitor.perform(getConnection, { connectionid: inviteid });
  expect(await accessTo(person.accountId)).toEqual([]);
  await person.visitor.perform(acceptInvite, { inviteid });
  await owner.visitor.perform(getConnection, { connectionid: inviteid });
  expect(await accessTo(person.accountId)).toEqual(['score']);
});

it('notes the access of an export for those whom its filter lets through', async () => {
  const people = [
    await newScoredPerson(portal, { lastname: 'Filterling' }),
    await newScoredPerson(portal, { lastname: 'Otherwise' }),
  ];
  for (const { visitor, shieldId } of people) {
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: shieldId });
    await visitor.perform(acceptInvite, { inviteid });
  }
  await owner.visitor.perform(readExport, { q: 'filterling' });
  expect(await Promise.all(people.map(({ accountId }) => accessTo(accountId)))).toEqual([['export'], []]);
});

it('says in words why an invitation cannot be accepted for a company', async () => {
  const person = await newScoredPerson(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
  const { obstacles } = await person.visitor.perform(getInvitation, { inviteid });
  expect(obstacles).toEqual({
    INDIVIDUAL: null,
    FULLNETWORK: networkTexts['invitations.no-company'],
  });
});

it('keeps an invitation open for 30 days, to the moment', async () => {
  const person = await newScoredPerson(portal);
  portal.clock.stop();
  const { inviteid } = await (await signIn(portal, owner)).perform(newInvite, { touser: person.shieldId });
  const open = async () => {
    const { invitations } = await (await signIn(portal, person)).perform(listInvitations, {});
    const visitor = await signIn(portal, owner);
    const { connection } = await visitor.perform(getConnection, { connectionid: inviteid });
    const link = await codeOf(visitor.perform(getInviteLink, { inviteid }));
    return [invitations.length, connection.invite_expired, link];
  };
  portal.clock.advance(30 * DAY - 1);
  expect(await open()).toEqual([1, false, 'done']);
  portal.clock.advance(1);
  expect(await open()).toEqual([0, true, 'network.not-in-this-state']);
  portal.clock.set(new Date());
  portal.clock.run();
});
