// Takes long: it sends a hundred calls, each after what it needs.
import { expect, test } from 'vitest';
import { newInvite } from '#modules/network/index.ts';
import { newApplicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newApplication, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newestCode, newPerson, newStaff, PASSWORD, registerPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { showKeyCalls } from './key-examples.ts';
import { steady } from './steady.ts';

/**
 * The examples of the reference (modules/call-examples.json): each call is sent to a running portal, and its answer is
 * kept. What a call needs is made by the calls before it.
 */

// The agency of the sandbox posts its results to it.
const portal = await servedPortal();
await removeSandboxDelays(portal);
const today = portal.clock.now().toISOString().slice(0, 10);
const examples = new Map<string, { input: object; output: object }>();
const refused: string[] = [];

/** Sends a call and keeps what it answers. @returns the answer */
async function show(by: Visitor, call: string, input: object = {}) {
  const [method = 'POST', path = ''] = call.split(' ');
  const { status, body } = await by.call(method === 'GET' ? 'GET' : 'POST', path, input);
  if (status === 200) examples.set(call, steady({ input, output: body }, today));
  else refused.push(`${call}: ${JSON.stringify(body)}`);
  return body;
}

async function showAccounts() {
  const visitor = portal.visitor({ address: '198.18.7.1' });
  const emailaddress = 'dana.reyes@example.com';
  await show(visitor, 'POST /user/checkemail', { emailaddress });
  await show(visitor, 'POST /user/register', {
    firstname: 'Dana',
    lastname: 'Reyes',
    businessname: 'Reyes Roofing',
    emailaddress,
    mobile: '5125550123',
    password: PASSWORD,
  });
  await show(visitor, 'POST /user/acceptterms', { accept_terms: 'YES' });
  await show(visitor, 'POST /user/registerverify', { code: await newestCode(portal, emailaddress) });
  await show(visitor, 'GET /verifysession');
  await show(visitor, 'GET /listverificationmethods');
  await show(visitor, 'GET /myprofile');
  await show(visitor, 'POST /profile/update', { profileobject: { city: 'Austin', state: 'TX' } });
  await show(visitor, 'POST /profile/updatepreferences', { network_searchresults: 'YES' });
  await show(visitor, 'GET /profile/uploadimage');
  await show(visitor, 'POST /profile/updatepassword', {
    currentpassword: PASSWORD,
    newpassword: 'violet-Harbor-4471',
  });
  await show(visitor, 'GET /profile/listpackages');
  await show(visitor, 'GET /profile/purchases');
  await show(visitor, 'GET /application/listapplications');
  await show(visitor, 'GET /network/listinvitations');
  await show(visitor, 'GET /general/branding');
  await show(visitor, 'POST /logout');
  await show(visitor, 'GET /logout');
  await show(visitor, 'POST /login', { emailaddress, password: 'violet-Harbor-4471' });
  await show(visitor, 'POST /twostepverify', { method: 'EMAIL' });
  await show(visitor, 'POST /twostepverify', { code: await newestCode(portal, emailaddress) });
  const forgetful = portal.visitor({ address: '198.18.7.2' });
  await show(forgetful, 'POST /user/forgotpassword', { emailaddress });
  await show(forgetful, 'POST /user/forgotpasswordverify', { code: await newestCode(portal, emailaddress) });
  await show(forgetful, 'POST /user/forgotnewpassword', { password: 'amber-Meadow-3390' });
}

async function showNetwork() {
  const company = await newCompany(portal, {
    company_name: 'Acme Builders',
    team_management_enabled: true,
    alert_dashboard_enabled: true,
    shieldlink_enabled: true,
  });
  const member = await newTeamMember(portal, company, 'admin');
  const owner = company.owner.visitor;
  const person = await newScoredPerson(portal, {
    firstname: 'Luis',
    lastname: 'Herrera',
    emailaddress: 'luis.herrera@example.com',
  });
  await show(owner, 'POST /profile/search', { searchterm: person.shieldId });
  const touser = 'sam.okafor@example.com';
  const { inviteid } = await show(owner, 'POST /network/newinvite', { touser });
  const { inviteid: known } = await owner.perform(newInvite, { touser: person.accountId });
  await show(person.visitor, 'GET /network/listinvitations');
  await show(person.visitor, 'POST /network/acceptinvite', { inviteid: known, accepttype: 'INDIVIDUAL' });
  await show(owner, 'GET /network/listconnections', { rows: 10 });
  await show(person.visitor, 'POST /network/setsharedetails', { connectionid: known, reportshared: 'YES' });
  await portal.runJobs();
  await show(owner, 'POST /network/resendinvite', { inviteid });
  await show(owner, 'POST /network/cancelinvite', { inviteid });
  await show(owner, 'GET /network/paymentoptions');
  await show(owner, 'POST /network/listalerts', { fromdate: '2026-01-01', todate: today });
  await show(owner, 'POST /network/updatealertcount');
  await show(owner, 'POST /user/getenterpriseprofile', { includenetwork: 'YES' });
  await show(owner, 'POST /user/saveenterpriseprofile', { company_phone: '5125550123' });
  await show(owner, 'POST /user/listenterpriseteam');
  const invitee = { emailaddress: 'ana.lima@example.com', role: 'viewer' };
  await show(owner, 'POST /user/checkenterpriseteaminvite', { emailaddress: invitee.emailaddress });
  await show(owner, 'POST /user/inviteenterpriseteammember', invitee);
  await show(owner, 'POST /user/resendenterpriseteaminvite', { emailaddress: invitee.emailaddress });
  const other = await newScoredPerson(portal);
  const removed = await owner.perform(newInvite, { touser: other.accountId });
  await other.visitor.call('POST', '/network/acceptinvite', {
    inviteid: removed.inviteid,
    accepttype: 'INDIVIDUAL',
  });
  await show(owner, 'POST /network/requestremoval', { connectionid: removed.inviteid });
  await show(owner, 'POST /user/switchenterpriseowner', { newuserid: member.accountId });
  await show(person.visitor, 'POST /user/shareshieldid', { emailaddress: 'office@example.com' });
  await show(person.visitor, 'POST /network/setconnectionactive', { connectionid: known, active: 'NO' });
  await show(person.visitor, 'POST /network/deleteconnection', { connectionid: known });
  return { company, person };
}

async function showApplications() {
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

async function showConsole({ company, person }: Awaited<ReturnType<typeof showNetwork>>) {
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

test('each example of the reference is what the portal answers', async () => {
  await registerPerson(portal);
  await showAccounts();
  const network = await showNetwork();
  await showApplications();
  await showConsole(network);
  await showKeyCalls(portal, (id, input, { status, body }) => {
    if (status === 200) examples.set(id, steady({ input, output: body }, today));
    else refused.push(`${id}: ${JSON.stringify(body)}`);
  });
  expect(refused).toEqual([]);
  const lines = [...examples]
    .map(
      ([call, example]) =>
        [
          call
            .toLowerCase()
            .replace(/^(\w+) \//, '$1-')
            .replaceAll('/', '-'),
          example,
        ] as const,
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, example]) => `  ${JSON.stringify(id)}: ${JSON.stringify(example)}`);
  await expect(
    `{\n${lines.join(',\n')}\n}\n`,
    'if the change is meant, write it with: npx vitest run test/reference/examples.long.test.ts -u',
  ).toMatchFileSnapshot('../../modules/call-examples.json');
});
