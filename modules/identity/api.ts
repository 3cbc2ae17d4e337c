import { calls } from '#modules/platform/index.ts';
import { getMailPreferences, updateMailPreferences } from './mail-preferences/managing.ts';
import { forgotNewPassword, forgotPassword, forgotPasswordVerify } from './passwords/recovery.ts';
import { finishPhotoUpload, getPhotoUpload } from './profile/photo.ts';
import { updatePreferences } from './profile/preferences.ts';
import { updatePassword, updateProfile } from './profile/profile.ts';
import { checkEmail, register, registerVerify } from './registration.ts';
import { login, logout, verifySession } from './sign-in/login.ts';
import { manageTwoStep } from './two-step/managing.ts';
import { listVerificationMethods, twoStepVerify } from './two-step/verifying.ts';

/** The calls of identity under /hub/api. */
export const identityCalls = calls([
  { method: 'POST', path: '/login', operation: login },
  { method: 'POST', path: '/logout', operation: logout },
  { method: 'GET', path: '/logout', operation: logout, changesState: true },
  { method: 'GET', path: '/verifysession', operation: verifySession },
  { method: 'POST', path: '/twostepverify', operation: twoStepVerify },
  { method: 'GET', path: '/listverificationmethods', operation: listVerificationMethods },
  { method: 'POST', path: '/user/register', operation: register },
  { method: 'POST', path: '/user/checkemail', operation: checkEmail },
  { method: 'POST', path: '/user/registerverify', operation: registerVerify },
  { method: 'POST', path: '/user/forgotpassword', operation: forgotPassword },
  { method: 'POST', path: '/user/forgotpasswordverify', operation: forgotPasswordVerify },
  { method: 'POST', path: '/user/forgotnewpassword', operation: forgotNewPassword },
  { method: 'GET', path: '/general/getemailpreferences', operation: getMailPreferences },
  { method: 'POST', path: '/general/updateemailpreferences', operation: updateMailPreferences },
  { method: 'POST', path: '/profile/update', operation: updateProfile },
  { method: 'POST', path: '/profile/updatepassword', operation: updatePassword },
  { method: 'POST', path: '/profile/twofactor', operation: manageTwoStep },
  { method: 'GET', path: '/profile/uploadimage', operation: getPhotoUpload },
  { method: 'POST', path: '/profile/uploadimage', operation: finishPhotoUpload },
  { method: 'POST', path: '/profile/updatepreferences', operation: updatePreferences },
]);
