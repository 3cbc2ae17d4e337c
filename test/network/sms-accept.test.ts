import { expect, test } from 'vitest';
import {
  acceptInvite,
  cancelInvite,
  getSmsAccept,
  ignoreInvite,
  listSharedWithMe,
  newInvite,
  openInvitation,
  proveSmsCode,
  proveSmsNumber,
  requestRemoval,
  resendSmsCode,
  restartSmsAccept,
  smsInvite,
} from '#modules/network/index.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { newLinkedCompany } from '#test/factories/shieldlink.ts';
import { acceptingByText, codeOf, lastFour, otherDigits } from '#test/factories/sms-accept.ts';

const portal = await servedPortal();
portal.clock.stop();
const company = await newCompany(portal, { company_name: 'Acme Builders' });
const { verifyNumber, invited, inviteAndOpen, owner, textsTo, newestCode, ask, reply, stepOf, sendingBy } =
  acceptingByText(portal, company);

test('a code works once, even for two at the same time', async () => {
  const { id, mobile } = await invited();
  const acme = await owner();
  await acme.number(id, lastFour(mobile));
  const code = await newestCode(mobile);
  const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(acme.code(id, code))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await textsTo(mobile)).toHaveLength(2);
  expect(await codeOf(acme.code(id, code))).toBe('network.not-in-this-state');
});

test('five wrong digits and codes together lock it for a day, over restarts and at the same time', async () => {
  const { id, mobile } = await invited();
  const acme = await owner();
  const right = lastFour(mobile);
  await expect(acme.number(id, otherDigits(right))).rejects.toMatchObject({
    code: 'network.sms-number-mismatch',
    text: 'Error: Phone number provided does not match',
    options: { issues: { phonenumber: ['4 tries are left.'] } },
  });
  await codeOf(acme.number(id, otherDigits(right)));
  expect(await acme.number(id, right)).toMatchObject({ tries_left: 3 });
  const code = await newestCode(mobile);
  await expect(acme.code(id, otherDigits(code))).rejects.toMatchObject({
    code: 'network.sms-code-mismatch',
    text: 'Error: Confirmation code provided does not match',
  });
  expect(await acme.restart(id)).toMatchObject({ step: 'number', tries_left: 2 });
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => codeOf(acme.number(id, otherDigits(right)))),
  );
  expect(outcomes.filter((outcome) => outcome === 'network.sms-number-mismatch')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === 'network.sms-locked')).toHaveLength(4);
  await expect(acme.number(id, right)).rejects.toMatchObject({
    code: 'network.sms-locked',
    status: 429,
    options: { retryAfter: DAY / SECOND },
  });
  portal.clock.advance(DAY - SECOND);
  expect(await codeOf((await owner()).number(id, right))).toBe('network.sms-locked');
  expect((await (await owner()).state(id)).tries_again).toEqual(
    new Date(portal.clock.now().getTime() + SECOND),
  );
  portal.clock.advance(SECOND);
  expect(await (await owner()).number(id, right)).toMatchObject({ step: 'code', tries_left: 5 });
});

test('wrong digits spread over the end of a day are no more than five in any 24 hours', async () => {
  const { id, mobile } = await invited();
  const right = lastFour(mobile);
  const tryWrong = async () => codeOf((await owner()).number(id, otherDigits(right)));
  expect(await tryWrong()).toBe('network.sms-number-mismatch');
  portal.clock.advance(DAY - HOUR);
  for (let left = 4; left > 0; left -= 1) expect(await tryWrong()).toBe('network.sms-number-mismatch');
  portal.clock.advance(HOUR);
  expect(await tryWrong()).toBe('network.sms-locked');
  portal.clock.advance(DAY - HOUR);
  expect(await (await owner()).number(id, right)).toMatchObject({ step: 'code', tries_left: 5 });
});

test('three codes a day, over restarts; a new one voids the former', async () => {
  const { id, mobile } = await invited();
  const acme = await owner();
  await acme.number(id, lastFour(mobile));
  const first = await newestCode(mobile);
  expect(await acme.resend(id)).toMatchObject({ sends_left: 1 });
  expect(await codeOf(acme.code(id, first))).toBe('network.sms-code-over');
  await portal.runJobs();
  expect(await codeOf(acme.code(id, first))).toBe('network.sms-code-mismatch');
  await acme.restart(id);
  expect(await acme.number(id, lastFour(mobile))).toMatchObject({ sends_left: 0 });
  expect(await codeOf(acme.resend(id))).toBe('network.sms-sends-used');
  await portal.runJobs();
  await acme.restart(id);
  expect(await codeOf(acme.number(id, lastFour(mobile)))).toBe('network.sms-sends-used');
  expect(await textsTo(mobile)).toHaveLength(3);
  portal.clock.advance(DAY);
  expect(await (await owner()).number(id, lastFour(mobile))).toMatchObject({ step: 'code', sends_left: 2 });
});

