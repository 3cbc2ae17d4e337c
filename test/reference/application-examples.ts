import { archiveShieldIds, proveApproval, switchLinking } from '#modules/applications/index.ts';
import { agree, newApplicant, signaturePng, steps, withResult } from '#test/factories/applicants.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newPerson } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { atVerification } from '#test/factories/verifications.ts';
import type { Show } from './examples.ts';

/** An application: its steps, on paper too, the ID verification, and the result that its person accepts. */

export async function showApplications(portal: ServedPortal, show: Show): Promise<void> {
  await showSteps(portal, show);
  await showPaper(portal, show);
  await showVerification(portal, show);
  await showResult(portal, show);
  await showFormerShieldId(portal, show);
}

async function showSteps(portal: ServedPortal, show: Show): Promise<void> {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await show(visitor, 'POST /application/confirmappstatus', { applicationid });
  await show(visitor, 'GET /application/getapplicationstatus');
  await show(visitor, 'POST /profile/newapplicant', { applicationid });
  await show(visitor, 'GET /application/listapplications');
  const { consent } = await show(visitor, 'GET /application/getapplicationsteps');
  await show(visitor, 'POST /application/updateapplicationdetails', {
    applicationid,
    details: { step_consent_id: consent.consent_form_id, consent_acknowledged: 'YES' },
  });
  const strokes = [{ points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }] }];
  while ((await steps(applicant)).consent)
    await agree(applicant, {
      signature_encoded: signaturePng(300),
      signature_vectors: JSON.stringify(strokes),
      save_signature: 'YES',
    });
  await show(visitor, 'GET /application/restoresavedsignature');
  const { suggestions } = await show(visitor, 'GET /application/addresslookup', { text: '12 Oak' });
  await show(visitor, 'GET /application/addressdetails', { id: suggestions[0].id });
}

async function showPaper(portal: ServedPortal, show: Show): Promise<void> {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await choosePaper(applicant);
  await show(visitor, 'POST /application/getapplicationpdf', { applicationid });
  await show(visitor, 'GET /application/uploadmanualpackage', { applicationid });
  const contentType = 'application/pdf';
  await portal.storage.put(`uploads/packages/${applicant.accountId}/${applicationid}`, await makePdf(), {
    contentType,
  });
  await show(visitor, 'POST /application/uploadmanualpackage', { applicationid, uploadstatus: 200 });
}

async function showVerification(portal: ServedPortal, show: Show): Promise<void> {
  // By its last name, the sandbox leaves this person’s verification undecided.
  const { visitor, applicationId: applicationid } = await atVerification(portal, 'Wait');
  await show(visitor, 'POST /userverification/check', { applicationid });
  await show(visitor, 'POST /userverification/start', { applicationid, override: false });
  await show(visitor, 'POST /userverification/complete', { applicationid, completeevent: {} });
  await show(visitor, 'POST /userverification/status', { applicationid });
}

async function showResult(portal: ServedPortal, show: Show): Promise<void> {
  const { code, applicationId, visitor } = await withResult(portal);
  const reader = portal.visitor({ address: '198.18.7.9' });
  await show(reader, 'POST /general/scoreapproval', { approvalcode: code });
  await reader.perform(proveApproval, {
    approvalcode: code,
    dateofbirth: '04/12/1985',
    ssnlast4: '0001',
  });
  const byCode = { pendingapprovalcode: code, applicationid: applicationId };
  await show(reader, 'POST /profile/getapplicationfromcode', byCode);
  await show(reader, 'POST /application/downloadreportfromcode', {
    pendingapprovalcode: code,
    appid: applicationId,
  });
  await show(reader, 'POST /profile/saveacceptfromcode', { ...byCode, acceptterms: 'YES' });
  await show(visitor, 'POST /profile/getapplication', { applicationid: applicationId });
  await show(visitor, 'GET /application/downloadreport', { appid: applicationId });
  await show(visitor, 'POST /profile/saveaccept', { applicationid: applicationId, reviewaction: 'accept' });
}

async function showFormerShieldId(portal: ServedPortal, show: Show): Promise<void> {
  const former = { number: 'TX100000001', ssn: '900-10-1001', dateofbirth: '1980-02-01' };
  await portal.work('test.archive', async (work) => {
    await switchLinking(work, true);
    await archiveShieldIds(work, [former]);
  });
  const { number: shieldid, ...identity } = former;
  const { visitor } = await newPerson(portal);
  await show(visitor, 'POST /profile/lookuparchivedshieldid', { shieldid, ...identity });
}
