import { describe, expect, test } from 'vitest';
import { listMyApplications, openApplication, startApplication } from '#modules/applications/index.ts';
import { applicationStatuses, mayMove } from '#modules/applications/statuses.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { newId, type Refusal, sql } from '#modules/platform/index.ts';
import {
  addressIn,
  agree,
  answer,
  fillIn,
  nameOf,
  newApplicant,
  payFor,
  signaturePng,
  steps,
  submit,
} from '#test/factories/applicants.ts';
import { newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';
import { runAsOwner } from '#test/sql.ts';

const portal = await servedPortal();

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(portal.db)).rows;
const statusOf = async (id: string) =>
  (await rows(sql<{ status: string }>`select status from application where id = ${id}`))[0]?.status;

describe('opening', () => {
  test('a purchase opens one application, however often it is told', async () => {
    const { accountId } = await newPerson(portal);
    const applicationId = await payFor(portal, accountId);
    const [row] = await rows(sql<{ purchase_id: string; package_id: string }>`
      select purchase_id, package_id from application where id = ${applicationId}`);
    const again = await portal.work('test.again', (work) =>
      openApplication(work, {
        accountId,
        packageId: row?.package_id ?? '',
        purchaseId: row?.purchase_id ?? '',
      }),
    );
    expect(again).toBe(applicationId);
    expect(await statusOf(applicationId)).toBe('paid');
  });

  test('starting moves it to waituser once; the list shows it', async () => {
    const applicant = await newApplicant(portal);
    const { visitor, applicationId } = applicant;
    for (let time = 0; time < 2; time += 1) {
      const started = await visitor.perform(startApplication, { applicationid: applicationId });
      expect(started).toMatchObject({ workflowstep: 1, application: { composite_status_code: 'waituser' } });
    }
    const { applications } = await visitor.perform(listMyApplications, {});
    expect(applications).toMatchObject([{ applicationid: applicationId, composite_status: 'Action needed' }]);
    expect((await visitor.caller())?.facts).toMatchObject({ application_count: 1, open_application: true });
    const changes = await rows(sql<{ from_status: string | null; to_status: string }>`
      select from_status, to_status from application_status_change
      where application_id = ${applicationId} order by id`);
    expect(changes).toEqual([
      { from_status: null, to_status: 'paid' },
      { from_status: 'paid', to_status: 'waituser' },
    ]);
  });

  test("another person's application is not found", async () => {
    const applicant = await newApplicant(portal);
    const other = await newPerson(portal);
    const input = { applicationid: applicant.applicationId };
    for (const [method, path] of [
      ['POST', '/profile/getapplication'],
      ['POST', '/profile/newapplicant'],
      ['POST', '/application/confirmappstatus'],
      ['GET', '/application/getapplicationsteps'],
      ['GET', '/application/getapplicationstatus'],
      ['POST', '/application/getapplicationpdf'],
    ] as const) {
      const { status, body } = await other.visitor.call(method, path, input);
      expect([path, status, body.error_code]).toEqual([path, 404, 'not-found']);
    }
    expect(await statusOf(applicant.applicationId)).toBe('paid');
  });
});

describe('the database', () => {
  test('makes exactly the moves of the table', async () => {
    const { applicationId } = await newApplicant(portal);
    const to = async (status: string) =>
      sql`update application set status = ${status} where id = ${applicationId}`.execute(portal.db);
    const force = (status: string) =>
      runAsOwner(
        portal,
        `alter table application disable trigger application_status_moves;
         update application set status = '${status}' where id = '${applicationId}';
         alter table application enable trigger application_status_moves`,
      );
    for (const from of applicationStatuses) {
      for (const next of applicationStatuses) {
        if (from === next) continue;
        await force(from);
        const moved = await to(next).then(
          () => true,
          () => false,
        );
        expect([from, next, moved]).toEqual([from, next, mayMove(from, next)]);
      }
    }
    await force('paid');
    await expect(to('invented')).rejects.toThrow();
  });

  test('refuses an application that does not begin as paid', async () => {
    const { applicationId } = await newApplicant(portal);
    const insert = sql`
      insert into application (id, account_id, package_id, purchase_id, status, ordered_at, status_at)
      select ${newId()}, account_id, package_id, purchase_id, 'done', ordered_at, status_at
      from application where id = ${applicationId}`;
    await expect(insert.execute(portal.db)).rejects.toThrow(/begins as paid/);
  });
});

