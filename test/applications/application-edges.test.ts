import { describe, expect, test } from 'vitest';
import { returnSsnReview } from '#modules/admin/index.ts';
import { getApplicationPdf } from '#modules/applications/index.ts';
import { sendApplicationWaits } from '#modules/applications/jobs.ts';
import { readRecord } from '#modules/applications/pdf/record.ts';
import { findOwn, readProgress } from '#modules/applications/steps/progress.ts';
import { waitsSweep } from '#modules/applications/submission/waiting-applications.ts';
import { setAccountActive } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/browser.ts';
import { newId, signHook } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  addressIn,
  agree,
  answer,
  fillIn,
  nameOf,
  newApplicant,
  removeSandboxDelays,
  signaturePng,
  steps,
  submit,
} from '#test/factories/applicants.ts';
import { newApplication } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { hearAlerts } from '#test/factories/staff-alerts.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';

/** The edges of an application: exact moments, rows of other people, and callbacks in an unusual order. */

const portal = await servedPortal();
await removeSandboxDelays(portal);
const alerts = hearAlerts(portal);

const rows = async (text: string, ...values: unknown[]) => (await portal.pool.query(text, values)).rows;
const progressOf = ({ accountId }: Pick<Applicant, 'accountId'>, id?: string) =>
  portal.work('test.progress', (work) => readProgress(work, accountId, id));

async function atJurisdictions(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  return applicant;
}

describe('a document', () => {
  const recordsOf = ({ applicationId }: Applicant) =>
    rows('select signature_kind, typed_name from signing_record where application_id = $1', applicationId);

  test('that needs no signature keeps none, whatever is sent with it, and is agreed to once', async () => {
    const applicant = await newApplicant(portal);
    const { consent } = await steps(applicant);
    const given = {
      step_consent_id: consent?.consent_form_id,
      consent_acknowledged: 'YES',
      signature_encoded: signaturePng(300),
      save_signature: 'YES',
    };
    await answer(applicant, given);
    await answer(applicant, { ...given, signature_encoded: undefined, typed_name: 'Somebody Else' });
    expect(await recordsOf(applicant)).toEqual([{ signature_kind: 'none', typed_name: null }]);
    expect(await rows('select from saved_signature where account_id = $1', applicant.accountId)).toEqual([]);
  });

  test('is that which was in force when the application was ordered, of its own agency', async () => {
    const applicant = await newApplicant(portal);
    const publish = (craid: string, version: number, later: number) =>
      rows(
        `insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text, requires_signature,
           content_hash, in_force_from)
         select gen_random_uuid(), kind, $1, $2, title, body, acknowledgement_text, requires_signature, content_hash,
           (select ordered_at from application where id = $4) + $3 * interval '1 millisecond'
         from consent_document where kind = 'esign' and craid = $1 order by version limit 1`,
        craid,
        version,
        later,
        applicant.applicationId,
      );
    await publish('2', 2, 0);
    await publish('2', 3, 1);
    await publish('4', 9, 0);
    const { consents } = await progressOf(applicant);
    expect(
      consents.filter(({ kind }) => kind === 'esign').map(({ craid, version }) => [craid, version]),
    ).toEqual([['2', 2]]);
  });
});

test('without a name of an application, the first of those counts whose steps are open, and none that is closed', async () => {
  const person = await newPerson(portal);
  const open = () => portal.work('test.own', (work) => findOwn(work, person.accountId, undefined));
  await newApplication(portal, person.accountId, 'done');
  await expect(open()).rejects.toMatchObject({ code: 'not-found' });
  await expect(progressOf(person)).rejects.toMatchObject({ code: 'not-found' });
  const ids = [];
  for (const status of ['inprogress', 'waituser', 'waituser'] as const) {
    portal.clock.advance(1000);
    ids.push(await newApplication(portal, person.accountId, status));
  }
  expect([await open(), (await progressOf(person)).application.id]).toEqual([ids[1], ids[1]]);
});

test('jurisdictions are chosen for one application alone, and can be chosen anew', async () => {
  const [applicant, other] = [await atJurisdictions(), await atJurisdictions()];
  const choose = (of: Applicant, ...selected_jurisdictions: string[]) =>
    answer(of, { selected_jurisdictions, none: selected_jurisdictions.length === 0 ? 'YES' : 'NO' });
  const chosen = async (of: Applicant) =>
    (await progressOf(of)).jurisdictions.filter(({ selected }) => selected).map(({ abbr }) => abbr);
  await choose(other, 'CA');
  await choose(applicant, 'NY', 'NY');
  expect([await chosen(applicant), await chosen(other)]).toEqual([['NY'], ['CA']]);
  await choose(applicant);
  expect([await chosen(applicant), await chosen(other)]).toEqual([[], ['CA']]);
  expect((await progressOf(applicant)).noJurisdictions).toBe(true);
});

