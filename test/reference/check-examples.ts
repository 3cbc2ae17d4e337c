import { getScoreChanges, getUser } from '#modules/admin/index.ts';
import { DAY, MINUTE, setSetting } from '#modules/platform/index.ts';
import { sandboxDisputeDelay } from '#sandboxes/cra/index.ts';
import { newApplicant } from '#test/factories/applicants.ts';
import { disputeResult } from '#test/factories/disputes.ts';
import { monitoringAt } from '#test/factories/monitored.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newStaff } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { moveReason, newCheckedPerson, newOtherAccount } from '#test/factories/transfers.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import type { ShowByStaff } from './examples.ts';

/** Checks in the console: scores and reports, monitoring, disputes, ID verifications, and applications on paper. */

export async function showChecks(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const { visitor: reader } = await newStaff(portal);
  await showScores(portal, show);
  await showMonitored(portal, show);
  await showVerifications(portal, show);
  await showPackage(portal, show);

  await setSetting(portal.db, sandboxDisputeDelay, 0, portal.clock.now());
  const { accountId: userid } = await disputeResult(portal, 'no answer to this one');
  const { score_changes } = await reader.perform(getScoreChanges, { userid });
  await show('POST /admin/resolvescorechange', {
    userid,
    scorechangeid: score_changes[0]?.id,
    approve: 'YES',
    note: 'Asked the agency by phone',
  });

  const other = await newOtherAccount(portal);
  const { profile } = await newCheckedPerson(portal, '900-00-0001');
  await show('POST /admin/linkprofiles', {
    userid: other.accountId,
    newprofileids: [profile],
    note: moveReason,
  });
}

async function showScores(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const { accountId: userid, shieldId } = await newScoredPerson(portal, {
    firstname: 'Ruth',
    lastname: 'Adler',
    emailaddress: 'ruth.adler@example.com',
    days: 200,
  });
  // Checks are listed by time.
  portal.clock.advance(MINUTE);
  await giveScore(portal, userid, { score: 'IC03' });
  for (const call of ['getcurrentscore', 'getscorechanges', 'getshieldids'])
    await show(`POST /admin/${call}`, { userid });
  const { applications } = await show('POST /admin/getuserbgchecks', { userid });
  const [newer, older] = applications;
  await show('POST /admin/updatebgchecks', {
    userid,
    active_cra_id: older.id,
    inactive_bg_checks: [newer.id],
    note: 'The newer check was ordered by mistake',
  });
  await show('POST /admin/updateshieldids', { userid, active_candidateid: shieldId });
  await show('POST /admin/adjustexpirationdate', {
    userid,
    new_expiration: new Date(portal.clock.now().getTime() + 100 * DAY).toISOString().slice(0, 10),
    adminnote: 'Agreed with the agency',
    candidateid: shieldId,
  });
  await show('POST /admin/searchbackgroundcheck', { searchvalue: 'ruth.adler@example.com' });
}

async function showMonitored(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const { monitored, update } = await monitoringAt(portal);
  // The report of the sandbox contains the time at which it was made.
  portal.clock.stop();
  const person = await monitored('900-00-0002');
  const { accountId: userid, applicationId: appid, profile: profileid } = person;
  await show('POST /admin/getreportdownloadlink', {
    userid,
    appid,
    profileid,
    reason: 'The person asks what the report says',
  });
  await show('POST /admin/clearprofilepdfcache', { userid, profileid });
  await show('GET /admin/clearprofilepdfcache', { userid, profileid });
  portal.clock.run();
  await update(person, 'IC01');
  await show('POST /admin/activatemonitorprofile', { userid, profileid });
  await show('POST /admin/getmonitoringactions', { userid });
  await show('POST /admin/checkirecord', { userid });
  const { visitor: reader } = await newStaff(portal);
  const { monitoring_ids } = await reader.perform(getUser, { userid });
  const monitoringids = monitoring_ids.map(({ monitoring_id }) => monitoring_id);
  await show('POST /admin/removemonitoringids', { userid, monitoringids });
}

async function showVerifications(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  // By its last name, the sandbox leaves the verification of this person to staff.
  const applicant = await atVerification(portal, 'Consider');
  const run = { userid: applicant.accountId, workflow_run_id: await takeAll(portal, applicant) };
  await portal.runJobs();
  await show('POST /admin/listidverifications', { userid: run.userid });
  await show('POST /admin/idverificationdocuments', run);
  await show('POST /admin/completeverification', {
    ...run,
    approve_verification: 'YES',
    approval_note: 'The ID and the photo match',
    manual_verification_expiration: '2030-01-01',
    manual_verification_dob: '1985-04-12',
  });
}

async function showPackage(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const applicant = await newApplicant(portal);
  const { visitor, applicationId: applicationid } = applicant;
  await choosePaper(applicant);
  await visitor.call('POST', '/application/getapplicationpdf', { applicationid });
  const contentType = 'application/pdf';
  await portal.storage.put(`uploads/packages/${applicant.accountId}/${applicationid}`, await makePdf(), {
    contentType,
  });
  await visitor.call('POST', '/application/uploadmanualpackage', { applicationid, uploadstatus: 200 });
  await show('POST /admin/reviewapplicationdetails', { applicationid });
}
