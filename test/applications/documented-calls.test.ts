import { expect, test } from 'vitest';
import { saveAdminNote } from '#modules/admin/index.ts';
import { proveApproval } from '#modules/applications/index.ts';
import {
  agree,
  answer,
  newApplicant,
  removeSandboxDelays,
  signaturePng,
  steps,
  withResult,
} from '#test/factories/applicants.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification } from '#test/factories/verifications.ts';

/**
 * The calls of an application with the payloads and answers of the documents, sent over HTTP (doc2 §3 and §7, doc3 §3).
 */

const portal = await servedPortal();
await removeSandboxDelays(portal);
const { visitor: staff } = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });

const pdfInBase64 = expect.stringMatching(/^JVBERi0/);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const strokes = JSON.stringify([{ points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }] }]);
const proof = { dateofbirth: '04/12/1985', ssnlast4: '0001' };

test('confirmappstatus and getapplicationstatus answer the status and the next step', async () => {
  const { visitor, applicationId: applicationid } = await newApplicant(portal);
  const confirmed = await visitor.call('POST', '/application/confirmappstatus', { applicationid });
  expect(confirmed.body).toMatchObject({ success: true, applicationstatus: 'paid', nextstep: 1 });
  // The documents name no payload, because the call is about the open application.
  const { body } = await visitor.call('GET', '/application/getapplicationstatus');
  expect(body).toMatchObject({ success: true, applicationid, applicationstatus: 'paid', nextstep: 1 });
  const missing = await visitor.call('POST', '/application/confirmappstatus', {});
  expect(missing).toMatchObject({ status: 400, body: { success: false } });
});

test('getapplicationsteps answers each consent as documented', async () => {
  const { visitor } = await newApplicant(portal);
  const { body } = await visitor.call('GET', '/application/getapplicationsteps');
  expect(body).toMatchObject({
    success: true,
    consent: {
      consent_form_id: expect.any(String),
      consent_title: expect.any(String),
      consent_body: expect.any(String),
      requires_acknowledgement: expect.stringMatching(/^(YES|NO)$/),
      acknowledgement_text: expect.any(String),
      requires_signature: expect.stringMatching(/^(YES|NO)$/),
      has_saved_signature: 'NO',
    },
    steps: expect.arrayContaining([expect.objectContaining({ esign_step_number: 2, page_type: 'consent' })]),
  });
});

test('restoresavedsignature answers the picture and the strokes of the signature that was saved', async () => {
  const applicant = await newApplicant(portal);
  const none = await applicant.visitor.call('GET', '/application/restoresavedsignature');
  expect(none.body).toMatchObject({ success: false, error_code: 'applications.no-saved-signature' });
  const signature_encoded = signaturePng(300);
  const drawn = { signature_encoded, signature_vectors: strokes, save_signature: 'YES' };
  for (let step = 0; step < 4 && (await steps(applicant)).consent; step += 1) await agree(applicant, drawn);
  const { body } = await applicant.visitor.call('GET', '/application/restoresavedsignature');
  expect(body).toMatchObject({ success: true, signature_encoded, signature_vectors: strokes });
});

test('getapplicationpdf answers the file, and uploadmanualpackage the address for the signed one', async () => {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await choosePaper(applicant);
  const file = await visitor.call('POST', '/application/getapplicationpdf', { applicationid });
  expect(file.body).toMatchObject({ success: true, application_body: pdfInBase64 });
  const pdf = await makePdf();
  const asked = await visitor.call('GET', '/application/uploadmanualpackage', {
    applicationid,
    bytes: String(pdf.length),
  });
  expect(asked.body).toMatchObject({
    success: true,
    downloadlink: expect.any(String),
    downloadexpires: instant,
  });
  await portal.storage.put(`uploads/packages/${applicant.accountId}/${applicationid}`, pdf, {
    contentType: 'application/pdf',
  });
  const done = { applicationid, uploadstatus: 200 };
  const { body } = await visitor.call('POST', '/application/uploadmanualpackage', done);
  expect(body).toMatchObject({ success: true, submitted_manual_package_dts: instant });
  expect((await visitor.call('GET', '/application/getapplicationsteps')).body).toMatchObject({
    submitted_manual_package: 'YES',
  });

  await staff.perform(saveAdminNote, {
    userid: applicant.accountId,
    applicationid,
    note: 'Called about page 2',
  });
  const review = await staff.call('POST', '/admin/reviewapplicationdetails', { applicationid });
  expect(review.body).toMatchObject({
    success: true,
    details: {
      emailaddress: applicant.emailaddress,
      firstname: 'Pat',
      lastname: 'Person',
      suffix: '',
      ssn: '***-**-0001',
      dateofbirth: '1985-04-12',
      address1: '12 Oak Street',
      city: 'Austin',
      state: 'TX',
      postalcode: '78701',
      previous_address_list: [],
      alias_list: [],
      started_dts: instant,
      manual_application_downloaded: instant,
      manual_application_uploaded: instant,
      cra_name: expect.any(String),
      manual_application_pdf_url: expect.any(String),
      metadata: { signatures_detected: 0, filesize: pdf.length },
    },
    notes: [
      {
        dts: instant,
        admin_name: 'Ada Minton',
        admin_emailaddress: expect.stringContaining('@'),
        note: 'Called about page 2',
      },
    ],
  });
  const approval = { applicationid, approve: 'YES' };
  const unexplained = await staff.call('POST', '/admin/reviewapplicationdetails', approval);
  expect(unexplained.body).toMatchObject({ success: false, issues: { resolvenote: ['Enter a reason'] } });
  const resolved = await staff.call('POST', '/admin/reviewapplicationdetails', {
    ...approval,
    resolvenote: 'Signed on all pages',
  });
  expect(resolved.body).toMatchObject({ success: true, details: { composite_status_code: 'submitted' } });
});