describe('the steps', () => {
  test('follow one another, can be viewed again, and cannot be skipped', async () => {
    const applicant = await newApplicant(portal);
    expect(await steps(applicant)).toMatchObject({
      workflowstep: 1,
      consent: { requires_signature: false, requires_acknowledgement: true, signed_dts: null },
    });
    expect((await steps(applicant, 6)).workflowstep).toBe(1);
    await expect(answer(applicant, nameOf('900-00-0001'))).rejects.toMatchObject({
      code: 'applications.not-complete',
      text: 'Error: Application not complete, please complete application',
    });
    shows('application.not-complete', applicationsTexts['application.not-complete']);
    expect((await agree(applicant)).workflowstep).toBe(2);
    expect((await agree(applicant)).workflowstep).toBe(3);
    const back = await steps(applicant, 1);
    expect(back).toMatchObject({ workflowstep: 1, consent: { signed_dts: expect.any(Date) } });
    expect((await steps(applicant)).workflowstep).toBe(3);
    expect((await agree(applicant)).workflowstep).toBe(4);
    expect((await answer(applicant, { selected_jurisdictions: ['CA', 'NY'], none: 'NO' })).workflowstep).toBe(
      5,
    );
    expect((await answer(applicant, nameOf('900-00-0001'))).workflowstep).toBe(6);
    expect((await answer(applicant, addressIn('TX'))).workflowstep).toBe(7);
    const jurisdictions = await steps(applicant, 4);
    expect(jurisdictions.jurisdiction_list.filter((row) => row.selected).map((row) => row.abbr)).toEqual([
      'CA',
      'NY',
    ]);
  });

  test('are closed after the submission: every address leads to the last one', async () => {
    const applicant = await newApplicant(portal);
    await submit(applicant, '900-00-0012');
    for (const at of [undefined, 1, 5]) expect((await steps(applicant, at)).workflowstep).toBe(9);
    await expect(answer(applicant, addressIn('NY'))).rejects.toMatchObject({
      code: 'applications.moved-on',
    });
    const late: Refusal = await answer(applicant, { submit_application: 'YES' }).catch((error) => error);
    expect(late.code).toBe('applications.moved-on');
    shows('application.moved-on', late.text);
  });

  test('a submission at the same moment as another one gives one order', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0012');
    const both = await Promise.allSettled(
      Array.from({ length: 4 }, () => answer(applicant, { submit_application: 'YES' })),
    );
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const orders = await rows(sql`select 1 from cra_order where application_id = ${applicant.applicationId}`);
    expect(orders).toHaveLength(1);
  });
});

