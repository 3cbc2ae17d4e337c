import { expect, test } from 'vitest';
import { liftLegalHold, setLegalHold } from '#modules/admin/index.ts';
import { noteMoney, saveAccept } from '#modules/applications/index.ts';
import { askDeletion, getMyRequests, recallDeletion } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { DAY, setSetting } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  newApplicant,
  removeSandboxDelays,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { disputeResult } from '#test/factories/disputes.ts';
import { moveApplication, newApplication, newCompany, newScoreChange } from '#test/factories/network.ts';
import { newPerson, newStaff, PASSWORD, type Registered, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
portal.clock.stop();
await removeSandboxDelays(portal);
await setSetting(portal.db, sandboxDisputeDelay, 3650 * DAY, portal.clock.now());

const ask = ({ visitor }: Registered) => visitor.perform(askDeletion, { currentpassword: PASSWORD });

async function pass(days: number): Promise<void> {
  portal.clock.advance(days * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
}

const requestOf = ({ accountId }: Registered) =>
  portal.db
    .selectFrom('privacy_request')
    .select(['state', 'outcome', 'waits_for', 'waits_until', 'requested_at', 'due_at', 'erase_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'deletion')
    .executeTakeFirstOrThrow();

const waitMails = async ({ emailaddress }: Registered) =>
  (await listOutbox(portal.db, { to: emailaddress }))
    .filter(({ subject }) => subject === 'Your account hasn’t been deleted yet')
    .map(({ text }) => text ?? '');

const statusOf = async ({ applicationId }: Applicant) =>
  portal.db
    .selectFrom('application')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();

test('a deletion waits 30 days for a result that nobody accepts, then closes it and erases the person', async () => {
  const person = await withResult(portal, '900-00-0001');
  await ask(person);
  await pass(30);
  const waiting = await requestOf(person);
  const until = new Date(portal.clock.now().getTime() + 30 * DAY);
  expect(waiting).toMatchObject({ state: 'open', waits_for: 'result', waits_until: until });
  // The law gives 90 days to a request whose delay is told.
  expect(waiting.due_at.getTime() - waiting.requested_at.getTime()).toBe(90 * DAY);
  const [mail] = await waitMails(person);
  expect(mail).toContain('waiting for you to review it');
  const visitor = await signIn(portal, person);
  const [shown] = (await visitor.perform(getMyRequests, {})).requests;
  expect(shown).toMatchObject({ kind: 'deletion', waits_for: 'result', waits_until: until });

  await pass(29);
  expect(await requestOf(person)).toMatchObject({ state: 'open' });
  expect(await waitMails(person)).toHaveLength(1);
  await pass(1);
  expect(await requestOf(person)).toMatchObject({ state: 'closed', outcome: 'erased', waits_for: null });
  expect(await statusOf(person)).toEqual({ status: 'cancelled' });
  const changes = await portal.db
    .selectFrom('score_change')
    .select('state')
    .where('account_id', '=', person.accountId)
    .execute();
  expect(changes).toEqual([{ state: 'superseded' }]);
  const scores = await portal.db
    .selectFrom('shield_score')
    .select('id')
    .where('account_id', '=', person.accountId)
    .execute();
  expect(scores).toEqual([]);
});

test('a legal hold on the person, or on a company of theirs, stops a deletion, and they are not told why', async () => {
  const staff = await newStaff(portal);
  const reason = 'A subpoena of the county court';
  const person = await newPerson(portal);
  await ask(person);
  const { holdid } = await staff.visitor.perform(setLegalHold, { userid: person.accountId, reason });
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ state: 'open', waits_for: 'law', waits_until: null });
  const [mail] = await waitMails(person);
  expect(mail).toContain('The law requires us to keep some of your data for now.');
  expect(mail).not.toMatch(/hold|subpoena|court/i);
  await pass(40);
  expect(await requestOf(person)).toMatchObject({ state: 'open' });
  const { companyId, owner } = await newCompany(portal);
  await owner.visitor.perform(newInvite, { touser: person.emailaddress });
  const held = await (await signIn(portal, staff)).perform(setLegalHold, { companyid: companyId, reason });
  await (await signIn(portal, staff)).perform(liftLegalHold, { holdid, reason: 'The case was dismissed' });
  await pass(1);
  expect(await requestOf(person)).toMatchObject({ state: 'open', waits_for: 'law' });
  await (await signIn(portal, staff)).perform(liftLegalHold, {
    holdid: held.holdid,
    reason: 'The case was dismissed',
  });
  await pass(1);
  expect(await requestOf(person)).toMatchObject({ outcome: 'erased' });
});

test('an accepted result is not waited for, and keeping the account ends the wait', async () => {
  const person = await withResult(portal, '900-00-0001');
  await ask(person);
  await pass(30);
  const visitor = await signIn(portal, person);
  await visitor.perform(recallDeletion, {});
  expect(await requestOf(person)).toMatchObject({ outcome: 'recalled', waits_for: null, waits_until: null });
  await pass(31);
  expect(await statusOf(person)).toEqual({ status: 'newrequiresapproval' });

  const other = await withResult(portal, '900-00-0001');
  await ask(other);
  await pass(30);
  const applicationid = other.applicationId;
  const entered = await signIn(portal, other);
  await entered.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await entered.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  await pass(1);
  expect(await requestOf(other)).toMatchObject({ outcome: 'erased' });
});

test('while a chargeback is open, no result is closed; after it the person still has 30 days', async () => {
  const person = await withResult(portal, '900-00-0001');
  const note = (money: 'held' | 'paid') =>
    portal.work('test.note-money', (work) => noteMoney(work, person.applicationId, money));
  await ask(person);
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ waits_for: 'result' });
  await note('held');
  await pass(60);
  expect(await requestOf(person)).toMatchObject({
    state: 'open',
    waits_for: 'chargeback',
    waits_until: null,
  });
  await note('paid');
  await pass(1);
  expect(await requestOf(person)).toMatchObject({ state: 'open', waits_for: 'result' });
  expect(await statusOf(person)).toEqual({ status: 'newrequiresapproval' });
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ outcome: 'erased' });
});

