import { expect, test } from 'vitest';
import {
  answerPrivacyRequest,
  assignAlerts,
  assignPipelineAlert,
  closePrivacyRequest,
  getPrivacyRequest,
  listPipelineAlerts,
  listPrivacyRequests,
  takePrivacyRequest,
} from '#modules/admin/index.ts';
import { askDeletion, askLimit, askLimitByAddress } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, newStaff, signIn } from '#test/factories/people.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();
const staff = await newStaff(portal);

/** Each test signs in for itself, because the tests move the clock. */
const enter = () => signIn(portal, staff);

const newest = async (emailaddress: string, visitor: Visitor) => {
  const { requests } = await visitor.perform(listPrivacyRequests, {
    sort: 'requested',
    dir: 'desc',
    rows: 100,
  });
  const found = requests.find((request) => request.emailaddress === emailaddress);
  if (!found) throw new Error(`no request of ${emailaddress}`);
  return found;
};

const subjectsTo = async (to: string) =>
  (await listOutbox(portal.db, { to })).map((message) => message.subject ?? '');

test('whoever has a request in the pipeline has it on its own page, and the other way', async () => {
  const person = await newPerson(portal);
  await person.visitor.perform(askLimit, { message: '' });
  const [visitor, bea] = [await enter(), await newStaff(portal, { firstname: 'Bea' })];
  const { id: requestid } = await newest(person.emailaddress, visitor);
  const assignee = async () => {
    const { pipelinedata } = await visitor.perform(listPipelineAlerts, { search: person.emailaddress });
    return pipelinedata.find(({ event_id }) => event_id === requestid);
  };
  const request = async () => (await visitor.perform(getPrivacyRequest, { requestid })).request;
  const isMine = async () => (await visitor.perform(getPrivacyRequest, { requestid })).mine;
  expect(await isMine()).toBe(false);
  await visitor.perform(takePrivacyRequest, { requestid });
  expect(await isMine()).toBe(true);
  const alert = await assignee();
  expect(alert?.assignee).toMatch(/^Ada /);
  const alertid = alert?.id ?? '';
  await visitor.perform(assignPipelineAlert, {
    alertid,
    assignee: bea.accountId,
    seen: alert?.assigned_to ?? '',
  });
  expect(await request()).toMatchObject({ state: 'taken', taken_by: expect.stringMatching(/^Bea /) });
  expect(await isMine()).toBe(false);
  await visitor.perform(assignAlerts, { alertids: [alertid], assignee: '' });
  expect(await request()).toMatchObject({ state: 'open', taken_by: null });
});

test('a request to limit is confirmed, taken, answered by mail and closed', async () => {
  const visitor = await enter();
  const person = await newPerson(portal);
  await person.visitor.perform(askLimit, { message: 'Only for my own check, please' });
  const again = await refusalOf(person.visitor.perform(askLimit, { message: '' }));
  shows('privacy.request-open', again.text);
  await portal.runJobs();
  expect(await subjectsTo(person.emailaddress)).toContain(
    'We received your request about your personal data',
  );

  const { id: requestid, ...asked } = await newest(person.emailaddress, visitor);
  expect(asked).toMatchObject({ kind: 'limit', state: 'open', taken_by: null, userid: person.accountId });
  await visitor.perform(takePrivacyRequest, { requestid });
  const { request } = await visitor.perform(getPrivacyRequest, { requestid });
  expect(request).toMatchObject({ state: 'taken', message: 'Only for my own check, please', answer: null });
  expect(request.taken_by).toMatch(/^Ada /);

  await visitor.perform(answerPrivacyRequest, { requestid, answer: 'We limited it.\n\nMarketing is off.' });
  await portal.runJobs();
  const [mail] = (await listOutbox(portal.db, { to: person.emailaddress })).filter(({ subject }) =>
    subject?.startsWith('Our answer'),
  );
  expect(mail?.text).toContain('We limited it.');
  expect(await newest(person.emailaddress, visitor)).toMatchObject({ state: 'answered', overdue: false });
  const colleague = await signIn(portal, await newStaff(portal, { firstname: 'Bea' }));
  await colleague.perform(takePrivacyRequest, { requestid });
  expect((await newest(person.emailaddress, visitor)).state).toBe('answered');
  await visitor.perform(closePrivacyRequest, { requestid });
  expect(await newest(person.emailaddress, visitor)).toMatchObject({ state: 'closed', outcome: 'answered' });
  for (const act of [takePrivacyRequest, closePrivacyRequest] as const) {
    const refused = await refusalOf(visitor.perform(act, { requestid }));
    shows('privacy.request-closed', refused.text);
  }
  const late = visitor.perform(answerPrivacyRequest, { requestid, answer: 'A long enough answer' });
  expect((await refusalOf(late)).code).toBe('identity.request-closed');
});

