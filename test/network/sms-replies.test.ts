import { expect, test } from 'vitest';
import { setAccountActive } from '#modules/identity/index.ts';
import {
  getSmsAccept,
  proveSmsCode,
  proveSmsNumber,
  resendSmsCode,
  restartSmsAccept,
} from '#modules/network/index.ts';
import { listAudit, MINUTE, SECOND, SmsRefused } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { acceptingByText, codeOf, lastFour } from '#test/factories/sms-accept.ts';

const portal = await servedPortal();
portal.clock.stop();
const company = await newCompany(portal, { company_name: 'Acme Builders' });
const { verifyNumber, invited, inviteAndOpen, owner, textsTo, newestCode, ask, reply, stepOf, sendingBy } =
  acceptingByText(portal, company);

test('F161: the number, the code and a Y by text accept the invitation', async () => {
  const person = await invited();
  const { id, mobile } = person;
  const acme = await owner();
  expect(await acme.state(id)).toEqual({
    step: 'number',
    obstacle: null,
    opted_out: false,
    tries_left: 5,
    tries_again: null,
    sends_left: 3,
    sends_again: null,
  });
  expect(await acme.number(id, lastFour(mobile))).toMatchObject({
    step: 'code',
    tries_left: 5,
    tries_again: null,
    sends_left: 2,
    sends_again: null,
  });
  const code = await newestCode(mobile);
  expect(code).toMatch(/^\d{4}$/);
  expect(await acme.code(id, code)).toMatchObject({ step: 'waiting', tries_left: 5 });
  const texts = await textsTo(mobile);
  expect(texts).toHaveLength(2);
  expect(texts[1]?.text).toContain(
    'Share your ShieldScore with Acme Builders? Reply Y to accept or N to decline',
  );
  for (const { text } of texts) {
    expect(text).not.toMatch(/Pat|IC0|@/);
    expect(text.length).toBeLessThanOrEqual(306);
  }
  expect(await stepOf(id)).toBe('waiting');
  expect(await reply(mobile, ' yes. ')).toBe(
    'Accepted. You now share your ShieldScore. You can stop sharing at any time in your account.',
  );
  expect(await stepOf(id)).toBe('accepted');
  expect(await connectionRow(portal, id)).toMatchObject({ status: 'CURRENT', report_shared: false });
  const { rows } = await portal.pool.query('select * from sms_acceptance where connection_id = $1', [id]);
  expect(rows).toMatchObject([{ state: 'accepted', mobile: null, code_hash: null, tries: 0 }]);
  const { rows: audited } = await portal.pool.query(
    "select operation, object_id from audit_entry where action = 'network.sms-answered' and about_id = $1",
    [person.accountId],
  );
  expect(audited).toEqual([{ operation: 'network.receive-text', object_id: id }]);
  const { entries } = await listAudit(portal.db, portal.keys, { limit: 10 });
  expect(entries.find(({ action }) => action === 'network.sms-answered')?.detail).toEqual({
    answer: 'Y',
    accepted: true,
    report_shared: false,
  });
  const { rows: history } = await portal.pool.query(
    'select kind from connection_event where connection_id = $1 order by at, id',
    [id],
  );
  expect(history.map(({ kind }) => kind)).toEqual(['invited', 'accepted']);
  await portal.runJobs();
  const told = await listOutbox(portal.db, { to: company.owner.emailaddress, limit: 50 });
  const accepted = told.filter(({ subject }) => subject?.includes('accepted your invitation'));
  expect(accepted.length).toBeGreaterThan(0);
});

test('a company that asks for the report says so in the question, and gets it with the Y', async () => {
  const asking = await newCompany(portal, { company_name: 'Report Readers' });
  await portal.pool.query('update company set network_requires_pdf = true where id = $1', [asking.companyId]);
  const person = await newScoredPerson(portal);
  const mobile = await verifyNumber(person.accountId);
  const id = await inviteAndOpen(person, asking.owner);
  const visitor = await signIn(portal, asking.owner);
  await visitor.perform(proveSmsNumber, { networkinvitationid: id, phonenumber: lastFour(mobile) });
  await visitor.perform(proveSmsCode, {
    networkinvitationid: id,
    verificationcode: await newestCode(mobile),
  });
  expect((await textsTo(mobile)).at(-1)?.text).toContain('Share your ShieldScore and your full report with');
  expect(await reply(mobile, 'Y')).toContain('and your full report');
  expect(await connectionRow(portal, id)).toMatchObject({ status: 'CURRENT', report_shared: true });
});

