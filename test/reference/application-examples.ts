import { newApplicant, withResult } from '#test/factories/applicants.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import type { Show } from './examples.ts';

/** An application, from its first step to the result that its person accepts. */
export async function showApplications(portal: ServedPortal, show: Show): Promise<void> {
  const applicant = await newApplicant(portal, { firstname: 'Pat', lastname: 'Person' });
  const { visitor, applicationId: applicationid } = applicant;
  await show(visitor, 'POST /application/confirmappstatus', { applicationid });
  await show(visitor, 'GET /application/getapplicationstatus');
  await show(visitor, 'GET /application/getapplicationsteps');
  await show(visitor, 'GET /application/addresslookup', { text: '1200 Congress' });
  await show(visitor, 'POST /profile/getapplication', { applicationid });
  await show(visitor, 'GET /application/listapplications');
  await show(visitor, 'GET /profile/purchases');
  await show(visitor, 'POST /userverification/check', { applicationid });
  const steps = await show(visitor, 'GET /application/getapplicationsteps');
  await show(visitor, 'POST /application/updateapplicationdetails', {
    applicationid,
    details: {
      step_consent_id: steps.consent.consent_form_id,
      consent_acknowledged: 'YES',
      ...(steps.consent.requires_signature === 'YES' ? { typed_name: 'Pat Person' } : {}),
    },
  });
  const { code, applicationId, visitor: reader } = await withResult(portal);
  await show(portal.visitor({ address: '198.18.7.9' }), 'POST /general/scoreapproval', {
    approvalcode: code,
  });
  await show(reader, 'POST /profile/getapplication', { applicationid: applicationId });
  await show(reader, 'GET /application/downloadreport', { appid: applicationId });
  await show(reader, 'POST /profile/saveaccept', { applicationid: applicationId, acceptterms: 'YES' });
}
