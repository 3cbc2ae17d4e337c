import { expect, test } from 'vitest';
import { receiveMailEvent, savePreferences } from '#modules/identity/index.ts';
import {
  cancelInvite,
  getConnection,
  listConnections,
  newInvite,
  recordBounce,
  resendInvite,
} from '#modules/network/index.ts';
import { HOUR, MINUTE, newId, signSvixHook, sql } from '#modules/platform/index.ts';
import { mailsOf, secondsAgo, sendMailEvent } from '#test/factories/mail-events.ts';
import { connectionRow, newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const company = await newCompany(portal, { company_name: 'Acme Builders' });
const { owner } = company;

let invited = 0;

/** A person who was invited by a mail that the provider has accepted. */
async function newInvitation() {
  const to = `invited${++invited}@example.com`;
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: to });
  await portal.runJobs();
  const [mail = ''] = await mailsOf(portal, inviteid);
  return { to, inviteid, mail };
}

async function shown(inviteid: string) {
  const { connection } = await owner.visitor.perform(getConnection, { connectionid: inviteid });
  return connection.emailstatus;
}
const stateOf = async (inviteid: string) => (await shown(inviteid)).invite_mail_state;

const rowOf = async (mail: string) =>
  (await sql<Record<string, unknown>>`select * from invitation_mail where id = ${mail}`.execute(portal.db))
    .rows[0];

test('F63: the owner sees how far a mail got, also by the call', async () => {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: 'far@example.com' });
  expect(await stateOf(inviteid)).toBe('waiting');
  await portal.runJobs();
  expect(await stateOf(inviteid)).toBe('sent');
  const [mail = ''] = await mailsOf(portal, inviteid);
  for (const [event, state] of [
    ['sent', 'sent'],
    ['delivery_delayed', 'delayed'],
    ['delivered', 'delivered'],
    ['opened', 'opened'],
    ['opened', 'opened'],
    ['clicked', 'clicked'],
  ] as const) {
    expect(await sendMailEvent(portal, event, { mail })).toEqual({ received: true });
    expect(await stateOf(inviteid)).toBe(state);
  }
  const { connections } = await owner.visitor.perform(listConnections, { inviteid });
  expect(connections.sharedwithme[0]?.emailstatus).toEqual({
    invite_sent: 1,
    renewal_count: 0,
    bounces: 0,
    invite_open_count: 2,
    invite_click_count: 1,
    invite_mail_state: 'clicked',
  });
  expect(connections.sharedwithme[0]?.connectionstatus).toBe('INVITE');
});

test('an event that arrives late takes nothing back, and each is taken once', async () => {
  const { inviteid, mail } = await newInvitation();
  const clickedAt = secondsAgo(portal, 30);
  await sendMailEvent(portal, 'clicked', { mail, at: clickedAt, id: 'msg_click' });
  const openedAt = secondsAgo(portal, 40);
  for (const event of ['opened', 'delivered', 'delivery_delayed', 'sent']) {
    await sendMailEvent(portal, event, { mail, at: openedAt });
    expect(await stateOf(inviteid)).toBe('clicked');
  }
  expect(await sendMailEvent(portal, 'clicked', { mail, id: 'msg_click' })).toEqual({ received: false });
  await sendMailEvent(portal, 'opened', { mail, at: secondsAgo(portal, 20) });
  const ahead = new Date(portal.clock.now().getTime() + HOUR);
  await sendMailEvent(portal, 'clicked', { mail, at: ahead });
  expect(await rowOf(mail)).toMatchObject({
    opened_at: openedAt,
    clicked_at: clickedAt,
    opens: 2,
    clicks: 2,
  });
});

test('a mail that came back stays so, whatever is told afterwards', async () => {
  const { inviteid, mail, to } = await newInvitation();
  await sendMailEvent(portal, 'delivered', { mail, to });
  await sendMailEvent(portal, 'bounced', { mail, to, bounce: 'Permanent' });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEBOUNCE' });
  for (const event of ['opened', 'clicked', 'delivered', 'sent'])
    await sendMailEvent(portal, event, { mail, to });
  expect(await shown(inviteid)).toMatchObject({ bounces: 1, invite_mail_state: 'bounced' });

  const full = await newInvitation();
  await sendMailEvent(portal, 'bounced', { mail: full.mail, to: full.to, bounce: 'Transient' });
  expect(await shown(full.inviteid)).toMatchObject({ bounces: 1, invite_mail_state: 'bounced' });
  expect(await connectionRow(portal, full.inviteid)).toMatchObject({ status: 'INVITE' });
});

test('an address that another mail showed to be dead is marked so, whatever became of this mail', async () => {
  const { inviteid, mail, to } = await newInvitation();
  await sendMailEvent(portal, 'sent', { mail, to });
  await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: to }));
  expect(await shown(inviteid)).toMatchObject({ bounces: 1, invite_mail_state: 'bounced' });
});

test('mails that the provider could not send, or reported as spam', async () => {
  for (const event of ['failed', 'suppressed']) {
    const { inviteid, mail, to } = await newInvitation();
    await sendMailEvent(portal, event, { mail, to });
    expect(await stateOf(inviteid)).toBe('failed');
  }
  const { inviteid, mail, to } = await newInvitation();
  await sendMailEvent(portal, 'delivered', { mail, to });
  await sendMailEvent(portal, 'complained', { mail, to });
  expect(await shown(inviteid)).toMatchObject({ bounces: 0, invite_mail_state: 'delivered' });
});

