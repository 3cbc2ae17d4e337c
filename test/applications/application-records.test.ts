import { describe, expect, test } from 'vitest';
import { sealDocumentName, sealErrorText, sealItems } from '#modules/applications/disputes/sealed.ts';
import {
  applicationsPersonalData,
  cancelApplication,
  getApplication,
  getApplicationStatus,
  getApplicationSteps,
  listApplications,
  listOpenApplications,
  listPackageHistory,
  openApplication,
  readIdentityRecord,
  startApplication,
} from '#modules/applications/index.ts';
import { presentApplication } from '#modules/applications/overview.ts';
import { applicationStatuses } from '#modules/applications/statuses.ts';
import { verificationsOf } from '#modules/applications/verification/index.ts';
import { DAY, newId, sql } from '#modules/platform/index.ts';
import { newApplication, newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { someFile, someHash, someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

/** Applications whose rows are written directly: what is read of them, and what is not. */

const portal = await testPortal();
portal.clock.stop();

const read = (id: string) => portal.work('test.read', (work) => getApplication(work, id));

async function order(
  applicationId: string,
  { attempt = 1, state = 'placed', number = null as string | null } = {},
): Promise<string> {
  const id = newId();
  await sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at, closed_at,
      state, profile_number, placed_at)
    values (${id}, ${applicationId}, '2', ${attempt}, ${id}, ${portal.clock.now()}, ${portal.clock.now()},
      ${state}, ${number}, ${number && portal.clock.now()})`.execute(portal.db);
  return id;
}

describe('an application', () => {
  test('has the number and state of its newest order, and the score that was accepted last', async () => {
    const { accountId } = await newScoredPerson(portal, { days: 100 });
    const score = await rowOf(
      portal,
      sql<{ id: string }>`select application_id as id from shield_score where account_id = ${accountId}`,
    );
    const id = score?.id ?? '';
    for (const [attempt, number] of [
      [3, '4711-00003'],
      [4, '4711-00004'],
      [2, '4711-00002'],
    ] as const)
      await order(id, { attempt, number });
    expect(await read(id)).toMatchObject({ profile_number: '4711-00004', score: 'IC01', pending_type: null });
    await sql`insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score,
        findings, report_key, report_hash, created_at)
      select ${newId()}, application_id, account_id, cra_order_id, 'monitorupdate', 'IC04', ${someSealed}, ${someFile}, ${someHash}, now()
      from score_change where application_id = ${id}`.execute(portal.db);
    await sql`insert into shield_score (id, account_id, shield_id_number, application_id, score_change_id, score,
        activated_at, expiration, ended_at, legal_firstname, legal_middlename, legal_lastname, legal_namesuffix)
      select ${newId()}, account_id, shield_id_number, application_id,
        (select id from score_change where application_id = ${id} and score = 'IC04'), 'IC04',
        activated_at - interval '1 day', expiration - 10, ${portal.clock.now()}, '', '', '', ''
      from shield_score where application_id = ${id}`.execute(portal.db);
    expect(await read(id)).toMatchObject({ score: 'IC01', pending_type: 'monitorupdate' });
  });

  test('was not accepted on paper while the newest package was rejected and nothing else was chosen', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const { accountId: staffId } = await newStaff(portal);
    const id = await newApplication(portal, accountId, 'waituser');
    const rejected = async () => (await read(id)).package_rejected;
    const close = (outcome: 'rejected' | 'switched', seconds: number) =>
      sql`insert into manual_package (id, application_id, requested_at, closed_at, outcome, decided_by_account_id)
        values (${newId()}, ${id}, ${new Date(portal.clock.now().getTime() + seconds)}, ${portal.clock.now()},
          ${outcome}, ${outcome === 'rejected' ? staffId : null})`.execute(portal.db);
    expect(await rejected()).toBe(false);
    await close('switched', 1);
    expect(await rejected()).toBe(false);
    await close('rejected', 2);
    expect(await rejected()).toBe(true);
    await sql`update application set signature_choice = 'paper' where id = ${id}`.execute(portal.db);
    expect(await rejected()).toBe(false);
    await sql`update application set signature_choice = null where id = ${id}`.execute(portal.db);
    await close('switched', 3);
    expect(await rejected()).toBe(false);
    await close('rejected', 4);
    await sql`update application set status = 'cancelled' where id = ${id}`.execute(portal.db);
    expect(await rejected()).toBe(false);
  });

  test('is listed with those of its person, newest first; those that are open, oldest first', async () => {
    const [one, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
    await newApplication(portal, other.accountId, 'waituser');
    const made = async (status: 'done' | 'waituser' | 'paid') => {
      portal.clock.advance(1000);
      return newApplication(portal, one.accountId, status);
    };
    const [first, done, last] = [await made('waituser'), await made('done'), await made('paid')];
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    await portal.work('test.list', async (work) => {
      expect(ids(await listApplications(work, one.accountId))).toEqual([last, done, first]);
      expect(ids(await listOpenApplications(work, one.accountId))).toEqual([first, last]);
    });
  });

  test('is opened once for a purchase, of a package that may be withdrawn, and counted', async () => {
    const [one, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
    await newApplication(portal, other.accountId, 'paid');
    const packageId = newId();
    await sql`insert into screening_package select (jsonb_populate_record(p, jsonb_build_object(
        'id', ${packageId}::text, 'version', 99, 'active', false, 'default_package', false))).*
      from screening_package p where crapackageid = 'NATIONAL' and active`.execute(portal.db);
    const purchaseId = newId();
    await sql`insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency,
        status, created_at, paid_at)
      values (${purchaseId}, ${one.accountId}, ${packageId}, 'National', false, 0, 'usd', 'paid',
        ${portal.clock.now()}, ${portal.clock.now()})`.execute(portal.db);
    const open = (more: object = {}) =>
      portal.work('test.open', (work) =>
        openApplication(work, { accountId: one.accountId, packageId, purchaseId, ...more }),
      );
    const id = await open();
    expect(await open()).toBe(id);
    await expect(open({ packageId: newId() })).rejects.toMatchObject({ code: 'not-found' });
    const facts = await rowOf(
      portal,
      sql`select application_count as count, open_application as open from session_facts
        where account_id = ${one.accountId}`,
    );
    expect(facts).toEqual({ count: 1, open: true });
    expect(
      await rowOf(
        portal,
        sql`select from_status, to_status from application_status_change where application_id = ${id}`,
      ),
    ).toEqual({ from_status: null, to_status: 'paid' });
  });

  test('whose money goes back closes its paper package', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const id = await newApplication(portal, accountId, 'waituser');
    await sql`update application set signature_choice = 'paper' where id = ${id}`.execute(portal.db);
    await sql`insert into manual_package (id, application_id, requested_at)
      values (${newId()}, ${id}, ${portal.clock.now()})`.execute(portal.db);
    await sql`update application set status = 'waitmanual' where id = ${id}`.execute(portal.db);
    const closed = await portal.work('test.cancel', (work) => cancelApplication(work, id, 'money went back'));
    expect(closed).toBe(true);
    expect(
      await rowOf(portal, sql`select outcome, closed_at from manual_package where application_id = ${id}`),
    ).toEqual({ outcome: 'canceled', closed_at: portal.clock.now() });
  });
});

describe('its steps', () => {
  test('begin once, with the package that was bought, and a page may ask for up to 100 of them', async () => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    const applicationid = await newApplication(portal, accountId, 'paid');
    const start = (packageid?: string) => visitor.perform(startApplication, { applicationid, packageid });
    await expect(start(newId())).rejects.toMatchObject({ code: 'not-found' });
    expect((await read(applicationid)).status).toBe('paid');
    const begun = { workflowstep: 1, application: { composite_status_code: 'waituser' } };
    expect(await start((await read(applicationid)).package_id)).toMatchObject(begun);
    expect(await start()).toMatchObject(begun);
    const ask = (workflowstep: number) =>
      visitor.perform(getApplicationSteps, { applicationid, workflowstep });
    expect(await ask(1)).toMatchObject({ workflowstep: 1, correction: null, rejected_package: null });
    await ask(100);
    for (const wrong of [0, 101]) await expect(ask(wrong)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('are completed when they are done, and up to the current one when they are closed', async () => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    const applicationid = await newApplication(portal, accountId, 'waituser');
    await sql`insert into application_step (application_id, step_key, completed_at)
      values (${applicationid}, 'jurisdictions', ${portal.clock.now()})`.execute(portal.db);
    const completed = async () => {
      const { steps, workflowstep } = await visitor.perform(getApplicationSteps, { applicationid });
      return { workflowstep, steps: steps.filter((step) => step.completed).map((step) => step.step_key) };
    };
    expect(await completed()).toEqual({ workflowstep: 1, steps: ['jurisdictions'] });
    await sql`update application set status = 'submitted' where id = ${applicationid}`.execute(portal.db);
    const after = await visitor.perform(getApplicationSteps, { applicationid });
    expect(after.steps.map((step) => step.completed)).toEqual(
      after.steps.map((step) => step.esign_step_number <= after.workflowstep),
    );
    expect(after.workflowstep).toBeGreaterThan(1);
  });
});

describe('what its status and its order say together', () => {
  const states = ['held', 'queued', 'placed', 'inprogress', 'completed', 'returned'] as const;
  test('staff check it, or sent it back', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const row = await read(await newApplication(portal, accountId, 'submitted'));
    const seen = applicationStatuses.flatMap((status) =>
      states.flatMap((order_state) => {
        const shown = presentApplication({ ...row, status, order_state });
        return [
          ...(shown.under_review ? [`${status} ${order_state}: under review`] : []),
          ...(shown.correction_needed ? [`${status} ${order_state}: sent back`] : []),
        ];
      }),
    );
    expect(seen).toEqual([
      'waituser returned: sent back',
      'waitmanual returned: sent back',
      'submitted held: under review',
    ]);
  });

  test.each([
    ['submitted', 'queued', 'pending'],
    ['submitted', 'placed', 'submitted'],
    ['inprogress', 'queued', 'inprogress'],
  ] as const)('%s and %s is %s', async (status, state, shown) => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    const applicationid = await newApplication(portal, accountId, status);
    await order(applicationid, { state });
    const answer = await visitor.perform(getApplicationStatus, { applicationid });
    expect(answer).toMatchObject({ applicationstatus: shown, composite_status_code: status });
  });
});

test('D47: the agency is asked about the placed orders of this person alone', async () => {
  const [one, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const { visitor } = await newStaff(portal);
  await order(await newApplication(portal, one.accountId, 'submitted'));
  // The sandbox agency does not know this number.
  await order(await newApplication(portal, other.accountId, 'submitted'), { number: '0815-00001' });
  expect(await visitor.perform(readIdentityRecord, { userid: one.accountId })).toEqual({ records: [] });
  await expect(visitor.perform(readIdentityRecord, { userid: other.accountId })).rejects.toMatchObject({
    code: 'applications.agency-silent',
  });
});

test('D23: a person’s own files are in their export, each with the end of its id', async () => {
  const ends: Record<string, string> = {};
  const filled = async () => {
    const { accountId } = await newScoredPerson(portal);
    const score = await rowOf(
      portal,
      sql<{ id: string; change: string }>`select application_id as id, score_change_id as change
        from shield_score where account_id = ${accountId}`,
    );
    const { id: application = '', change = '' } = score ?? {};
    const [dispute, document, verification, paper] = [newId(), newId(), newId(), newId()];
    const now = portal.clock.now();
    const hash = 'a'.repeat(64);
    await newApplication(portal, accountId, 'waituser');
    await sql`update application set file_key = 'applications/a.sealed', file_hash = ${hash}
      where id = ${application}`.execute(portal.db);
    await sql`insert into manual_package (id, application_id, requested_at, received_at, received_by, file_key,
        file_hash, file_bytes, file_pages, signatures_detected)
      values (${paper}, ${application}, ${now}, ${now}, 'upload', 'packages/p.sealed', ${hash}, 1, 1, 1)`.execute(
      portal.db,
    );
    await sql`insert into manual_package (id, application_id, requested_at, closed_at, outcome)
      values (${newId()}, ${application}, ${now}, ${now}, 'switched')`.execute(portal.db);
    await sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, items,
        opened_at_status, received_at, due_at)
      values (${dispute}, ${accountId}, ${application}, ${change}, ${sealErrorText(portal, dispute, 'Not mine')},
        ${sealItems(portal, dispute, [])}, 'done', ${now}, ${now}::timestamptz + interval '30 days')`.execute(
      portal.db,
    );
    const message = newId();
    await sql`insert into dispute_message (id, dispute_id, account_id, author, author_account_id, body, written_at)
      values (${message}, ${dispute}, ${accountId}, 'person', ${accountId}, ${someSealed}, ${now})`.execute(
      portal.db,
    );
    await sql`insert into dispute_document (id, dispute_id, account_id, message_id, purpose, author,
        author_account_id, name, content_type, file_key, file_bytes, added_at)
      values (${document}, ${dispute}, ${accountId}, ${message}, 'evidence', 'person', ${accountId},
        ${sealDocumentName(portal, document, 'letter.png')}, 'image/png', ${`disputes/${document}.sealed`}, 1,
        ${now})`.execute(portal.db);
    await sql`insert into id_verification (id, account_id, application_id, sandbox, started_at, status_at,
        front_key, video_key)
      values (${verification}, ${accountId}, ${application}, true, ${now}, ${now}, 'v/front.jpg.sealed',
        'v/video.mp4.sealed')`.execute(portal.db);
    Object.assign(ends, { application, change, document, verification, paper });
    return accountId;
  };
  await filled();
  const accountId = await filled();
  const files = await portal.work('test.files', async (work) =>
    applicationsPersonalData.listFiles?.(work, { accountId, emailaddress: '' }),
  );
  const end = (name: string) => ends[name]?.slice(-12);
  expect(files?.map(({ name }) => name)).toEqual([
    `paper-application-${end('paper')}.pdf`,
    `application-${end('application')}.pdf`,
    `report-${end('change')}.pdf`,
    `id-front-${end('verification')}.jpeg`,
    `id-selfie-${end('verification')}.mp4`,
    `dispute-${end('document')}-letter.png`,
  ]);
});

