import { inviteMember } from '#modules/enterprise/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { preferenceCode } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newestCode, PASSWORD } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { mailedCode } from '#test/factories/teams.ts';
import { putPicture, type Show } from './examples.ts';

/** A person’s account: registration, sign-in, profile, preferences and recovery, and the links that mails contain. */

const emailaddress = 'dana.reyes@example.com';

export async function showAccounts(portal: ServedPortal, show: Show): Promise<void> {
  const visitor = portal.visitor({ address: '198.18.7.1' });
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
  const { uploadurl } = await show(visitor, 'GET /profile/uploadimage', { contenttype: 'image/png' });
  await putPicture(portal, uploadurl);
  await show(visitor, 'POST /profile/uploadimage', { uploadstatus: 200 });
  await show(visitor, 'POST /profile/updatepassword', {
    currentpassword: PASSWORD,
    newpassword: 'violet-Harbor-4471',
  });
  await show(visitor, 'GET /general/branding');
  await show(visitor, 'POST /general/vitals', {
    page: 'routes/user/home',
    vitals: [{ name: 'LCP', value: 840 }],
  });
  await show(visitor, 'POST /logout');
  await show(visitor, 'GET /logout');
  await show(visitor, 'POST /login', { emailaddress, password: 'violet-Harbor-4471' });
  await visitor.call('POST', '/twostepverify', { method: 'EMAIL' });
  await show(visitor, 'POST /twostepverify', { code: await newestCode(portal, emailaddress) });
  await show(visitor, 'POST /profile/twofactor', {
    startmethod: { contact_method: 'EMAIL', contact_value: 'dana@reyes-roofing.example.com' },
  });
  const forgetful = portal.visitor({ address: '198.18.7.2' });
  await show(forgetful, 'POST /user/forgotpassword', { emailaddress });
  await show(forgetful, 'POST /user/forgotpasswordverify', { code: await newestCode(portal, emailaddress) });
  await show(forgetful, 'POST /user/forgotnewpassword', { password: 'amber-Meadow-3390' });
  await showMailedLinks(portal, show);
}

async function showMailedLinks(portal: ServedPortal, show: Show): Promise<void> {
  const reader = portal.visitor({ address: '198.18.7.3' });
  const preferencecode = preferenceCode(portal.keys, emailaddress);
  await show(reader, 'GET /general/getemailpreferences', { preferencecode });
  await show(reader, 'POST /general/updateemailpreferences', {
    preferencecode,
    email_preference_marketing: 'NO',
    email_preference_invites: 'YES',
    email_preference_renewal: 'YES',
    criticalemails: 'YES',
  });
  const { owner } = await newCompany(portal, {
    company_name: 'Harbor Works',
    team_management_enabled: true,
  });
  const [guest, colleague] = ['lee.park@example.com', 'noa.berg@example.com'];
  await owner.visitor.perform(newInvite, { touser: guest });
  await show(reader, 'POST /getlink', { linkid: await mailedCode(portal, guest) });
  await owner.visitor.perform(inviteMember, { emailaddress: colleague, role: 'viewer' });
  await show(reader, 'POST /user/getlink', { linkid: await mailedCode(portal, colleague) });
}