test('a paper signature is declined electronically with esign_decline and applicationid', async () => {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  const decline = { esign_decline: 'YES', applicationid };
  const { body } = await visitor.call('POST', '/application/updateapplicationdetails', decline);
  expect(body).toMatchObject({ success: true });
  await expect(answer(applicant, { signature_choice: 'digital' })).resolves.toBeDefined();
});

test('the calls by approval code answer what the person’s own do, and take its application alone', async () => {
  const { code: pendingapprovalcode, applicationId: applicationid } = await withResult(portal);
  const reader = portal.visitor({ address: '198.18.3.1' });
  const other = await newApplicant(portal);
  await reader.perform(proveApproval, { approvalcode: pendingapprovalcode, ...proof });
  const call = (path: string, more: object = {}) =>
    reader.call('POST', path, { pendingapprovalcode, ...more });

  const read = await call('/profile/getapplicationfromcode', { applicationid });
  expect(read.body).toMatchObject({
    success: true,
    application: {
      applicationid,
      composite_status_code: 'newrequiresapproval',
      provider: expect.any(String),
      provider_support_phone: expect.any(String),
    },
    pendingapproval: { scorechangetype: 'new', icscore: 'IC01+', acceptterms: 'NO' },
  });
  const report = await call('/application/downloadreportfromcode', { appid: applicationid });
  expect(report.body).toMatchObject({
    success: true,
    downloadlink: expect.stringMatching(/^\/application\/report\//),
  });

  for (const [path, id] of [
    ['/profile/getapplicationfromcode', { applicationid: other.applicationId }],
    ['/application/downloadreportfromcode', { appid: other.applicationId }],
    ['/profile/saveacceptfromcode', { applicationid: other.applicationId, acceptterms: 'YES' }],
  ] as const)
    expect([path, (await call(path, id)).status]).toEqual([path, 404]);

  const terms = await call('/profile/saveacceptfromcode', { applicationid, acceptterms: 'YES' });
  expect(terms.body).toMatchObject({ success: true });
  const accepted = await call('/profile/saveacceptfromcode', {
    applicationid,
    downloadlinkclicked: 'YES',
    reviewaction: 'accept',
  });
  expect(accepted.body).toMatchObject({ success: true });
  const { rows } = await portal.pool.query(
    'select state, download_link_clicked from score_change where application_id = $1',
    [applicationid],
  );
  expect(rows).toEqual([{ state: 'accepted', download_link_clicked: true }]);
  const shared = await call('/profile/saveacceptfromcode', {
    applicationid,
    details: {
      update_sharing: { network_autoacceptinvite: 'NO', network_searchresults: 'YES', pendingInvites: [] },
    },
  });
  expect(shared.body).toMatchObject({ success: true });
});

test('the calls of the ID verification answer state, token and next step', async () => {
  const { visitor, applicationId: applicationid } = await atVerification(portal, 'Wait');
  const call = async (name: string, more: object = {}) =>
    (await visitor.call('POST', `/userverification/${name}`, { applicationid, ...more })).body;
  expect(await call('check')).toMatchObject({
    success: true,
    user_verification: 'need_verification',
    nextstep: expect.any(Number),
  });
  expect(await call('start', { override: false })).toMatchObject({
    success: true,
    web_token: expect.any(String),
    workflow_run_id: expect.any(String),
  });
  expect(
    await call('complete', { completeevent: { document_front: { id: 'sent-by-the-provider' } } }),
  ).toMatchObject({ success: true });
  expect(await call('status')).toMatchObject({
    success: true,
    verification_status: expect.any(String),
    nextstep: expect.any(Number),
  });
});