test('N declines, changes nothing else, and cannot be asked again', async () => {
  const person = await invited();
  await ask(person);
  expect(await reply(person.mobile, 'No')).toBe('Declined. Nothing was shared.');
  expect(await stepOf(person.id)).toBe('declined');
  expect(await connectionRow(portal, person.id)).toMatchObject({
    status: 'PENDINGINVITEACCEPT',
    accepted_at: null,
    ignored_at: null,
  });
  expect(await reply(person.mobile, 'Y')).toBeNull();
  expect(await codeOf((await owner()).restart(person.id))).toBe('network.not-in-this-state');
});

test('of two different answers at the same time one counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await invited();
    await ask(person);
    const replies = await Promise.all(['Y', 'N'].map((words) => reply(person.mobile, words)));
    expect(replies.filter(Boolean)).toHaveLength(1);
    const accepted = replies[0] !== null;
    expect(await stepOf(person.id)).toBe(accepted ? 'accepted' : 'declined');
    expect((await connectionRow(portal, person.id)).accepted_at !== null).toBe(accepted);
  }
});

test.each(['STOP', 'unsubscribe', 'Cancel', 'END', 'quit', 'Stop texting me', 'remove me'])(
  '%s opts the number out at once, for every invitation',
  async (words) => {
    const person = await invited();
    await ask(person);
    expect(await reply(person.mobile, words)).toBeNull();
    expect(await (await owner()).state(person.id)).toMatchObject({ step: 'unanswered', opted_out: true });
    expect(await codeOf((await owner()).restart(person.id))).toBe('network.not-in-this-state');
    const other = await newCompany(portal, { company_name: 'Other Builders' });
    const id = await inviteAndOpen(person, other.owner);
    const visitor = await signIn(portal, other.owner);
    const sent = (await textsTo(person.mobile)).length;
    expect(
      await visitor.perform(proveSmsNumber, {
        networkinvitationid: id,
        phonenumber: lastFour(person.mobile),
      }),
    ).toMatchObject({ step: 'unanswered', opted_out: true, sends_left: 3 });
    expect(await textsTo(person.mobile)).toHaveLength(sent);
    await reply(person.mobile, 'START');
    expect(await visitor.perform(restartSmsAccept, { networkinvitationid: id })).toMatchObject({
      step: 'number',
    });
  },
);

test('a number that the provider knows as opted out, or does not reach, ends it', async () => {
  const acme = await owner();
  for (const [code, opted_out] of [
    [21_610, true],
    [21_211, false],
  ] as const) {
    const { id, mobile } = await invited();
    await acme.number(id, lastFour(mobile));
    await sendingBy(
      () => Promise.reject(new SmsRefused(code)),
      () => portal.runJobs(),
    );
    expect(await acme.state(id)).toMatchObject({ step: 'unanswered', opted_out });
  }
});

test('a number that is not reached for one company, or accepts texts again, changes nothing for others', async () => {
  const person = await invited();
  const other = await newCompany(portal, { company_name: 'Other Builders' });
  const id = await inviteAndOpen(person, other.owner);
  const visitor = await signIn(portal, other.owner);
  const stepOfOther = async () => (await visitor.perform(getSmsAccept, { networkinvitationid: id })).step;
  await (await owner()).number(person.id, lastFour(person.mobile));
  await visitor.perform(proveSmsNumber, { networkinvitationid: id, phonenumber: lastFour(person.mobile) });
  await sendingBy(
    ({ body }) =>
      body.includes('from Other Builders')
        ? Promise.reject(new SmsRefused(21_211))
        : Promise.resolve({ id: null }),
    () => portal.runJobs(),
  );
  expect([await stepOf(person.id), await stepOfOther()]).toEqual(['code', 'unanswered']);
  // At the step of the code nothing was asked yet.
  expect(await reply(person.mobile, 'Y')).toBeNull();

  const neighbor = await invited();
  for (const { mobile } of [person, neighbor]) await reply(mobile, 'STOP');
  await (await owner()).number(neighbor.id, lastFour(neighbor.mobile));
  await reply(person.mobile, 'START');
  const optedOut = async (of: string) => (await (await owner()).state(of)).opted_out;
  expect([await optedOut(person.id), await optedOut(neighbor.id)]).toEqual([false, true]);
});

