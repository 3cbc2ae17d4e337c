import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  applicationStatusChanged,
  deliverExpirationChanged,
  deliverRenewalReminder,
  deliverScoreActive,
  deliverScoreReady,
  expireScore,
  findActiveScore,
  scoreActivated,
  scoreExpired,
} from '#modules/applications/index.ts';
import { keepOrIssueShieldId } from '#modules/applications/score/acceptance.ts';
import { activateCheck } from '#modules/applications/score/activating.ts';
import { correctScoreNames } from '#modules/applications/score/legal-names.ts';
import { activateShieldId } from '#modules/applications/score/shield-ids.ts';
import { drawShieldId, isShieldId } from '#modules/applications/score/shieldid.ts';
import { lockApplication, moveApplication } from '#modules/applications/status-changes.ts';
import { checkDigit } from '#modules/platform/checkdigit.ts';
import { DAY, formatDate, listAudit, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import {
  giveScore,
  newApplication,
  newScoreChange,
  newScoredPerson,
  type ScoredPerson,
} from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Scores whose rows are written directly: which of them a change concerns, and which it leaves alone. */

const portal = await testPortal();
portal.clock.stop();

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
const mailsTo = ({ emailaddress }: { emailaddress: string }) => listOutbox(portal.db, { to: emailaddress });
const factsOf = ({ accountId }: { accountId: string }) =>
  rowOf(
    portal,
    sql<{ number: string; name: string; score: string; open: boolean }>`
      select certification_number as number, certification_name as name, certification_score as score,
        open_application as open
      from session_facts where account_id = ${accountId}`,
  );
/** The scores of a person, the oldest first. */
const scoresOf = ({ accountId }: { accountId: string }) =>
  rowsOf(
    portal,
    sql<{ application_id: string; number: string; firstname: string; score_change_id: string }>`
      select application_id, shield_id_number as number, legal_firstname as firstname, score_change_id
      from shield_score where account_id = ${accountId} order by activated_at`,
  );

let numbers = 0;
/** Another ShieldID of a person, which is not active. */
async function secondShieldId({ accountId }: { accountId: string }): Promise<string> {
  numbers += 1;
  const digits = String(70_000_000 + numbers);
  const number = `CA${digits}${checkDigit(digits)}`;
  await sql`insert into shield_id (number, account_id, issued_at, retired_at)
    values (${number}, ${accountId}, ${portal.clock.now()}, ${portal.clock.now()})`.execute(portal.db);
  return number;
}

/** A person with a former score of IC01 and an active one of IC03. */
async function twiceScored(): Promise<ScoredPerson & { former: string; active: string }> {
  const person = await newScoredPerson(portal, { firstname: 'Ruth', lastname: 'Twice', days: 200 });
  portal.clock.advance(1000);
  await giveScore(portal, person.accountId, { score: 'IC03', days: 300 });
  const [former, active] = (await scoresOf(person)).map(({ application_id }) => application_id);
  return { ...person, former: former ?? '', active: active ?? '' };
}

describe('another ShieldID of a person', () => {
  test('is that of the active score alone, and of the score that is made active later', async () => {
    const person = await twiceScored();
    const { accountId, shieldId, former, active } = person;
    const second = await secondShieldId(person);
    await portal.work('test.switch', (work) =>
      activateShieldId(work, accountId, { active: second, inactive: [shieldId] }),
    );
    expect((await scoresOf(person)).map(({ number }) => number)).toEqual([shieldId, second]);
    expect(await factsOf(person)).toMatchObject({ number: second });
    const activated = hearEvents(portal, scoreActivated);
    await portal.work('test.activate', (work) =>
      activateCheck(work, {
        accountId,
        accountActive: true,
        active: former,
        inactive: [active],
        reason: 'The newer one was a mistake',
      }),
    );
    expect((await scoresOf(person)).map(({ number }) => number)).toEqual([second, second]);
    expect(await factsOf(person)).toMatchObject({ number: second, score: 'IC01', name: 'Ruth Twice' });
    expect(activated).toEqual([
      { accountId, applicationId: former, shieldId: second, score: 'IC01', expiration: dayIn(200) },
    ]);
    const { entries } = await listAudit(portal.db, portal.keys, { about: accountId });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['applications.shield-id-switched', { from: shieldId, to: second }],
        ['applications.check-activated', { from: active, to: former, reason: 'The newer one was a mistake' }],
      ]),
    );
  });

  test('that is active already, and a check that is active already, change nothing', async () => {
    const person = await twiceScored();
    const { accountId, shieldId, active } = person;
    const written = async () =>
      (await listAudit(portal.db, portal.keys, { about: accountId })).entries.length;
    const before = await written();
    await portal.work('test.switch', (work) =>
      activateShieldId(work, accountId, { active: shieldId, inactive: [] }),
    );
    await portal.work('test.activate', (work) =>
      activateCheck(work, { accountId, accountActive: true, active, inactive: [], reason: 'Again' }),
    );
    expect(await written()).toBe(before);
  });
});