describe('staff read the newest', () => {
  const ago = (days: number) => new Date(portal.clock.now().getTime() - days * DAY);

  test('100 verifications of a person', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const application = await newApplication(portal, accountId, 'waituser');
    for (let days = 101; days > 0; days -= 1) {
      const id = newId();
      await sql`insert into id_verification (id, account_id, application_id, started_at, status_at, sandbox)
        values (${id}, ${accountId}, ${application}, ${ago(days)}, ${ago(days)}, true)`.execute(portal.db);
      await sql`update id_verification set status = 'abandoned', decided_at = ${ago(days)} where id = ${id}`.execute(
        portal.db,
      );
    }
    const listed = await portal.work('test.list', (work) => work.rows(verificationsOf(accountId)));
    expect(listed).toHaveLength(100);
    expect(listed[0]?.dts).toEqual(ago(1));
  });

  test('10 paper packages of an application', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const application = await newApplication(portal, accountId, 'waituser');
    for (let days = 11; days > 0; days -= 1) {
      await sql`insert into manual_package (id, application_id, requested_at, closed_at, outcome)
        values (${newId()}, ${application}, ${ago(days)}, ${ago(days)}, 'switched')`.execute(portal.db);
    }
    const { visitor } = await newStaff(portal);
    const { events } = await visitor.perform(listPackageHistory, { applicationid: application });
    const chosen = events.filter(({ what }) => what === 'chosen').map(({ dts }) => dts);
    expect(chosen).toEqual(Array.from({ length: 10 }, (_, at) => ago(at + 1)));
  });
});
