/**
 * The only file of identity that other modules import: what they may call, subscribe to and name. Entities stay inside.
 */

export { secondStepDone } from './access.ts';
export {
  type Access as AccessToPerson,
  listAccess,
  recordAccess,
  recordAccessOfMany,
  type SeenBy,
} from './access-log.ts';
export { lockAccount } from './account-lock.ts';
export { resetTwoStep, sendPasswordReset } from './account-resets.ts';
export { identityCalls } from './api.ts';
export {
  deliverAccountChanged,
  deliverAccountStatus,
  deliverCode,
  deliverNewBrowser,
  deliverRecovery,
  deliverSecurityNotice,
  deliverStaffInvitation,
  deliverStaffReset,
  deliverWelcome,
} from './deliver.ts';
export {
  confirmEmailChange,
  getEmailChange,
  resendEmailChange,
  startEmailChange,
} from './email-change.ts';
export {
  accountDisabled,
  accountRestored,
  accountVerified,
  addressUnreachable,
  mailProgressed,
  personChanged,
} from './events.ts';
export { type FactChanges, writeFacts } from './facts.ts';
export { checkHandOff, type HomeHost, homeHostPort, redeemHandOff } from './hand-off.ts';
export { getHome } from './home.ts';
export {
  type Address,
  type Alias,
  correctIdentity,
  type IdentityDetails,
  listNamesAndAddresses,
  lockNameAndBirth,
  saveIdentityDetails,
  setProfileLock,
} from './identity-details.ts';
export {
  buildExport,
  deleteFiles,
  sendAccountChanged,
  sendAccountStatus,
  sendCode,
  sendMailChoice,
  sendNewBrowser,
  sendPrivacyNotice,
  sendSecurityNotice,
  sendStaffInvitation,
  sendStaffReset,
  sendStaffSession,
  sendWelcome,
  startRecovery,
} from './jobs.ts';
export {
  findLegalName,
  handOverLegalName,
  keepLegalName,
  type LegalName,
  legalNameOf,
  type Names,
} from './legal-name.ts';
export { confirmMailChoice, deliverMailChoice, getMailChoice } from './mail-choice.ts';
export { receiveMailEvent } from './mail-events.ts';
export { findMailReader } from './mail-preferences.ts';
export { checkUnsubscribe, getMailPreferences, unsubscribe, updateMailPreferences } from './manage-mail.ts';
export { getMethodSetUp, getProofNeeded, manageTwoStep } from './manage-two-step.ts';
export { listMyTerms } from './my-terms.ts';
export { passPasskeyStep, signInByPasskey, startPasskeySignIn, startPasskeyStep } from './passkey-sign-in.ts';
export { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys.ts';
export { ratePassword } from './password-rating.ts';
export { hashPassword } from './passwords.ts';
export {
  findPersonByEmail,
  getPerson,
  listPeople,
  type Person,
  type Preferences,
  savePreferences,
} from './people.ts';
export { identityPersonalData } from './personal-data.ts';
export {
  findPhoto,
  finishPhotoUpload,
  getPhotoUpload,
  photoAddress,
  removePhoto,
  savePhoto,
} from './photo.ts';
export { updatePreferences } from './preferences.ts';
export {
  askDeletion,
  askExport,
  askLimit,
  askLimitByAddress,
  downloadExport,
  getMyRequests,
  recallDeletion,
} from './privacy/asking.ts';
export { makeExport } from './privacy/exporting.ts';
export { deliverPrivacyNotice } from './privacy/notices.ts';
export { answerRequest, closeLimit, openTexts, takeRequest } from './privacy/requests.ts';
export { answerLegalName, legalNameAnswer, myProfile, updatePassword, updateProfile } from './profile.ts';
export { changeAddress, changeProfile, type ProfileChange } from './profile-changes.ts';
export { isProven, type ProfileName, type ProfileValues, profileNames, profileOf } from './profile-values.ts';
export { callerReader, hadSession } from './read-caller.ts';
export { forgotNewPassword, forgotPassword, forgotPasswordVerify, getRecovery } from './recovery.ts';
export { getRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
export {
  checkEmail,
  correctRegistrationAddress,
  getRegistration,
  register,
  registerVerify,
  requestRegistrationCode,
  resendRegistrationCode,
} from './registration.ts';
export {
  companyTermsKinds,
  type LegalSource,
  legalSources,
  maskEmail,
  maskPhone,
  maskSsn,
  privacyOutcomes,
  privacyRequestKinds,
  privacyRequestStates,
  type TermsKind,
  termsKinds,
} from './rules.ts';
export { accountContains, type FoundPerson, type ListPart, searchPeople } from './search.ts';
export { accessGrid, listSeen } from './seen.ts';
export { endOneSession, endOtherSessions, forgetOneBrowser, listSessions } from './session-list.ts';
export { renewSessions } from './sessions.ts';
export { login, logout, verifySession } from './sign-in.ts';
export {
  findAccountsWithSameSsn,
  getSsnForScreening,
  handOverSsn,
  hasSameSsn,
  maskedSsn,
  revealSsnOf,
} from './ssn.ts';
export {
  createMember,
  createStaffAccount,
  hasStaff,
  type NewStaff,
  setAccountActive,
  setAccountStatus,
  setTwoStepMethod,
} from './staff.ts';
export { type InvitedStaff, inviteStaff } from './staff-invitation.ts';
export { deliverStaffSession, endStaffSession, startStaffSession } from './staff-session.ts';
export { removeSuppression, suppressAddress } from './suppression.ts';
export { identitySweeps } from './sweep.ts';
export {
  findAcceptance,
  findAccepted,
  findTerms,
  findTermsDraft,
  getTerms,
  keepAcceptance,
  listTermsVersions,
  ownTerms,
  publishTerms,
  publishTermsDraft,
  requireReadVersion,
  saveTermsDraft,
  type Terms,
  type TermsText,
  termsHtml,
  termsNotAccepted,
  withdrawTerms,
} from './terms.ts';
export { getSecondStep, listVerificationMethods, twoStepVerify } from './two-step.ts';
export { getUndo, undoChange } from './undo.ts';