test('a request is closed without an answer only with a reason, which the person is mailed', async () => {
  const visitor = await enter();
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Wim', emailaddress, message: '' });
  const { id: requestid } = await newest(emailaddress, visitor);
  const unsaidReason = await refusalOf(visitor.perform(closePrivacyRequest, { requestid }));
  shows('privacy.reason-needed', unsaidReason.text);
  const empty = await refusalOf(visitor.perform(closePrivacyRequest, { requestid, reason: '' }));
  expect(empty.code).toBe('invalid-input');
  expect(await newest(emailaddress, visitor)).toMatchObject({ state: 'open' });
  await visitor.perform(closePrivacyRequest, { requestid, reason: 'You asked us the same in May.' });
  expect(await newest(emailaddress, visitor)).toMatchObject({ state: 'closed', outcome: 'dismissed' });
  await portal.runJobs();
  const [mail] = (await listOutbox(portal.db, { to: emailaddress })).filter(({ subject }) =>
    subject?.startsWith('We closed your request'),
  );
  expect(mail?.text).toContain('You asked us the same in May.');
  const { request } = await visitor.perform(getPrivacyRequest, { requestid });
  expect(request.answer).toBe('You asked us the same in May.');
  const unsaid = portal.db
    .updateTable('privacy_request')
    .set({ answer_sealed: null })
    .where('id', '=', requestid);
  await expect(unsaid.execute()).rejects.toThrow('privacy_request_dismissed_check');
});

test('somebody without an account is answered at the address that they named', async () => {
  const visitor = await enter();
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Wanda Visitor', emailaddress, message: '' });
  const { id: requestid, ...asked } = await newest(emailaddress, visitor);
  expect(asked).toMatchObject({ name: 'Wanda Visitor', userid: null, state: 'open' });
  await visitor.perform(answerPrivacyRequest, { requestid, answer: 'We hold nothing about you.' });
  await portal.runJobs();
  expect((await subjectsTo(emailaddress)).sort()).toEqual([
    'Our answer to your request about your personal data',
    'We received your request about your personal data',
  ]);
});

test('a request is overdue 21 days after it was made, and the queue begins with the nearest deadline', async () => {
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Late', emailaddress, message: '' });
  const { due_at, requested_at } = await newest(emailaddress, await enter());
  expect(due_at.getTime() - requested_at.getTime()).toBe(21 * DAY);
  portal.clock.advance(21 * DAY);
  const visitor = await enter();
  const { requests } = await visitor.perform(listPrivacyRequests, { work: 'waiting' });
  expect(requests.find((request) => request.emailaddress === emailaddress)?.overdue).toBe(true);
  const deadlines = requests.map((request) => request.due_at.getTime());
  expect(deadlines).toEqual([...deadlines].sort((a, b) => a - b));
});

test('what is assigned to me is what I took, and nobody else', async () => {
  const emailaddress = newAddress();
  await portal.visitor().perform(askLimitByAddress, { name: 'Mine', emailaddress, message: '' });
  const visitor = await enter();
  const { id: requestid } = await newest(emailaddress, visitor);
  const colleague = await signIn(portal, await newStaff(portal));
  const mine = async (who: Visitor) =>
    (await who.perform(listPrivacyRequests, { work: 'mine' })).requests.map(({ id }) => id);
  await visitor.perform(takePrivacyRequest, { requestid });
  expect(await mine(visitor)).toContain(requestid);
  expect(await mine(colleague)).not.toContain(requestid);
});

test('the portal itself answers deletions: staff neither answer nor close them', async () => {
  const visitor = await enter();
  const person = await newPerson(portal);
  await person.visitor.perform(askDeletion, {});
  const { requests } = await visitor.perform(listPrivacyRequests, { kind: 'deletion' });
  const requestid = requests.find((request) => request.userid === person.accountId)?.id ?? '';
  const refused = await refusalOf(visitor.perform(closePrivacyRequest, { requestid }));
  shows('privacy.request-automatic', refused.text);
  const unanswered = visitor.perform(answerPrivacyRequest, { requestid, answer: 'A long enough answer' });
  expect((await refusalOf(unanswered)).code).toBe('identity.request-automatic');
});