test('a monitoring update that nobody accepts is closed too, and the check stays done', async () => {
  const person = await newPerson(portal);
  const applicationId = await newApplication(portal, person.accountId, 'done');
  await moveApplication(portal, person.accountId, applicationId, 'monitorrequiresapproval');
  await newScoreChange(portal, person.accountId, applicationId, 'monitorupdate', 'IC02');
  await ask(person);
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ waits_for: 'result' });
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ outcome: 'erased' });
  const { status } = await portal.db
    .selectFrom('application')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('done');
});

test('a dispute that is open holds the deletion without a last day, also of a score that was accepted', async () => {
  const person = await disputeResult(portal, 'That is not my record at all');
  await ask(person);
  await pass(30);
  expect(await requestOf(person)).toMatchObject({ waits_for: 'dispute', waits_until: null });
  await pass(60);
  expect(await requestOf(person)).toMatchObject({ state: 'open', waits_for: 'dispute' });
  const mails = await waitMails(person);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('You reported an error');
  await portal.db
    .updateTable('application')
    .set({ status: 'monitorrequiresapproval' })
    .where('id', '=', person.applicationId)
    .execute();
  await pass(31);
  expect(await requestOf(person)).toMatchObject({ state: 'open', waits_for: 'dispute', waits_until: null });
});

test('an application that was never finished is closed after 30 days, and a check at the agency is waited for', async () => {
  const idle = await newApplicant(portal);
  const busy = await newApplicant(portal);
  await submit(busy, '900-00-0008');
  await ask(idle);
  await ask(busy);
  await pass(30);
  expect(await requestOf(idle)).toMatchObject({ waits_for: 'application' });
  expect(await requestOf(busy)).toMatchObject({ waits_for: 'check', waits_until: null });
  expect((await waitMails(busy))[0]).toContain('still working on it');
  await pass(30);
  expect(await requestOf(idle)).toMatchObject({ outcome: 'erased' });
  expect(await statusOf(idle)).toEqual({ status: 'cancelled' });
  // The result has come in the meantime: the person is told before it is closed.
  expect(await requestOf(busy)).toMatchObject({ state: 'open', waits_for: 'result' });
});
