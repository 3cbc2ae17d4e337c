import { newestCode, PASSWORD } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import type { Show } from './examples.ts';

/** A person’s account: registration, sign-in, profile, recovery. */
export async function showAccounts(portal: ServedPortal, show: Show): Promise<void> {
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
