import { beforeEach, expect, test } from 'vitest';
import { savePreferences, unsubscribe } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  getConnection,
  ignoreInvite,
  invitationDays,
  newInvite,
  recordBounce,
  resendInvite,
} from '#modules/network/index.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { mailsOf, sendMailEvent } from '#test/factories/mail-events.ts';
import { connectionRow, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPerson, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
let company: TestCompany;
beforeEach(async () => {
  company = await newCompany(portal, { company_name: 'Acme Builders' });
});

let invited = 0;
const newAddress = () => `reminded${++invited}@example.com`;

async function invite(touser: string) {
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser });
  await portal.runJobs();
  return inviteid;
}

/** Moves the clock, runs the sweep, and sends its mails. */
async function pass(time: number): Promise<void> {
  portal.clock.advance(time);
  await portal.runSchedule('network.reminders');
  await portal.runJobs();
}

const subjectsTo = async (to: string) =>
  (await listOutbox(portal.db, { to, channel: 'mail' }))
    .map(({ subject }) => subject ?? '')
    .filter((subject) => subject.includes('invites you'))
    .reverse();

const first = 'Acme Builders invites you to their trusted network';
const reminder = `Reminder: ${first}`;

test('D53: reminds on the days 3, 7 and 14 and on no other, and counts none as a sending of the owner’s', async () => {
  const to = newAddress();
  const inviteid = await invite(to);
  const steps: [number, number][] = [
    [3 * DAY - HOUR, 0],
    [HOUR, 1],
    [HOUR, 1],
    [4 * DAY - 2 * HOUR, 1],
    [HOUR, 2],
    [7 * DAY - HOUR, 2],
    [HOUR, 3],
    [15 * DAY, 3],
    [3 * DAY, 3],
  ];
  for (const [time, reminders] of steps) {
    await pass(time);
    expect(await subjectsTo(to)).toEqual([first, ...Array<string>(reminders).fill(reminder)]);
  }
  expect(await connectionRow(portal, inviteid)).toMatchObject({ invite_sent_count: 1, remind_at: null });
  const owner = await signIn(portal, company.owner);
  const { historyrecords } = await owner.perform(getConnection, { connectionid: inviteid });
  expect(historyrecords.filter(({ label }) => label === 'Reminder sent')).toHaveLength(3);
});

test('the days are those that staff chose, and a change counts for invitations that were sent before', async () => {
  const choose = (days: number[]) =>
    portal.work('test.choose-days', (work) => invitationDays.save(work, days));
  await choose([2, 10]);
  const to = newAddress();
  await invite(to);
  const at: number[] = [];
  for (let day = 1; day <= 29; day += 1) {
    await pass(DAY);
    if (day === 5) await choose([1, 6, 20]);
    if ((await subjectsTo(to)).length > at.length + 1) at.push(day);
  }
  await choose([3, 7, 14]);
  expect(at).toEqual([2, 10, 20]);
});

test('the next one is in the history, and a sweep that runs late sends one for all that were due', async () => {
  const to = newAddress();
  const inviteid = await invite(to);
  const { historyrecords } = await company.owner.visitor.perform(getConnection, { connectionid: inviteid });
  const due = historyrecords.find(({ kind }) => kind === 'reminder-due');
  expect(due).toMatchObject({ label: 'Reminder by email', status: 'pending' });
  await pass(8 * DAY);
  await pass(HOUR);
  expect(await subjectsTo(to)).toEqual([first, reminder]);
  await pass(6 * DAY);
  expect(await subjectsTo(to)).toEqual([first, reminder, reminder]);
});

test('nobody is reminded after an answer, a withdrawal or a bounce', async () => {
  const [accepts, ignores] = [await newScoredPerson(portal), await newPerson(portal)];
  const accepted = await invite(accepts.emailaddress);
  await accepts.visitor.perform(acceptInvite, { inviteid: accepted });
  const ignored = await invite(ignores.emailaddress);
  await ignores.visitor.perform(ignoreInvite, { inviteid: ignored });
  await company.owner.visitor.perform(resendInvite, { inviteid: ignored });
  const [withdrawn, bounced, returned] = [newAddress(), newAddress(), newAddress()];
  await company.owner.visitor.perform(cancelInvite, { inviteid: await invite(withdrawn) });
  await invite(bounced);
  await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: bounced }));
  const [mail = ''] = await mailsOf(portal, await invite(returned));
  await sendMailEvent(portal, 'bounced', { mail, to: returned, bounce: 'Transient' });
  for (const wait of [3, 4, 7]) {
    await pass(wait * DAY);
  }
  for (const to of [accepts.emailaddress, ignores.emailaddress, withdrawn, bounced, returned]) {
    expect(await subjectsTo(to)).toEqual([first]);
  }
});

test('nobody is reminded after an opt-out, with an account or without', async () => {
  const member = await newPerson(portal);
  const stranger = newAddress();
  await invite(member.emailaddress);
  await invite(stranger);
  await portal.work('test.quiet', (work) =>
    savePreferences(work, member.accountId, { email_preference_invites: false }),
  );
  const [mail] = await listOutbox(portal.db, { to: stranger });
  const token = /\/unsubscribe\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await portal.visitor().perform(unsubscribe, { token });
  for (const wait of [3, 4, 7]) await pass(wait * DAY);
  expect(await subjectsTo(member.emailaddress)).toEqual([first]);
  expect(await subjectsTo(stranger)).toEqual([first]);
});

test('sending it again starts the days anew', async () => {
  const to = newAddress();
  const inviteid = await invite(to);
  portal.clock.advance(2 * DAY);
  const owner = await signIn(portal, company.owner);
  await owner.perform(resendInvite, { inviteid });
  await portal.runJobs();
  await pass(DAY + HOUR);
  expect(await subjectsTo(to)).toEqual([first, first]);
  await pass(2 * DAY);
  expect(await subjectsTo(to)).toEqual([first, first, reminder]);
});

test('two sweeps at once remind once', async () => {
  const to = newAddress();
  await invite(to);
  portal.clock.advance(3 * DAY);
  await Promise.all([portal.runSchedule('network.reminders'), portal.runSchedule('network.reminders')]);
  await portal.runJobs();
  expect(await subjectsTo(to)).toEqual([first, reminder]);
});
