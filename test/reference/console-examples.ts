import { type StaffAlert, staffAlertRaised } from '#modules/platform/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { showChecks } from './check-examples.ts';
import { putPicture, type Show, type ShowByStaff } from './examples.ts';

/** The console: people, what waits for staff, companies, and in a file of their own the checks of a person. */

const ada = { firstname: 'Ada', lastname: 'Minton', emailaddress: 'ada.minton@example.com' };

export async function showConsole(portal: ServedPortal, show: Show): Promise<void> {
  const { visitor: staff } = await newStaff(portal, ada);
  const byStaff = (call: string, input?: object) => show(staff, call, input);
  await showPeople(portal, byStaff);
  await showPipeline(portal, byStaff);
  await showCompanies(portal, byStaff);
  await showChecks(portal, byStaff);
}

async function showPeople(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const emailaddress = 'chris.vance@example.com';
  const { accountId: userid } = await newPerson(portal, {
    firstname: 'Chris',
    lastname: 'Vance',
    emailaddress,
  });
  await show('POST /admin/usersearch', { searchterm: emailaddress });
  await show('POST /admin/saveuser', { userid, city: 'Austin' });
  await show('POST /admin/saveadminnote', { userid, note: 'Called about the address' });
  await show('POST /admin/getadminnotes', { userid });
  await show('POST /admin/getuser', { userid });
  await show('POST /admin/gettermshistory', { userid });
  await show('POST /admin/sendforgotpassword', { userid });
  await show('POST /admin/toggleprofilelock', { userid, lockstatus: 'YES' });
  await show('POST /admin/deletesuppression', { userid });
  await show('POST /admin/resettwofactor', { userid });
  await show('GET /admin/legacyaccountlist');
  await show('POST /admin/startusersession', { userid, reason: 'They asked for help with a form' });
  await show('POST /admin/endusersession');
  await show('POST /admin/changeaccountstatus', { userid, active: 'NO' });
}

async function showPipeline(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const { accountId: userid } = await newScoredPerson(portal, {
    firstname: 'Noor',
    lastname: 'Haddad',
    emailaddress: 'noor.haddad@example.com',
  });
  const alert: StaffAlert = {
    alertType: 'monitor_profile_not_actioned',
    eventId: '01976f3e-5b00-7000-8000-00000000aaaa',
    accountId: userid,
    reason: 'monitor-waiting',
    profileNumber: '4711-10101',
    monitorScore: 'IC03',
  };
  const raise = (eventId: string) =>
    portal.work('test.raise', (work) => work.publish(staffAlertRaised, { ...alert, eventId }));
  await raise(alert.eventId);
  await show('GET /admin/dashboardembed');
  await show('GET /admin/listpipelinealerts', { search: 'haddad' });
  const event_id = alert.eventId;
  await show('POST /admin/dismissalert', { alert_type: alert.alertType, userid, event_id });
  await raise('01976f3e-5b00-7000-8000-00000000bbbb');
  await show('POST /admin/closemonitoralert', {
    alert_type: alert.alertType,
    userid,
    profilenumber: alert.profileNumber,
  });
}

async function showCompanies(portal: ServedPortal, show: ShowByStaff): Promise<void> {
  const company = await newCompany(portal, { company_name: 'Summit Roofing' });
  const member = await newTeamMember(portal, company, 'viewer');
  const { companyId: companyid } = company;
  await show('POST /admin/saveenterpriseprofile', {
    companyid,
    team_management_enabled: 'YES',
    enable_payments: 'YES',
    new_code_type: 'percent',
    new_code_amount: '25',
  });
  await show('POST /admin/getenterpriseprofile', { userid: company.owner.accountId });
  const { packagelist } = await show('POST /admin/packagesearch', { searchterm: 'national', companyid });
  const [{ craid, crapackageid }] = packagelist;
  await show('POST /admin/saveenterprisepackageselections', {
    companyid,
    packages: [{ craid, crapackageid, enabled: 'YES' }],
  });
  await show('POST /admin/checkdomainavailable', { domain: 'summit', companyid });
  const { uploadurl } = await show('GET /admin/uploadenterpriselogo', { companyid });
  await putPicture(portal, uploadurl);
  await show('POST /admin/uploadenterpriselogo', { companyid, uploadstatus: 200 });
  await show('POST /admin/sendenterpriseinvites', {
    dryrun: 'YES',
    companyid,
    invite_data: [['jo.weiss@example.com'], ['max.ito@example.com']],
    column_map: { 0: 'emailaddress' },
  });

  const emailaddress = 'kim.soto@example.com';
  await show('POST /admin/checkenterpriseteaminvite', { companyid, emailaddress });
  await show('POST /admin/inviteenterpriseteammember', { companyid, emailaddress, role: 'viewer' });
  await show('POST /admin/resendenterpriseteaminvite', { companyid, emailaddress });
  const { members, seen } = await show('POST /admin/listenterpriseteam', { companyid });
  const { memberid } = members.find((each: { userid: string }) => each.userid === member.accountId);
  await show('POST /admin/saveenterpriseteam', { companyid, members: [{ memberid, role: 'admin' }], seen });
  await show('POST /admin/switchenterpriseowner', { companyid, newuserid: member.accountId });
}
