import { newApplication, type ScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import type { Show } from './examples.ts';

export async function showConsole(
  portal: ServedPortal,
  show: Show,
  { company, person }: { company: TestCompany; person: ScoredPerson },
): Promise<void> {
  const { visitor: staff } = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
  const subject = await newPerson(portal, { emailaddress: 'chris.vance@example.com' });
  const open = await newApplication(portal, subject.accountId, 'inprogress');
  const userid = subject.accountId;
  await show(staff, 'POST /admin/usersearch', { searchterm: 'chris.vance@example.com' });
  for (const call of ['getuser', 'getadminnotes', 'gettermshistory', 'getuserbgchecks', 'getcurrentscore'])
    await show(staff, `POST /admin/${call}`, { userid });
  for (const call of ['getmonitoringactions', 'getscorechanges', 'checkirecord', 'getshieldids'])
    await show(staff, `POST /admin/${call}`, { userid: person.accountId });
  await show(staff, 'POST /admin/listidverifications', { userid });
  await show(staff, 'POST /admin/saveuser', { userid, city: 'Austin' });
  await show(staff, 'POST /admin/saveadminnote', {
    userid,
    note: 'Called about the address',
    applicationid: open,
  });
  await show(staff, 'POST /admin/sendforgotpassword', { userid });
  await show(staff, 'POST /admin/toggleprofilelock', { userid, lockstatus: 'YES' });
  await show(staff, 'POST /admin/deletesuppression', { userid });
  await show(staff, 'POST /admin/searchbackgroundcheck', { searchvalue: 'chris.vance@example.com' });
  await show(staff, 'GET /admin/listpipelinealerts');
  await show(staff, 'GET /admin/legacyaccountlist');
  await show(staff, 'GET /admin/dashboardembed');
  await show(staff, 'POST /admin/getenterpriseprofile', { userid: company.owner.accountId });
  const { companyId: companyid } = company;
  await show(staff, 'POST /admin/listenterpriseteam', { companyid });
  await show(staff, 'POST /admin/checkdomainavailable', { domain: 'acme', companyid });
  await show(staff, 'POST /admin/packagesearch', { searchterm: 'national', companyid });
  await show(staff, 'GET /admin/uploadenterpriselogo', { companyid });
  const emailaddress = 'lee.park@example.com';
  await show(staff, 'POST /admin/checkenterpriseteaminvite', { companyid, emailaddress });
  await show(staff, 'POST /admin/inviteenterpriseteammember', { companyid, emailaddress, role: 'viewer' });
  await show(staff, 'POST /admin/resendenterpriseteaminvite', { companyid, emailaddress });
  await show(staff, 'POST /admin/resettwofactor', { userid });
  await show(staff, 'POST /admin/startusersession', { userid, reason: 'They asked for help with a form' });
  await show(staff, 'POST /admin/endusersession');
}
