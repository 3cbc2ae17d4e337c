import { expect, it } from 'vitest';
import { webhookEvents } from '#modules/enterprise/fields.ts';
import {
  acceptInvite,
  leaveNetwork,
  newInvite,
  openMyNotice,
  requestRemoval,
  setConnectionActive,
  startBulk,
  withdrawAdverseAction,
} from '#modules/network/index.ts';
import { newSharing, startAdverse } from '#test/factories/adverse.ts';
import { check } from '#test/factories/bulk.ts';
import { mailsOf, sendMailEvent } from '#test/factories/mail-events.ts';
import { giveScore, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { connectReceiver, deliveriesOf, newReceiver, newWebhook } from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';

/** What the endpoints of companies are told about their networks, in the transaction of the cause (D136). */

const portal = await testPortal();
connectReceiver(portal, await newReceiver());

async function hooked(): Promise<TestCompany> {
  const company = await newCompany(portal);
  await newWebhook(company);
  return company;
}

/** The events so far, oldest first, without the time. */
async function eventsOf(company: TestCompany) {
  const deliveries = (await deliveriesOf(portal, company)).reverse();
  return deliveries
    .filter(({ event_type }) => event_type !== 'ping')
    .map(({ body }) => {
      const { timestamp: _at, ...event } = JSON.parse(body) as { timestamp: string; type: string };
      return event;
    });
}

const typesOf = async (company: TestCompany) => (await eventsOf(company)).map(({ type }) => type);

it('who joins, gets another score and leaves is told once each, with ids and statuses alone', async () => {
  const [company, stranger] = [await hooked(), await hooked()];
  const person = await newScoredPerson(portal, { score: 'IC02' });
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  const connectionid = inviteid;
  const joined = await eventsOf(company);
  expect(joined).toContainEqual({
    type: 'connection.accepted',
    data: { connectionid, reason: 'accepted' },
  });
  expect(joined).toContainEqual({
    type: 'connection.status_changed',
    data: { connectionid, status: 'CURRENT', previous_status: expect.any(String) },
  });
  expect(joined).toContainEqual({
    type: 'alert.created',
    data: { alertid: expect.any(String), alerttype: 'new', connectionid },
  });
  await giveScore(portal, person.accountId, { score: 'IC03' });
  expect((await eventsOf(company)).slice(joined.length)).toContainEqual({
    type: 'score.changed',
    data: { connectionid, status: 'CURRENT' },
  });
  await person.visitor.perform(setConnectionActive, { connectionid, active: 'NO' });
  await person.visitor.perform(leaveNetwork, { connectionid: inviteid });
  expect(await eventsOf(company)).toContainEqual({
    type: 'connection.removed',
    data: { connectionid, reason: 'left' },
  });
  for (const once of ['connection.accepted', 'score.changed', 'connection.removed'])
    expect((await typesOf(company)).filter((type) => type === once)).toHaveLength(1);
  expect(await eventsOf(stranger)).toEqual([]);
  const all = JSON.stringify(await deliveriesOf(portal, company));
  for (const secret of [person.shieldId, person.emailaddress, person.accountId, 'IC03'])
    expect(all).not.toContain(secret);
});

it('whom the company removes is told too', async () => {
  const company = await hooked();
  const person = await newScoredPerson(portal);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  await company.owner.visitor.perform(requestRemoval, { connectionid: inviteid });
  expect(await eventsOf(company)).toContainEqual({
    type: 'connection.removed',
    data: { connectionid: inviteid, reason: 'removed' },
  });
});

it('the mail of an invitation is told when it is delivered for the first time, and when it comes back', async () => {
  const company = await hooked();
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: 'told@example.com' });
  await portal.runJobs();
  const [mail = ''] = await mailsOf(portal, inviteid);
  await sendMailEvent(portal, 'delivered', { mail });
  await sendMailEvent(portal, 'delivered', { mail });
  await sendMailEvent(portal, 'bounced', { to: 'told@example.com', mail, bounce: 'Permanent' });
  const told = (await eventsOf(company)).filter(({ type }) => type.startsWith('invitation.'));
  expect(told).toEqual([
    { type: 'invitation.delivered', data: { connectionid: inviteid } },
    { type: 'invitation.bounced', data: { connectionid: inviteid, reason: 'bounced' } },
  ]);
});

it('a bulk invitation is told when its last row is handled', async () => {
  const company = await hooked();
  const { bulkid } = await check(company.owner.visitor, 'email\nbulk-told@example.com\n');
  await company.owner.visitor.perform(startBulk, { bulkid });
  await portal.runJobs();
  expect((await eventsOf(company)).filter(({ type }) => type === 'bulk.finished')).toEqual([
    { type: 'bulk.finished', data: { bulkid, status: 'done' } },
  ]);
});

it('an adverse action is told with each entry of its evidence, and neither who it is about nor what was found', async () => {
  const sharing = await newSharing(portal);
  const { company } = sharing;
  await newWebhook(company, { events: ['adverse_action.updated'] });
  const adverseid = await startAdverse(portal, sharing);
  await sharing.visitor.perform(openMyNotice, { adverseid });
  await company.owner.visitor.perform(withdrawAdverseAction, { adverseid });
  await portal.runJobs();
  const updates = ['purpose', 'started', 'delivered', 'opened', 'withdrawn', 'withdrawal-delivered'];
  expect(await eventsOf(company)).toEqual(
    updates.map((update) => ({
      type: 'adverse_action.updated',
      data: { adverseactionid: adverseid, update },
    })),
  );
  const all = JSON.stringify(await deliveriesOf(portal, company));
  for (const secret of [sharing.accountId, sharing.emailaddress, 'trespass', 'IC03', 'site access'])
    expect(all).not.toContain(secret);
});

it('the list of events is the one of the documents', () => {
  expect(Object.keys(webhookEvents)).toEqual([
    'connection.accepted',
    'connection.status_changed',
    'connection.removed',
    'score.changed',
    'alert.created',
    'invitation.delivered',
    'invitation.bounced',
    'adverse_action.updated',
    'bulk.finished',
  ]);
});