test('of ten requests for another code at the same time two are taken', async () => {
  const { id, mobile } = await invited();
  const acme = await owner();
  await acme.number(id, lastFour(mobile));
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(acme.resend(id))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
  // Only the last one still has to be sent.
  expect(await textsTo(mobile)).toHaveLength(1);
});

test('a code ends after ten minutes, and so does the wait for an answer', async () => {
  const person = await invited();
  const { id, mobile } = person;
  const acme = await owner();
  await acme.number(id, lastFour(mobile));
  const code = await newestCode(mobile);
  portal.clock.advance(10 * MINUTE);
  expect(await codeOf(acme.code(id, code))).toBe('network.sms-code-over');
  await acme.resend(id);
  await portal.runJobs();
  portal.clock.advance(10 * MINUTE - SECOND);
  await acme.code(id, await newestCode(mobile));
  await portal.runJobs();
  expect(await codeOf(acme.restart(id))).toBe('network.not-in-this-state');
  portal.clock.advance(10 * MINUTE - SECOND);
  expect((await acme.state(id)).step).toBe('waiting');
  portal.clock.advance(SECOND);
  expect(await acme.state(id)).toMatchObject({ step: 'unanswered', opted_out: false });
  expect(await reply(mobile, 'Y')).toContain('can no longer be answered by text');
  expect(await connectionRow(portal, id)).toMatchObject({ accepted_at: null });
  expect(await acme.restart(id)).toMatchObject({ step: 'number' });
});

test('a text that could not be sent goes out with the same code later', async () => {
  const { id, mobile } = await invited();
  const acme = await owner();
  await acme.number(id, lastFour(mobile));
  const bodies: string[] = [];
  await sendingBy(
    ({ to, body }) => {
      if (to.endsWith(mobile)) bodies.push(body);
      return Promise.reject(new Error('no answer'));
    },
    () => portal.runJobs({ failures: [] }),
  );
  portal.clock.advance(MINUTE);
  await portal.runJobs({ ahead: MINUTE });
  const code = await newestCode(mobile);
  expect(bodies[0]).toContain(`${code} is your code`);
  expect(await acme.code(id, code)).toMatchObject({ step: 'waiting' });
});

test('what happens to the invitation meanwhile is said, and no text goes out', async () => {
  const acme = await owner();
  const withdrawn = await invited();
  await ask(withdrawn);
  await (await signIn(portal, company.owner)).perform(cancelInvite, { inviteid: withdrawn.id });
  expect(await acme.state(withdrawn.id)).toMatchObject({
    step: 'stopped',
    obstacle: 'This invitation was answered or withdrawn in the meantime.',
  });
  expect(await reply(withdrawn.mobile, 'Y')).toContain('can no longer be answered');
  expect(await connectionRow(portal, withdrawn.id)).toMatchObject({ accepted_at: null });
  expect(await codeOf(acme.number(withdrawn.id, lastFour(withdrawn.mobile)))).toBe('network.sms-closed');

  const early = await invited();
  await acme.number(early.id, lastFour(early.mobile));
  await (await signIn(portal, company.owner)).perform(cancelInvite, { inviteid: early.id });
  expect(await textsTo(early.mobile)).toEqual([]);

  const ignored = await invited();
  await (await signIn(portal, ignored)).perform(ignoreInvite, { inviteid: ignored.id });
  expect(await acme.state(ignored.id)).toMatchObject({ step: 'stopped' });

  const accepted = await invited();
  await acme.number(accepted.id, lastFour(accepted.mobile));
  await (await signIn(portal, accepted)).perform(acceptInvite, { inviteid: accepted.id });
  expect(await acme.state(accepted.id)).toMatchObject({ step: 'accepted', obstacle: null });
  expect(await codeOf(acme.number(accepted.id, lastFour(accepted.mobile)))).toBe('network.sms-closed');
  expect(await textsTo(accepted.mobile)).toEqual([]);

  const moved = await invited();
  await acme.number(moved.id, lastFour(moved.mobile));
  const code = await newestCode(moved.mobile);
  await verifyNumber(moved.accountId);
  expect(await codeOf(acme.code(moved.id, code))).toBe('network.sms-no-number');
});