test('the latest mail decides what is shown, and openings of all count', async () => {
  const { inviteid, mail } = await newInvitation();
  await sendMailEvent(portal, 'opened', { mail });
  await owner.visitor.perform(resendInvite, { inviteid });
  await portal.runJobs();
  expect(await shown(inviteid)).toMatchObject({
    invite_sent: 2,
    invite_open_count: 1,
    invite_mail_state: 'sent',
  });
  const [, second = ''] = await mailsOf(portal, inviteid);
  await sendMailEvent(portal, 'opened', { mail: second });
  await sendMailEvent(portal, 'clicked', { mail });
  expect(await shown(inviteid)).toMatchObject({
    invite_open_count: 2,
    invite_click_count: 1,
    invite_mail_state: 'opened',
  });
});

test('a mail whose invitation has ended leaves no trace, and one that is not wanted says so', async () => {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: 'withdrawn@example.com' });
  await owner.visitor.perform(cancelInvite, { inviteid });
  const quiet = await newPerson(portal);
  await portal.work('test.quiet', (work) =>
    savePreferences(work, quiet.accountId, { email_preference_invites: false }),
  );
  const { inviteid: unwanted } = await owner.visitor.perform(newInvite, { touser: quiet.emailaddress });
  await portal.runJobs();
  expect(await mailsOf(portal, inviteid)).toEqual([]);
  expect(await stateOf(unwanted)).toBe('withheld');
});

test('events of unknown mails, of no mail and of other things are taken and change nothing', async () => {
  const { inviteid, mail } = await newInvitation();
  const before = await rowOf(mail);
  const taken = { received: true };
  expect(await sendMailEvent(portal, 'clicked', { mail: newId() })).toEqual(taken);
  expect(await sendMailEvent(portal, 'clicked', { mail: 'no-id' })).toEqual(taken);
  expect(await sendMailEvent(portal, 'clicked')).toEqual(taken);
  expect(await sendMailEvent(portal, 'scheduled', { mail })).toEqual(taken);
  const now = portal.clock.now();
  const domain = JSON.stringify({ type: 'domain.updated', data: { id: 'x', name: 'example.com' } });
  const signature = signSvixHook(portal.config.mail.webhookSecret ?? '', 'msg_domain', domain, now);
  expect(await portal.visitor().perform(receiveMailEvent, { body: domain, signature })).toEqual(taken);
  expect(await rowOf(mail)).toEqual(before);
  expect(await stateOf(inviteid)).toBe('sent');
});

test('another network sees nothing of it, a viewer of the own one does', async () => {
  const { inviteid, mail } = await newInvitation();
  await sendMailEvent(portal, 'opened', { mail });
  const stranger = await newCompany(portal);
  await expect(
    stranger.owner.visitor.perform(getConnection, { connectionid: inviteid }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const viewer = await newTeamMember(portal, company, 'viewer');
  const { connection } = await viewer.visitor.perform(getConnection, { connectionid: inviteid });
  expect(connection.emailstatus.invite_open_count).toBe(1);
});

test('F64: the history tells what happened to each mail, what is under way and what is to come', async () => {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: 'history@example.com' });
  const history = async () => {
    const { historyrecords } = await owner.visitor.perform(getConnection, { connectionid: inviteid });
    return historyrecords.map(({ label, status }) => [label, status]);
  };
  expect(await history()).toEqual([
    ['Invited', 'complete'],
    ['Email queued', 'inprogress'],
    ['Reminder by email', 'pending'],
    ['Invitation expires', 'pending'],
  ]);
  await portal.runJobs();
  const [mail = ''] = await mailsOf(portal, inviteid);
  for (const event of ['delivery_delayed', 'opened', 'opened', 'clicked'])
    await sendMailEvent(portal, event, { mail });
  expect((await history()).map(([label]) => label)).toEqual(
    expect.arrayContaining(['Email sent', 'Email delayed', 'Email opened', 'Link in the email followed']),
  );
  await sendMailEvent(portal, 'delivered', { mail });
  const told = (await history()).map(([label]) => label);
  expect(told).toContain('Email delivered');
  expect(told).not.toContain('Email delayed');
  await sendMailEvent(portal, 'bounced', { mail, to: 'history@example.com', bounce: 'Permanent' });
  const ended = (await history()).map(([label]) => label);
  expect(ended).toContain('Email could not be delivered');
  expect(ended).not.toContain('Email came back');
});

test('F64: mails stand in the history among the other events, in the order in which all of them happened', async () => {
  const { inviteid, mail } = await newInvitation();
  portal.clock.advance(MINUTE);
  await owner.visitor.perform(resendInvite, { inviteid });
  portal.clock.advance(MINUTE);
  await portal.runJobs();
  portal.clock.advance(MINUTE);
  await sendMailEvent(portal, 'opened', { mail });
  const { historyrecords } = await owner.visitor.perform(getConnection, { connectionid: inviteid });
  expect(historyrecords.map(({ label }) => label)).toEqual([
    'Invited',
    'Email sent',
    'Invitation resent',
    'Email sent',
    'Email opened',
    'Reminder by email',
    'Invitation expires',
  ]);
});