test('one number has one question to answer at a time', async () => {
  const person = await invited();
  const other = await newCompany(portal, { company_name: 'Second Builders' });
  const id = await inviteAndOpen(person, other.owner);
  await ask(person);
  const visitor = await signIn(portal, other.owner);
  await visitor.perform(proveSmsNumber, { networkinvitationid: id, phonenumber: lastFour(person.mobile) });
  const verificationcode = await newestCode(person.mobile);
  const prove = () => visitor.perform(proveSmsCode, { networkinvitationid: id, verificationcode });
  expect(await codeOf(prove())).toBe('network.sms-busy');
  portal.clock.advance(10 * MINUTE - SECOND);
  expect(await codeOf(prove())).toBe('network.sms-busy');
  portal.clock.advance(SECOND);
  await visitor.perform(resendSmsCode, { networkinvitationid: id });
  await visitor.perform(proveSmsCode, {
    networkinvitationid: id,
    verificationcode: await newestCode(person.mobile),
  });
  expect(await reply(person.mobile, 'y')).toContain('Accepted');
  expect(await connectionRow(portal, id)).toMatchObject({ status: 'CURRENT' });
  expect(await connectionRow(portal, person.id)).toMatchObject({ accepted_at: null });
});

test('an answer counts from the verified number of an open account alone', async () => {
  const changes: Record<string, (accountId: string) => Promise<unknown>> = {
    'of another number': verifyNumber,
    'no longer verified': (accountId) =>
      portal.pool.query('update account set mobile_verified_at = null where id = $1', [accountId]),
    closed: (accountId) => portal.work('test.close', (work) => setAccountActive(work, accountId, false)),
  };
  for (const [what, change] of Object.entries(changes)) {
    const person = await invited();
    await ask(person);
    await change(person.accountId);
    expect(await reply(person.mobile, 'Y'), what).toBeNull();
    expect(await connectionRow(portal, person.id), what).toMatchObject({ accepted_at: null });
  }
});

test('an opt-out and its end are noted once, about each person whose verified number it is', async () => {
  const [person, sharing, unverified] = [await invited(), await invited(), await invited()];
  const others = [sharing.accountId, unverified.accountId];
  await portal.pool.query('update account set mobile = $1 where id = any($2)', [person.mobile, others]);
  await portal.pool.query('update account set mobile_verified_at = null where id = $1', [
    unverified.accountId,
  ]);
  const { rows: before } = await portal.pool.query('select 1 from audit_entry');
  const noted = async () => {
    const { rows } = await portal.pool.query<{ action: string; about_id: string | null }>(
      'select action, about_id from audit_entry order by at, id offset $1',
      [before.length],
    );
    return rows.filter(({ action }) => action.startsWith('network.sms-opted-'));
  };
  const said = async (mobile: string, ...texts: string[]) => {
    const { length } = await noted();
    for (const text of texts) await reply(mobile, text);
    return (await noted()).slice(length);
  };
  const about = (action: string) =>
    [person, sharing].map(({ accountId }) => ({
      action: `network.sms-opted-${action}`,
      about_id: accountId,
    }));
  expect(await said(person.mobile, 'START')).toEqual([]);
  expect(await said(person.mobile, 'STOP', 'STOP')).toEqual(expect.arrayContaining(about('out')));
  expect(await said(person.mobile, 'START', 'START')).toEqual(expect.arrayContaining(about('in')));
  expect(await noted()).toHaveLength(4);
  expect(await said('5125559999', 'STOP')).toEqual([{ action: 'network.sms-opted-out', about_id: null }]);
});

test('HELP is answered, and anything else is not', async () => {
  const { mobile } = await invited();
  expect(await reply(mobile, 'help')).toMatch(/Help: \S+\. Reply STOP to end texts\.$/);
  expect(await reply(mobile, 'who is this?')).toBeNull();
});
