import { describe, expect, test } from 'vitest';
import { replyToDispute, resolveDispute } from '#modules/admin/index.ts';
import { statusToHold } from '#modules/applications/disputes/opening.ts';
import { sealErrorText, sealItems } from '#modules/applications/disputes/sealed.ts';
import {
  deliverBlockMail,
  deliverDisputeMail,
  findCompaniesToTell,
  getMyDispute,
  listMyDisputes,
  openDispute,
  overdueDisputesSweep,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { findingsAt } from '#modules/applications/reports/findings.ts';
import { applicationStatuses } from '#modules/applications/statuses.ts';
import { DAY, newId, type ReceivedFile, runSweep, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { upload } from '#test/factories/documents.ts';
import {
  moveApplication,
  newApplication,
  newCompany,
  newScoreChange,
  newScoredPerson,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Cases whose rows are written directly: what is read of them, who is told, and from which moment on. */

const portal = await testPortal();
const alerts = hearAlerts(portal);
portal.clock.stop();

interface Case extends Registered {
  disputeid: string;
  applicationId: string;
}

/** A person with an accepted score and a case about it. */
async function newCase(columns: Record<string, unknown> = {}, person?: Registered): Promise<Case> {
  const owner = person ?? (await newScoredPerson(portal, { firstname: 'Pat', lastname: 'Dispute' }));
  const disputeid = newId();
  const score = await rowOf(
    portal,
    sql<{ score_change_id: string; application_id: string }>`select score_change_id, application_id
      from shield_score where account_id = ${owner.accountId} and ended_at is null`,
  );
  if (!score) throw new Error('no score');
  const { score_change_id: changeId, application_id: applicationId } = score;
  await sql`update score_change set findings = ${portal.keys.encrypt('[]', findingsAt(changeId))}
    where id = ${changeId}`.execute(portal.db);
  const row = {
    id: disputeid,
    account_id: owner.accountId,
    application_id: applicationId,
    score_change_id: changeId,
    errortext: sealErrorText(portal, disputeid, 'That is not mine'),
    items: sealItems(portal, disputeid, []),
    kind: 'error',
    state: 'received',
    opened_at_status: 'done',
    received_at: portal.clock.now(),
    due_at: inDays(30),
    ...columns,
  };
  await sql`insert into dispute select * from jsonb_populate_record(null::dispute, ${JSON.stringify(row)})`.execute(
    portal.db,
  );
  return { ...owner, disputeid, applicationId };
}

const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * DAY);
const ended = (outcome: string, state = 'decided') => ({
  state,
  outcome,
  resolved_at: portal.clock.now(),
  result_due_at: inDays(7),
});
const read = async ({ visitor, disputeid }: Case) =>
  (await visitor.perform(getMyDispute, { disputeid })).dispute;
const mailsTo = async ({ emailaddress }: Registered) => listOutbox(portal.db, { to: emailaddress });

/** Columns of a case that no page shows. */
const columnsOf = ({ disputeid }: Case) =>
  rowOf(
    portal,
    sql<{ told: Date | null; due: Date; extended: Date | null; overdue: Date | null }>`
      select result_told_at as told, due_at as due, extended_at as extended, overdue_at as overdue
      from dispute where id = ${disputeid}`,
  );

describe('what is read of a case', () => {
  test('it is overdue from the moment on at which it is due, while it is open', async () => {
    const at = (due: number, more: object = {}) =>
      newCase({ received_at: inDays(-40), due_at: new Date(portal.clock.now().getTime() + due), ...more });
    expect(await read(await at(1))).toMatchObject({ overdue: false, of_active_score: true });
    expect((await read(await at(0))).overdue).toBe(true);
    expect((await read(await at(0, ended('confirmed')))).overdue).toBe(false);
  });

  test('whether a score waits for the person', async () => {
    const open = await newCase();
    expect((await read(open)).score_waits).toBe(false);
    await moveApplication(portal, open.accountId, open.applicationId, 'monitorrequiresapproval');
    expect((await read(open)).score_waits).toBe(true);
    await moveApplication(portal, open.accountId, open.applicationId, 'correctionrequest');
    expect((await read(open)).score_waits).toBe(false);
    await moveApplication(portal, open.accountId, open.applicationId, 'newrequiresapproval');
    expect((await read(open)).score_waits).toBe(true);
  });

  test('the other open case of the same check, and no case of another one', async () => {
    const [one, other] = [await newCase(), await newCase()];
    const block = await newCase({ kind: 'identity-theft' }, one);
    await newCase({ kind: 'identity-theft', ...ended('declined') }, other);
    expect((await read(one)).other_case).toEqual({ disputeid: block.disputeid, kind: 'identity-theft' });
    expect((await read(block)).other_case).toEqual({ disputeid: one.disputeid, kind: 'error' });
    expect((await read(other)).other_case).toBeNull();
  });

  test('the corrected score is the first one after the end, of the same check', async () => {
    const one = await newCase({ state: 'received', received_at: inDays(-3) });
    expect((await read(one)).corrected_icscore).toBeNull();
    await newScoreChange(
      portal,
      one.accountId,
      await newApplication(portal, one.accountId, 'done'),
      'new',
      'NA',
    );
    await newCase({ ...ended('corrected'), kind: 'error' }, await newScoredPerson(portal));
    const corrected = await newCase(ended('corrected'));
    const addChange = (score: string, after: number) =>
      sql`
      insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, findings,
        report_key, report_hash, created_at, state, decided_at)
      select ${newId()}, application_id, account_id, cra_order_id, 'monitorupdate', ${score}, ${someSealed}, ${someFile}, ${someHash},
        ${new Date(portal.clock.now().getTime() + after)}, 'superseded', ${portal.clock.now()}
      from score_change where application_id = ${corrected.applicationId} order by created_at limit 1`.execute(
        portal.db,
      );
    await sql`update score_change set created_at = ${inDays(-2)}
      where application_id = ${corrected.applicationId}`.execute(portal.db);
    expect((await read(corrected)).corrected_icscore).toBeNull();
    await addChange('IC04', 1);
    expect((await read(corrected)).corrected_icscore).toBe('IC04');
    await addChange('IC02', 0);
    expect((await read(corrected)).corrected_icscore).toBe('IC02');
  });

  test('a person’s own cases, newest first, and at most 50', async () => {
    const [one, other] = [await newCase(), await newCase()];
    for (let days = 1; days <= 50; days += 1) {
      await newCase({ received_at: inDays(-days), ...ended('withdrawn', 'withdrawn') }, one);
    }
    const { disputes } = await one.visitor.perform(listMyDisputes, {});
    expect(disputes).toHaveLength(50);
    expect(disputes[0]).toMatchObject({ disputeid: one.disputeid, open: true, due_dts: inDays(30) });
    expect(disputes.slice(1).some(({ open }) => open)).toBe(false);
    expect((await other.visitor.perform(listMyDisputes, {})).disputes).toHaveLength(1);
  });
});

describe('opening a case', () => {
  test('of a score that waits is for its acceptance, and of a check under way for nobody', async () => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    const applicationid = await newApplication(portal, accountId, 'newrequiresapproval');
    await newScoreChange(portal, accountId, applicationid, 'monitorupdate', 'IC03');
    const asked = { applicationid, errortext: 'That is not mine', items: [] };
    expect((await refusalOf(visitor.perform(openDispute, asked))).code).toBe('applications.moved-on');
    const hold = (status: (typeof applicationStatuses)[number]) =>
      portal.work('test.hold', (work) =>
        statusToHold(work, { id: applicationid, status } as Parameters<typeof statusToHold>[1], 'error'),
      );
    const held = ['newrequiresapproval', 'monitorrequiresapproval', 'done'];
    for (const status of applicationStatuses) {
      if (held.includes(status)) expect(await hold(status)).toBe(status);
      else expect((await refusalOf(hold(status))).code, status).toBe('applications.moved-on');
    }
  });

  test('tells staff of what and by when, and notes whom it is about', async () => {
    const { visitor, accountId, applicationId } = await newCase(ended('withdrawn', 'withdrawn'));
    const asked = { applicationid: applicationId, errortext: 'That is not mine', items: [] };
    const { disputeid } = await visitor.perform(openDispute, asked);
    const about = { alertType: 'dispute', eventId: disputeid, accountId, applicationId };
    expect(alerts.raised).toContainEqual({ ...about, reason: 'received', dueAt: inDays(30) });
    await visitor.perform(writeDisputeMessage, { disputeid, message: 'New facts' });
    expect(alerts.raised).toContainEqual({ ...about, reason: 'new-facts', dueAt: inDays(45) });
    const entries = await rowsOf(
      portal,
      sql`select action, about_id from audit_entry where object_id = ${disputeid} order by action`,
    );
    expect(entries).toEqual(
      ['opened', 'written'].map((what) => ({
        action: `applications.dispute-${what}`,
        about_id: accountId,
      })),
    );
  });
});

describe('a message of the person', () => {
  const write = ({ visitor, disputeid }: Case, documents: ReceivedFile[] = []) =>
    visitor.perform(writeDisputeMessage, { disputeid, message: 'New facts', documents });

  test('gives more time once, and only before the case was due; a block has none to give', async () => {
    const due = async (columns: object, times = 1) => {
      const one = await newCase({ received_at: inDays(-29), ...columns });
      for (let time = 0; time < times; time += 1) await write(one);
      return columnsOf(one);
    };
    const soon = new Date(portal.clock.now().getTime() + 1);
    expect(await due({ due_at: soon }, 2)).toMatchObject({
      due: new Date(soon.getTime() + 15 * DAY),
      extended: portal.clock.now(),
    });
    expect(await due({ due_at: portal.clock.now() })).toMatchObject({
      due: portal.clock.now(),
      extended: null,
    });
    expect(await due({ due_at: inDays(3), kind: 'identity-theft' })).toMatchObject({
      due: inDays(3),
      extended: null,
    });
  });

  test('in a case of somebody else is not found, before its files are read', async () => {
    const [one, other] = [await newCase(), await newCase()];
    const attempt = write({ ...other, disputeid: one.disputeid }, [
      await upload('a.pdf', Buffer.from('<html>')),
    ]);
    expect((await refusalOf(attempt)).code).toBe('not-found');
  });
});

describe('a case that is due', () => {
  test('is chosen and noted while it is open, from that moment on, and once', async () => {
    const late = { received_at: inDays(-40), due_at: portal.clock.now() };
    const due = await newCase(late);
    const block = await newCase({ ...late, kind: 'identity-theft' });
    const others = [
      await newCase({ ...late, due_at: new Date(portal.clock.now().getTime() + 1) }),
      await newCase({ ...late, ...ended('confirmed') }),
      await newCase({ ...late, overdue_at: inDays(-1) }),
    ];
    const noted = ({ disputeid }: Case) =>
      portal.work('test.note', (work) => overdueDisputesSweep.run(work as never, [disputeid]));
    for (const other of others) expect(await noted(other)).toBe(0);
    // Those of the tests above, too, which were due at the same moment.
    const { handled, changed } = await runSweep(portal, overdueDisputesSweep);
    expect(changed).toBe(handled);
    expect(await runSweep(portal, overdueDisputesSweep)).toEqual({ handled: 0, changed: 0 });
    await portal.runJobs();
    expect(await columnsOf(due)).toMatchObject({ overdue: portal.clock.now() });
    const { accountId, applicationId, disputeid: eventId } = due;
    expect(alerts.raised).toContainEqual({
      alertType: 'dispute',
      eventId,
      accountId,
      applicationId,
      reason: 'overdue',
      dueAt: portal.clock.now(),
    });
    expect(alerts.raised).toContainEqual(
      expect.objectContaining({
        alertType: 'identity_theft_block',
        eventId: block.disputeid,
        reason: 'overdue',
      }),
    );
    expect((await mailsTo(due)).map(({ subject }) => subject)).toContain(
      'The answer to your dispute is overdue',
    );
    for (const each of [block, ...others]) {
      expect((await mailsTo(each)).map(({ subject }) => subject?.includes('overdue'))).not.toContain(true);
      expect(
        alerts.raised.filter(({ eventId, reason }) => eventId === each.disputeid && reason === 'overdue'),
      ).toHaveLength(each === block ? 1 : 0);
    }
  });
});

describe('the mail with a result', () => {
  test('says whether the score waits or is held, and the moment of the first one is kept', async () => {
    const resolved = await newCase(ended('confirmed'));
    const other = await newCase(ended('confirmed'));
    const { disputeid } = resolved;
    await deliverDisputeMail(portal, { disputeId: disputeid, occasion: 'received' }, `test-${newId()}`);
    expect(await columnsOf(resolved)).toMatchObject({ told: null });
    await deliverDisputeMail(portal, { disputeId: disputeid, occasion: 'result' }, `test-${newId()}`);
    expect(await columnsOf(resolved)).toMatchObject({ told: portal.clock.now() });
    expect(await columnsOf(other)).toMatchObject({ told: null });
    const first = portal.clock.now();
    portal.clock.advance(DAY);
    await deliverDisputeMail(portal, { disputeId: disputeid, occasion: 'result' }, `test-${newId()}`);
    expect(await columnsOf(resolved)).toMatchObject({ told: first });
    const texts = (await mailsTo(resolved)).map(({ text }) => text ?? '');
    expect(texts.some((text) => text.includes('confirmed your report as it was'))).toBe(true);
    expect(texts.some((text) => text.includes('isn’t shared until your'))).toBe(false);
  });

  test.each([
    ['corrected', 'decided', 'The agency corrected your report'],
    ['withdrawn', 'withdrawn', 'Your report stays as it was'],
  ])('%s', async (outcome, state, words) => {
    const one = await newCase(ended(outcome, state));
    await newCase({ kind: 'identity-theft' }, one);
    await deliverDisputeMail(portal, { disputeId: one.disputeid, occasion: 'result' }, `test-${newId()}`);
    const [mail] = await mailsTo(one);
    expect(mail?.text).toContain(words);
    expect(mail?.text).toContain('Your score isn’t shared until your identity theft request');
  });

  test('of a request for a block is that it was declined or withdrawn', async () => {
    for (const [outcome, state] of [
      ['declined', 'decided'],
      ['withdrawn', 'withdrawn'],
    ] as const) {
      const alone = await newCase({ kind: 'identity-theft', ...ended(outcome, state) });
      const beside = await newCase({ kind: 'identity-theft', ...ended(outcome, state) });
      await newCase({}, beside);
      for (const one of [alone, beside]) {
        await deliverBlockMail(portal, { disputeId: one.disputeid, occasion: outcome }, `test-${newId()}`);
        expect(await columnsOf(one)).toMatchObject({
          told: outcome === 'declined' ? portal.clock.now() : null,
        });
        const [mail] = await mailsTo(one);
        expect(mail?.text?.includes('until your dispute about this report has ended too')).toBe(
          one === beside,
        );
      }
    }
  });
});

test('companies that saw the score or the report are told of a correction, each once, and nobody else', async () => {
  const [one, other] = [await newCase(ended('corrected')), await newCase()];
  const { accountId: viewer } = await newStaff(portal);
  const see = (personId: string, kind: string, companyId: string | null, days = 0) =>
    sql`insert into access_entry (id, person_id, viewer_account_id, viewer_company_id, kind, day, first_at)
      values (${newId()}, ${personId}, ${viewer}, ${companyId}, ${kind}, ${inDays(days)}, ${inDays(days)})`.execute(
      portal.db,
    );
  const owners = new Map<string, Registered>();
  for (const kind of ['search', 'score', 'report', 'export', 'api', 'staff-report']) {
    const { companyId, owner } = await newCompany(portal);
    owners.set(kind, owner);
    await see(one.accountId, kind, companyId);
    await see(one.accountId, kind, companyId, -1);
    await see(one.accountId, kind, null);
    if (kind === 'staff-report') await see(other.accountId, 'score', companyId);
  }
  await findCompaniesToTell(portal, one.disputeid);
  await portal.runJobs();
  for (const [kind, owner] of owners) {
    const told = (await mailsTo(owner)).filter(({ text }) => text?.includes('Pat Dispute disputed'));
    expect(told, kind).toHaveLength(kind === 'staff-report' ? 0 : 1);
  }
});

test('staff are told of a message only by its case', async () => {
  const [open, block] = [await newCase(), await newCase({ kind: 'identity-theft' })];
  const { visitor } = await newStaff(portal);
  for (const { disputeid } of [open, block])
    await visitor.perform(replyToDispute, { disputeid, message: 'Hello' });
  await portal.runJobs();
  const subjects = async (one: Case) => (await mailsTo(one)).map(({ subject }) => subject);
  expect(await subjects(open)).toContain('New message in your dispute');
  expect(await subjects(block)).toContain('New message about your identity theft request');
});

test('staff correct a dispute alone, and neither a request for a block nor what is not there', async () => {
  const block = await newCase({ kind: 'identity-theft' });
  const { visitor } = await newStaff(portal);
  for (const disputeid of [block.disputeid, newId()]) {
    const corrected = {
      disputeid,
      outcome: 'corrected',
      score: 'IC01',
      explanation: 'The court says so',
    } as const;
    expect((await refusalOf(visitor.perform(resolveDispute, corrected))).code).toBe('not-found');
  }
});