test('a check whose dispute has ended may be made active, and one with an open dispute may not', async () => {
  const [{ accountId, former }, other] = [await twiceScored(), await twiceScored()];
  const dispute = (of: string, ended: Date | null) =>
    sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, opened_at_status,
        received_at, due_at, state, outcome, resolved_at, result_due_at)
      select gen_random_uuid(), account_id, application_id, score_change_id, ${someSealed}, 'done', ${dayIn(-3)},
        ${dayIn(27)}, ${ended ? 'withdrawn' : 'received'}, ${ended && 'withdrawn'}, ${ended}, ${ended}
      from shield_score where account_id = ${of}`.execute(portal.db);
  await dispute(accountId, portal.clock.now());
  await dispute(other.accountId, null);
  const activate = (of: string, active: string) =>
    portal.work('test.activate', (work) =>
      activateCheck(work, { accountId: of, accountActive: true, active, inactive: [], reason: 'As agreed' }),
    );
  await activate(accountId, former);
  expect((await refusalOf(activate(other.accountId, other.former))).code).toBe('applications.check-open');
  const score = await portal.work('test.score', (work) => findActiveScore(work, accountId));
  expect(score).toMatchObject({ application_id: former, score: 'IC01' });
});

describe('a proven legal name', () => {
  const prove = ({ accountId }: { accountId: string }) =>
    sql`update account set legal_firstname = 'Rutherine', legal_middlename = 'A', legal_lastname = 'Twice',
      legal_namesuffix = '', legal_source = 'staff', legal_at = ${portal.clock.now()}
      where id = ${accountId}`.execute(portal.db);
  const correct = ({ accountId }: { accountId: string }) =>
    portal.work('test.correct', (work) => correctScoreNames(work, accountId));

  test('is that of the active score, and not of the one before it', async () => {
    const [person, other] = [await twiceScored(), await twiceScored()];
    await prove(person);
    await correct(person);
    expect((await scoresOf(person)).map(({ firstname }) => firstname)).toEqual(['Ruth', 'Rutherine']);
    expect((await scoresOf(other)).map(({ firstname }) => firstname)).toEqual(['Ruth', 'Ruth']);
    expect(await factsOf(person)).toMatchObject({ name: 'Rutherine A Twice' });
    const { entries } = await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 1 });
    expect(entries).toMatchObject([
      {
        action: 'applications.score-names-proven',
        detail: { source: 'staff', changed: ['legal_firstname', 'legal_middlename'] },
      },
    ]);
  });

  test('of a person without a score, and a score of a person without one, stay as they are', async () => {
    const [person, scored] = [await newPersonWithoutTwoStep(portal), await twiceScored()];
    await prove(person);
    await correct(person);
    await correct(scored);
    for (const { accountId } of [person, scored]) {
      const { entries } = await listAudit(portal.db, portal.keys, { about: accountId });
      expect(entries.map(({ action }) => action)).not.toContain('applications.score-names-proven');
    }
  });
});

describe('a ShieldID', () => {
  test.each([
    ['TX120000003', false],
    ['TX', false],
    ['tx', false],
  ])('is not %s', (value, is) => expect(isShieldId(value)).toBe(is));

  test('is drawn 20 times at most, until nobody has it', async () => {
    const owner = new pg.Client({ connectionString: portal.ownerUrl });
    await owner.connect();
    await owner.query(`
      create sequence draws; grant usage on sequence draws to public;
      create function take_draw() returns trigger language plpgsql as
        $$ begin perform nextval('draws'); return null; end $$;
      create trigger take_draw before insert on shield_id for each row execute function take_draw()`);
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const draw = () => portal.work('test.draw', (work) => keepOrIssueShieldId(work, accountId, 'TX'));
    try {
      await expect(draw()).rejects.toThrow('No unused ShieldID was found');
      const { rows } = await owner.query('select last_value::int as draws from draws');
      expect(rows).toEqual([{ draws: 20 }]);
    } finally {
      await owner.query('drop trigger take_draw on shield_id; drop function take_draw; drop sequence draws');
      await owner.end();
    }
    expect(await draw()).toBe(await draw());
  });

  test('is two capital letters and nine digits with their check digit, but not SL', () => {
    const number = drawShieldId('tx');
    expect(number).toMatch(/^TX\d{9}$/);
    expect(isShieldId(number)).toBe(true);
    for (const wrong of [
      number.toLowerCase(),
      `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`,
      `SL${number.slice(2)}`,
      `T${number.slice(2)}`,
      ` ${number}`,
    ])
      expect(isShieldId(wrong), wrong).toBe(false);
  });
});

describe('what is mailed about a score', () => {
  const mailId = () => `test-${newId()}`;
  const codesOf = (scoreChangeId: string) =>
    rowsOf(
      portal,
      sql<{
        ends: Date;
      }>`select expires_at as ends from approval_code where score_change_id = ${scoreChangeId}`,
    );

  test('that it waits: only while it does, with a code for 30 days, and whether it is a new one or a changed one', async () => {
    const person = await newPersonWithoutTwoStep(portal);
    const applicationId = await newApplication(portal, person.accountId, 'newrequiresapproval');
    const id = await newScoreChange(portal, person.accountId, applicationId, 'monitorupdate', 'IC03');
    const other = await newScoredPerson(portal);
    const [accepted] = await scoresOf(other);
    await deliverScoreReady(portal, accepted?.score_change_id ?? '', mailId());
    await deliverScoreReady(portal, newId(), mailId());
    expect(await codesOf(accepted?.score_change_id ?? '')).toEqual([]);
    await deliverScoreReady(portal, id, mailId());
    await sql`update score_change set score_change_type = 'new' where id = ${id}`.execute(portal.db);
    await deliverScoreReady(portal, id, mailId());
    const ends = new Date(portal.clock.now().getTime() + 30 * DAY);
    expect(await codesOf(id)).toEqual([{ ends }, { ends }]);
    const mails = (await mailsTo(person)).filter(({ links }) =>
      links.some((link) => link.includes('/scoreapproval/')),
    );
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your ShieldScore has changed: please review it',
      'Your ShieldScore is ready for your review',
    ]);
    for (const { text } of mails) expect(text).toContain(formatDate(ends));
    expect((await mailsTo(other)).some(({ subject }) => subject?.includes('review'))).toBe(false);
  });

  test('that it is active: the score of that decision, or nothing', async () => {
    const person = await twiceScored();
    const [former, active] = await scoresOf(person);
    await deliverScoreActive(portal, { scoreChangeId: newId(), by: 'person' }, mailId());
    const subject = 'Your ShieldScore is active';
    const told = async () => (await mailsTo(person)).filter((mail) => mail.subject === subject);
    expect(await told()).toEqual([]);
    await deliverScoreActive(
      portal,
      { scoreChangeId: former?.score_change_id ?? '', by: 'person' },
      mailId(),
    );
    expect((await told()).map(({ text }) => text?.includes(formatDate(dayIn(200))))).toEqual([true]);
    await deliverScoreActive(
      portal,
      { scoreChangeId: active?.score_change_id ?? '', by: 'person' },
      mailId(),
    );
    expect((await told()).filter(({ text }) => text?.includes(formatDate(dayIn(300))))).toHaveLength(1);
  });

  test('that it expires or has expired: nothing of a score that was replaced', async () => {
    const person = await twiceScored();
    const scores = await rowsOf(
      portal,
      sql<{ id: string }>`select id from shield_score where account_id = ${person.accountId}
        order by activated_at`,
    );
    const remind = async (scoreId: string, stage: number) => {
      const before = (await mailsTo(person)).map(({ id }) => id);
      await deliverRenewalReminder(portal, { scoreId, stage }, mailId());
      return (await mailsTo(person)).filter(({ id }) => !before.includes(id));
    };
    expect(await remind(scores[0]?.id ?? '', 7)).toEqual([]);
    expect(await remind(newId(), 7)).toEqual([]);
    const [soon] = await remind(scores[1]?.id ?? '', 1);
    const [late] = await remind(scores[1]?.id ?? '', 0);
    expect(soon?.text).toContain(formatDate(dayIn(300)));
    expect(soon?.subject).toMatch(/expires/);
    expect(late?.subject).toMatch(/expired/);
  });

  test('that staff moved its expiration: nothing to somebody who was erased', async () => {
    const person = await twiceScored();
    const id = newId();
    await sql`insert into expiration_change (id, account_id, shield_score_id, from_expiration, to_expiration,
        note_sealed, changed_at, changed_by_account_id)
      select ${id}, account_id, id, ${dayIn(300)}, ${dayIn(60)}, null, ${portal.clock.now()}, account_id
      from shield_score where account_id = ${person.accountId} and ended_at is null`.execute(portal.db);
    const before = await mailsTo(person);
    await deliverExpirationChanged(portal, id, mailId());
    expect(await mailsTo(person)).toHaveLength(before.length);
  });
});

test('a score that ends with its money is told to the other modules, once', async () => {
  const person = await twiceScored();
  const expired = hearEvents(portal, scoreExpired);
  const expire = (applicationId: string) =>
    portal.work('test.expire', (work) => expireScore(work, { accountId: person.accountId, applicationId }));
  await expire(person.former);
  expect(expired).toEqual([]);
  await expire(person.active);
  await expire(person.active);
  expect(expired).toEqual([{ accountId: person.accountId }]);
});

describe('an application that moves', () => {
  const move = (applicationId: string, to: 'done' | 'cancelled' | 'inprogress' | 'correctionrequest') =>
    portal.work('test.move', async (work) =>
      moveApplication(work, await lockApplication(work, applicationId), to, 'a test'),
    );

  test('is told, and its history kept, and only as the table says', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const applicationId = await newApplication(portal, accountId, 'submitted');
    const heard = hearEvents(portal, applicationStatusChanged);
    expect((await refusalOf(move(applicationId, 'done'))).code).toBe('applications.moved-on');
    await move(applicationId, 'inprogress');
    expect(heard).toEqual([{ accountId, applicationId, from: 'submitted', to: 'inprogress' }]);
    expect(
      await rowsOf(
        portal,
        sql`select from_status, to_status, reason from application_status_change
          where application_id = ${applicationId}`,
      ),
    ).toEqual([{ from_status: 'submitted', to_status: 'inprogress', reason: 'a test' }]);
    expect((await refusalOf(move(newId(), 'done'))).code).toBe('not-found');
  });

  test('lets its person buy another check, unless another application is open', async () => {
    const [one, two] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
    const open = async ({ accountId }: { accountId: string }) => (await factsOf({ accountId }))?.open;
    const [first, second] = [
      await newApplication(portal, one.accountId, 'newrequiresapproval'),
      await newApplication(portal, two.accountId, 'newrequiresapproval'),
    ];
    const third = await newApplication(portal, two.accountId, 'waituser');
    await move(first, 'done');
    await move(second, 'done');
    expect([await open(one), await open(two)]).toEqual([false, true]);
    await move(third, 'cancelled');
    expect(await open(two)).toBe(false);
  });

  test('into a correction stops the purchase of another one, unless its score was accepted before', async () => {
    const [waiting, accepted] = [await newPersonWithoutTwoStep(portal), await newScoredPerson(portal)];
    const id = await newApplication(portal, waiting.accountId, 'newrequiresapproval');
    await move(id, 'correctionrequest');
    expect((await factsOf(waiting))?.open).toBe(true);
    const [score] = await scoresOf(accepted);
    await sql`update application set status = 'monitorrequiresapproval'
      where id = ${score?.application_id}`.execute(portal.db);
    await move(score?.application_id ?? '', 'correctionrequest');
    expect((await factsOf(accepted))?.open).toBe(false);
  });
});