test('an expired invitation, a person without number or score, and one who has not opened it', async () => {
  const acme = await owner();
  const noScore = await newPersonWithoutTwoStep(portal);
  const mobile = await verifyNumber(noScore.accountId);
  const unscored = await inviteAndOpen(noScore, company.owner);
  expect(await codeOf(acme.number(unscored, lastFour(mobile)))).toBe('network.sms-no-score');
  const noNumber = await inviteAndOpen(await newScoredPerson(portal), company.owner);
  expect(await codeOf(acme.number(noNumber, '0000'))).toBe('network.sms-no-number');
  const secretive = await newScoredPerson(portal);
  const hidden = await verifyNumber(secretive.accountId);
  const { inviteid } = await (await signIn(portal, company.owner)).perform(newInvite, {
    touser: secretive.emailaddress,
  });
  expect(await codeOf(acme.number(inviteid, lastFour(hidden)))).toBe('network.sms-no-number');
  const { rows } = await (await signIn(portal, company.owner)).perform(listSharedWithMe, { rows: 100 });
  const prefixOf = (id: string) => rows.find((row) => row.id === id)?.phoneprefix;
  expect([prefixOf(unscored), prefixOf(noNumber), prefixOf(inviteid)]).toEqual(['512', null, null]);
  const late = await invited();
  portal.clock.advance(30 * DAY - SECOND);
  expect(await (await owner()).state(late.id)).toMatchObject({ step: 'number', obstacle: null });
  portal.clock.advance(SECOND);
  expect(await codeOf((await owner()).number(late.id, lastFour(late.mobile)))).toBe('network.sms-expired');
});

test('an invitation that asks a company is not accepted by text', async () => {
  const client = await newLinkedCompany(portal, 'Client');
  const person = await newScoredPerson(portal);
  const mobile = await verifyNumber(person.accountId);
  const { inviteid } = await client.owner.visitor.perform(newInvite, {
    touser: person.emailaddress,
    connectiontype: 'FULLNETWORK',
  });
  await person.visitor.perform(openInvitation, { inviteid });
  const proved = client.owner.visitor.perform(proveSmsNumber, {
    networkinvitationid: inviteid,
    phonenumber: lastFour(mobile),
  });
  expect(await codeOf(proved)).toBe('network.sms-company');
});

test('an answer is not shown any more once its invitation was withdrawn or its person removed', async () => {
  const [declined, accepted] = [await invited(), await invited()];
  for (const [person, words, step] of [
    [declined, 'N', 'declined'],
    [accepted, 'Y', 'accepted'],
  ] as const) {
    await ask(person);
    await reply(person.mobile, words);
    expect(await stepOf(person.id)).toBe(step);
  }
  const acme = await signIn(portal, company.owner);
  await acme.perform(cancelInvite, { inviteid: declined.id });
  await acme.perform(requestRemoval, { connectionid: accepted.id });
  expect([await stepOf(declined.id), await stepOf(accepted.id)]).toEqual(['stopped', 'stopped']);
});

test('another network’s invitation is answered like an unknown one, and a viewer may not', async () => {
  const { id, mobile } = await invited();
  const stranger = await signIn(portal, (await newCompany(portal)).owner);
  const viewer = await signIn(portal, await newTeamMember(portal, company, 'viewer'));
  const tries = [
    (by: typeof stranger) => by.perform(getSmsAccept, { networkinvitationid: id }),
    (by: typeof stranger) =>
      by.perform(proveSmsNumber, { networkinvitationid: id, phonenumber: lastFour(mobile) }),
    (by: typeof stranger) => by.perform(proveSmsCode, { networkinvitationid: id, verificationcode: '0000' }),
    (by: typeof stranger) => by.perform(resendSmsCode, { networkinvitationid: id }),
    (by: typeof stranger) => by.perform(restartSmsAccept, { networkinvitationid: id }),
    (by: typeof stranger) => by.perform(smsInvite, { networkinvitationid: id, waiting_invite_answer: true }),
  ];
  for (const attempt of tries) {
    expect(await codeOf(attempt(stranger))).toBe('not-found');
    expect(await codeOf(attempt(viewer))).toBe('role-too-low');
  }
  expect(await stepOf(id)).toBe('number');
});

test('the call goes the same way with one value at a time', async () => {
  const { id, mobile } = await invited();
  const { call } = await owner();
  const networkinvitationid = id;
  expect(await codeOf(call({ networkinvitationid }))).toBe('invalid-input');
  const both = { networkinvitationid, phonenumber: '1234', verificationcode: '1234' };
  expect(await codeOf(call(both))).toBe('invalid-input');
  expect(await call({ networkinvitationid, phonenumber: lastFour(mobile) })).toMatchObject({
    match: true,
    inviteaccepted: '',
  });
  expect(await codeOf(call({ networkinvitationid, verificationcode: 'abcd' }))).toBe('invalid-input');
  await call({ networkinvitationid, verificationcode: await newestCode(mobile) });
  await portal.runJobs();
  const asked = () => call({ networkinvitationid, waiting_invite_answer: 1 });
  expect(await asked()).toMatchObject({ inviteaccepted: '', step: 'waiting' });
  await reply(mobile, 'N');
  expect(await asked()).toMatchObject({ inviteaccepted: 'NO' });
});