describe('F86: a consent', () => {
  test('needs its acknowledgement and its signature', async () => {
    const applicant = await newApplicant(portal);
    const { consent } = await steps(applicant);
    const refused = await applicant.visitor.call('POST', '/application/updateapplicationdetails', {
      details: { step_consent_id: consent?.consent_form_id, consent_acknowledged: 'NO' },
    });
    expect(refused.body.error_code).toBe('applications.acknowledgement-needed');
    shows('application.acknowledgement-needed', refused.body.error_message);
    await agree(applicant);
    await agree(applicant);
    const { consent: signed } = await steps(applicant);
    const neither = await answer(applicant, { step_consent_id: signed?.consent_form_id }).catch(
      (error) => error,
    );
    expect(Object.keys(neither.options.issues)).toEqual(['consent_acknowledged', 'signature_encoded']);
    await expect(agree(applicant, { typed_name: 'T' })).rejects.toMatchObject({
      code: 'applications.signature-name',
    });
    for (const empty of [{}, { typed_name: '   ' }, { signature_encoded: signaturePng(0) }]) {
      const refusal = await agree(applicant, empty).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'applications.signature-needed' });
      shows('application.signature-needed', refusal.text);
    }
    for (const broken of [
      'data:image/png;base64,AAAA',
      'data:text/html;base64,PGI+',
      signaturePng(200, 720, 200),
    ]) {
      const refusal = await agree(applicant, { signature_encoded: broken }).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'applications.signature-unreadable' });
      shows('application.signature-unreadable', refusal.text);
    }
    expect((await steps(applicant)).workflowstep).toBe(3);
  });

  test('keeps a drawn signature sealed, with hash, time, address and agent, for good', async () => {
    provesLegalText('records-kept');
    const applicant = await newApplicant(portal);
    await agree(applicant);
    await agree(applicant);
    const png = signaturePng(300);
    const vectors = JSON.stringify([{ points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }], extra: 'dropped' }]);
    await agree(applicant, { signature_encoded: png, signature_vectors: vectors });
    const [record] = await rows(sql<Record<string, string>>`
      select record.*, document.content_hash from signing_record record
      join consent_document document on document.id = record.consent_document_id
      where record.application_id = ${applicant.applicationId} and signature_kind = 'drawn'`);
    if (!record) throw new Error('nothing was signed');
    expect(record).toMatchObject({ agent: 'Visitor/1.0', address: expect.stringMatching(/^198\.51\./) });
    expect(record.document_hash).toBe(record.content_hash);
    const image = portal.keys.decryptBytes(
      record.signature_image ?? '',
      `signing_record.signature_image:${record.id}`,
    );
    expect(`data:image/png;base64,${image.toString('base64')}`).toBe(png);
    const kept = portal.keys.decrypt(
      record.signature_vectors ?? '',
      `signing_record.signature_vectors:${record.id}`,
    );
    expect(kept).not.toContain('dropped');
    await expect(runAsOwner(portal, "update signing_record set agent = 'x'")).rejects.toThrow(/keeps/);
    await expect(runAsOwner(portal, 'delete from signing_record')).rejects.toThrow(/keeps/);
  });

  test('of another version than that of the application is refused, and what is signed stays signed (D89)', async () => {
    const applicant = await newApplicant(portal);
    await agree(applicant);
    const { consent } = await steps(applicant);
    await sql`
      insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text,
        requires_signature, content_hash, in_force_from)
      select gen_random_uuid(), kind, craid, 2, title, body || '<p>New.</p>', acknowledgement_text,
        requires_signature,
        encode(sha256(convert_to(concat_ws(E'\\n', title, body || '<p>New.</p>', acknowledgement_text), 'UTF8')), 'hex'),
        ${portal.clock.now()}
      from consent_document where kind in ('esign', 'disclosure') and craid = '2' and version = 1
    `.execute(portal.db);
    const newer = await portal.db
      .selectFrom('consent_document')
      .select('id')
      .where('kind', '=', 'disclosure')
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    const refusal = await answer(applicant, {
      step_consent_id: newer.id,
      consent_acknowledged: 'YES',
    }).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.consent-version' });
    shows('application.consent-version', refusal.text);
    expect((await steps(applicant)).workflowstep).toBe(2);
    await answer(applicant, { step_consent_id: consent?.consent_form_id, consent_acknowledged: 'YES' });
    expect((await steps(applicant)).workflowstep).toBe(3);
    await expect(
      answer(applicant, { step_consent_id: newId(), consent_acknowledged: 'YES' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the details', () => {
  test('F88: jurisdictions: at least one, or none of them, never both', async () => {
    const applicant = await newApplicant(portal);
    for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
    for (const wrong of [{ selected_jurisdictions: [], none: 'NO' }]) {
      const refusal = await answer(applicant, wrong).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'applications.jurisdictions-needed' });
      shows('application.jurisdictions-needed', refusal.text);
    }
    await expect(answer(applicant, { selected_jurisdictions: ['CA'], none: 'YES' })).rejects.toMatchObject({
      code: 'applications.jurisdictions-both',
    });
    await expect(answer(applicant, { selected_jurisdictions: ['XX'], none: 'NO' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('a state that the package is not made for is told before the submission', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0001');
    expect(await steps(applicant)).toMatchObject({ workflowstep: 8, uncovered_states: [] });
    await answer(applicant, addressIn('NY'));
    expect(await agree(applicant)).toMatchObject({ workflowstep: 9 });
    expect(await steps(applicant)).toMatchObject({ workflowstep: 9, uncovered_states: ['NY'] });
  });

  test('F89: the name: SSN and date of birth equal to their confirmations, and possible', async () => {
    const applicant = await newApplicant(portal);
    for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    const wrong = [
      nameOf('900-00-0001', { confirmssn: '900-00-0002' }),
      nameOf('900-00-000'),
      nameOf('900-00-0001', { confirmdateofbirth: '1985-04-13' }),
      nameOf('900-00-0001', { dateofbirth: '1900-01-01', confirmdateofbirth: '1900-01-01' }),
      nameOf('900-00-0001', { dateofbirth: '1985-02-30', confirmdateofbirth: '1985-02-30' }),
      nameOf('900-00-0001', { dateofbirth: '2999-01-01', confirmdateofbirth: '2999-01-01' }),
      nameOf('900-00-0001', { firstname: ' ' }),
      nameOf('900-00-0001', { aliases: [{ firstname: 'Only' }] }),
      nameOf('900-00-0001', { lastname: '900-00-0001' }),
      nameOf('900-00-0001', { aliases: [{ firstname: 'Only', middlename: '', lastname: '900000001' }] }),
    ];
    for (const details of wrong) {
      await expect(answer(applicant, details)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    const year = portal.clock.now().getUTCFullYear();
    const young = `${year - 17}-01-01`;
    await expect(
      answer(applicant, nameOf('900-00-0001', { dateofbirth: young, confirmdateofbirth: young })),
    ).rejects.toMatchObject({ code: 'applications.too-young', options: { field: 'dateofbirth' } });
    const needed = await answer(applicant, nameOf('')).catch((error) => error);
    expect(needed).toMatchObject({ code: 'applications.ssn-needed' });
    shows('application.ssn-needed', needed.text);
    const stored = await rows(sql<{ ssn_hmac: string | null }>`
      select ssn_hmac from account where id = ${applicant.accountId}`);
    expect(stored[0]?.ssn_hmac).toBeNull();
    await answer(
      applicant,
      nameOf('900000001', { dateofbirth: '04/12/1985', confirmdateofbirth: '4/12/1985' }),
    );
    expect((await steps(applicant, 5)).profile).toMatchObject({
      ssn: '***-**-0001',
      dateofbirth: '1985-04-12',
    });
    await answer(applicant, nameOf('', { lastname: 'Changed' }));
    expect((await steps(applicant, 5)).profile).toMatchObject({ ssn: '***-**-0001', lastname: 'Changed' });
  });

  test('typed and not finished: kept when one goes back, without the SSN, until the step is saved', async () => {
    const applicant = await newApplicant(portal);
    for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    const values = {
      firstname: 'Half',
      ssn: '428-61-7738',
      confirmssn: '428',
      aliases: [{ lastname: 'Old' }],
    };
    await answer(applicant, { draft: { step: 'name', values } });
    const kept = { firstname: 'Half', aliases: [{ lastname: 'Old' }] };
    expect(await steps(applicant)).toMatchObject({ workflowstep: 5, draft: kept });
    expect((await steps(applicant)).draft).toEqual(kept);
    expect((await steps(applicant, 4)).draft).toBeNull();
    await expect(
      answer(applicant, { draft: { step: 'address', values: { city: 'Early' } } }),
    ).rejects.toMatchObject({ code: 'applications.not-complete' });
    await answer(applicant, nameOf('900-00-0001'));
    expect((await steps(applicant, 5)).draft).toBeNull();
    // The person resumes at a finished step if it has a draft.
    expect((await steps(applicant)).workflowstep).toBe(6);
    await answer(applicant, { draft: { step: 'name', values: { firstname: 'Other' } } });
    expect(await steps(applicant)).toMatchObject({ workflowstep: 5, draft: { firstname: 'Other' } });
  });

  test('F90: the address: seven years of history, or that there is none', async () => {
    const applicant = await newApplicant(portal);
    for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    await answer(applicant, nameOf('900-00-0001'));
    const before = { address1: '1 Elm', address2: '', city: 'Reno', state: 'NV', postalcode: '89501' };
    const wrong = [
      addressIn('TX', { na_previous_addresses: false }),
      addressIn('TX', { previous_addresses: [before] }),
      addressIn('XX'),
      addressIn('TX', { postalcode: '7870' }),
      addressIn('TX', { na_previous_addresses: false, previous_addresses: [{ ...before, city: '' }] }),
    ];
    for (const details of wrong) {
      await expect(answer(applicant, details)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await answer(applicant, addressIn('TX', { na_previous_addresses: false, previous_addresses: [before] }));
    expect((await steps(applicant, 6)).profile).toMatchObject({
      state: 'TX',
      na_previous_addresses: false,
      previous_addresses: [before],
    });
  });
});