describe('what was typed', () => {
  test('is kept for each step and application by itself, and when it was saved', async () => {
    const [applicant, other] = [await atJurisdictions(), await atJurisdictions()];
    const fresh = await newApplicant(portal);
    expect((await progressOf(fresh)).savedAt).toBeNull();
    for (const each of [applicant, other]) {
      await answer(each, { selected_jurisdictions: [], none: 'YES' });
      await answer(each, nameOf('900-00-0001'));
      for (const step of ['name', 'jurisdictions'] as const)
        await answer(each, { draft: { step, values: { typed: step } } });
    }
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    portal.clock.advance(1000);
    const before = portal.clock.now();
    await answer(applicant, { draft: { step: 'name', values: { typed: 'again' } } });
    expect((await progressOf(applicant)).savedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const drafts = async (of: Applicant) => Object.keys((await progressOf(of)).drafts).sort();
    expect([await drafts(applicant), await drafts(other)]).toEqual([['name'], ['jurisdictions', 'name']]);
    expect((await steps(applicant)).draft).toEqual({ typed: 'again' });
  });

  test('before a step was finished does not open it again when it arrives late', async () => {
    const applicant = await atJurisdictions();
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    const draft = (opened: Date) => {
      const late = { step: 'name', values: { firstname: 'Late' }, opened_dts: opened.toISOString() };
      return answer(applicant, { draft: late });
    };
    const first = portal.clock.now();
    await draft(first);
    for (let finished = 0; finished < 2; finished += 1) {
      portal.clock.advance(1000);
      const before = portal.clock.now();
      portal.clock.advance(1000);
      await answer(applicant, nameOf('900-00-0001'));
      for (const opened of [first, before]) {
        await expect(draft(opened)).rejects.toMatchObject({ code: 'applications.moved-on' });
      }
      expect(await steps(applicant)).toMatchObject({ workflowstep: 6, draft: null });
    }
    await draft(portal.clock.now());
    expect(await steps(applicant)).toMatchObject({ workflowstep: 5, draft: { firstname: 'Late' } });
  });

  test('has at most 20,000 characters, and no character that the database cannot keep', async () => {
    const applicant = await atJurisdictions();
    const save = (typed: string) =>
      answer(applicant, { draft: { step: 'jurisdictions', values: { typed } } });
    const most = 20_000 - JSON.stringify({ typed: '' }).length;
    await save('x'.repeat(most));
    await expect(save('x'.repeat(most + 1))).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(save('a\u0000b')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

test('who says to be born today has mistyped, and an address holds no SSN', async () => {
  const applicant = await atJurisdictions();
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  const today = portal.clock.now().toISOString().slice(0, 10);
  await expect(
    answer(applicant, nameOf('900-00-0001', { dateofbirth: today, confirmdateofbirth: today })),
  ).rejects.toMatchObject({ code: 'invalid-input', options: { field: 'dateofbirth' } });
  await answer(applicant, nameOf('900-00-0001'));
  await expect(answer(applicant, addressIn('TX', { address1: '900-00-0001 Oak' }))).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

describe('an application that waits', () => {
  const isFound = async ({ applicationId }: Applicant) =>
    (await portal.work('test.keys', (work) => waitsSweep.keys(work, null, 1_000))).includes(applicationId);
  const run = (...applicants: Applicant[]) =>
    portal.work('test.run', (work) =>
      waitsSweep.run(
        work,
        applicants.map(({ applicationId }) => applicationId),
      ),
    );

  test('is found to the moment after 3, 7 and 14 days, and another one by itself', async () => {
    portal.clock.stop();
    const [applicant, other] = [await newApplicant(portal), await newApplicant(portal)];
    await rows(
      `update id_verification set status_at = (select status_at from application where id = application_id)
       where application_id = any($1)`,
      [applicant.applicationId, other.applicationId],
    );
    const found: boolean[] = [];
    for (const days of [3, 4, 7]) {
      portal.clock.advance(days * DAY - 1);
      found.push(await isFound(applicant));
      portal.clock.advance(1);
      found.push(await isFound(applicant));
      expect(await run(applicant)).toBe(1);
      expect(await run(applicant)).toBe(0);
    }
    expect(found).toEqual([false, true, false, true, false, true]);
    expect(await isFound(other)).toBe(true);
    portal.clock.run();
  });

  test('is not found of a closed account or while the images are checked, and for another’s images it is', async () => {
    const [closed, checked, applicant] = [
      await newApplicant(portal),
      await atVerification(portal, 'Wait'),
      await newApplicant(portal),
    ];
    await takeAll(portal, checked);
    await portal.runJobs();
    await portal.work('test.close', (work) => setAccountActive(work, closed.accountId, false));
    portal.clock.advance(3 * DAY);
    expect([await isFound(closed), await isFound(checked), await isFound(applicant)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('is not told of once it was submitted', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0012');
    await portal.work('test.tell', (work) =>
      work.enqueue(sendApplicationWaits, { applicationId: applicant.applicationId }),
    );
    await answer(applicant, { submit_application: 'YES' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: applicant.emailaddress });
    expect(mails.filter(({ subject }) => subject?.includes('isn’t finished'))).toEqual([]);
  });
});

describe('a callback of the agency', () => {
  const orderOf = async ({ applicationId }: Applicant) =>
    (
      await rows(
        `select id, state, held_for, profile_number, closed_at is not null as closed from cra_order
         where application_id = $1 order by attempt desc limit 1`,
        applicationId,
      )
    )[0];

  async function post(applicant: Applicant, type: string, more: object = {}): Promise<void> {
    const { profile_number } = await orderOf(applicant);
    const body = JSON.stringify({
      event_id: newId(),
      craid: '2',
      idempotency_key: applicant.applicationId,
      profile_number,
      occurred_at: portal.clock.now().toISOString(),
      type,
      ...more,
    });
    const answered = await fetch(`${portal.origin}/hooks/cra`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cra-signature': signHook(portal.config.cra.webhookSecret, body, portal.clock.now()),
      },
      body,
    });
    await answered.body?.cancel();
    expect(answered.status).toBe(200);
    await portal.runJobs();
  }

  async function submitted(ssn: string): Promise<Applicant> {
    const applicant = await newApplicant(portal);
    await submit(applicant, ssn);
    await portal.runJobs();
    return applicant;
  }

  const heard = async (of: Applicant) => {
    const { id } = await orderOf(of);
    return {
      raised: alerts.raised.filter(({ eventId }) => eventId === id),
      settled: alerts.settled.filter(({ eventId }) => eventId === id),
    };
  };

  test.each([
    ['inprogress', 'inprogress', false],
    ['clearidaction', 'returned', true],
  ])('%s for an SSN that staff should look at takes the alert back', async (type, state, closed) => {
    const applicant = await submitted('900-00-0011');
    const { id: eventId, profile_number: profileNumber } = await orderOf(applicant);
    expect(await heard(applicant)).toEqual({
      raised: [
        {
          alertType: 'application_ssn_verification',
          eventId,
          accountId: applicant.accountId,
          applicationId: applicant.applicationId,
          profileNumber,
          reason: 'ssn-review',
        },
      ],
      settled: [],
    });
    await post(applicant, type);
    expect(await orderOf(applicant)).toMatchObject({ state, held_for: null, closed });
    expect((await heard(applicant)).settled).toEqual([
      { alertType: 'application_ssn_verification', eventId },
    ]);
  });

  test('asks for no review of an SSN once the agency works on the check, and settles nothing', async () => {
    const applicant = await submitted('900-00-0012');
    await post(applicant, 'ssnreview');
    expect(await orderOf(applicant)).toMatchObject({ state: 'inprogress', held_for: null });
    await post(applicant, 'clearidaction');
    expect(await heard(applicant)).toEqual({ raised: [], settled: [] });
  });

  test('what staff sent back for correction is shown until the next submission, on paper too, and only there', async () => {
    const [applicant, other] = [await submitted('900-00-0011'), await submitted('900-00-0012')];
    const { visitor: staff } = await newStaff(portal);
    const correction = 'Please enter the number again, it has a typing error.';
    await staff.perform(returnSsnReview, { orderid: (await orderOf(applicant)).id, correction });
    await portal.runJobs();
    expect((await steps(applicant)).correction).toBe(correction);
    await answer(applicant, { signature_choice: 'paper' }).catch(() => null);
    expect((await steps(applicant)).correction).toBe(correction);
    expect((await steps(other)).correction).toBeNull();
    const finished = await rows(
      'select from application_step where application_id = $1',
      other.applicationId,
    );
    expect(finished.length).toBeGreaterThan(0);
  });

  test('the file of a submitted application has its record and no paper, and there is none before', async () => {
    const [applicant, open] = [await submitted('900-00-0012'), await newApplicant(portal)];
    const read = ({ applicationId }: Applicant) =>
      portal.work('test.record', (work) => readRecord(work, applicationId));
    expect(await read(open)).toBeNull();
    expect(await read(applicant)).toMatchObject({
      paper: null,
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { filename } = await applicant.visitor.perform(getApplicationPdf, {
      applicationid: applicant.applicationId,
    });
    expect(filename).toBe(`application-${applicant.applicationId.slice(-12)}.pdf`);
    await expect(
      open.visitor.perform(getApplicationPdf, { applicationid: open.applicationId }),
    ).rejects.toMatchObject({ code: 'applications.file-not-ready' });
  });
});
