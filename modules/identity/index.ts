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
export { addressFormSweeps } from './address-forms/sweep.ts';
export { describeAgent } from './agents.ts';
export { identityCopies } from './anonymized.ts';
export { identityCalls } from './api.ts';
export { identityAudit } from './audit.ts';
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
  accountDisabled,
  accountErasing,
  accountRestored,
  accountVerified,
  addressProven,
  addressUnreachable,
  mailProgressed,
  mailUnsubscribed,
  personChanged,
} from './events.ts';
export { getHome } from './home.ts';
export {
  buildExport,
  deleteFiles,
  sendAccountChanged,
  sendAccountStatus,
  sendCode,
  sendCodeText,
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
export { forgetKeptText, keepText, listKeptTexts, mayKeepText } from './kept-texts/kept-texts.ts';
export { countInvitation, resendWaitOf, uncountInvitation } from './mail-limits.ts';
export { confirmMailChoice, deliverMailChoice, getMailChoice } from './mail-preferences/choice.ts';
export {
  checkUnsubscribe,
  getMailPreferences,
  unsubscribe,
  updateMailPreferences,
} from './mail-preferences/managing.ts';
export { receiveMailEvent } from './mail-preferences/receiving.ts';
export {
  addressKey,
  mailRecords,
  mailStates,
  mailsToPerson,
  sealedMails,
  subjectKey,
  textKey,
} from './mail-preferences/sent-mails.ts';
export { findMailReader, listMailReaders } from './mail-preferences/stored.ts';
export { liftSuppression, removeSuppression, suppressAddress } from './mail-preferences/suppression.ts';
export { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys/managing.ts';
export { declinePasskey, getPasskeyOffer } from './passkeys/offer.ts';
export {
  passPasskeyStep,
  signInByPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from './passkeys/sign-in.ts';
export { hashPassword } from './passwords/passwords.ts';
export { ratePassword } from './passwords/rating.ts';
export {
  checkRecoveryLink,
  forgotNewPassword,
  forgotPassword,
  forgotPasswordVerify,
  getRecovery,
} from './passwords/recovery.ts';
export { resetTwoStep, sendPasswordReset } from './passwords/resets.ts';
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
  askDeletion,
  askExport,
  askLimit,
  askLimitByAddress,
  downloadExport,
  getMyRequests,
  recallDeletion,
} from './privacy/asking.ts';
export { eraseAgain } from './privacy/erasing-again.ts';
export { makeExport } from './privacy/exporting.ts';
export { deliverPrivacyNotice } from './privacy/notices.ts';
export { answerRequest, closeLimit, noteRequestTaker, openTexts, takeRequest } from './privacy/requests.ts';
export {
  findAddressCode,
  requestAddressCode,
  tryAddressCode,
  useAddressCode,
} from './profile/address-code.ts';
export { changeAddress, changeProfile, type ProfileChange } from './profile/changes.ts';
export {
  confirmEmailChange,
  getEmailChange,
  resendEmailChange,
  startEmailChange,
} from './profile/email-change.ts';
export {
  type Address,
  type Alias,
  correctIdentity,
  type IdentityDetails,
  listNamesAndAddresses,
  lockNameAndBirth,
  saveIdentityDetails,
  setProfileLock,
} from './profile/identity-details.ts';
export {
  findLegalName,
  handOverLegalName,
  keepLegalName,
  type LegalName,
  legalNameOf,
  type Names,
} from './profile/legal-name.ts';
export {
  changePhoto,
  findPhoto,
  finishPhotoUpload,
  getPhotoUpload,
  keepPhoto,
  photoAddress,
  removePhoto,
  savePhoto,
} from './profile/photo.ts';
export { updatePreferences } from './profile/preferences.ts';
export {
  answerLegalName,
  legalNameAnswer,
  myProfile,
  updatePassword,
  updateProfile,
} from './profile/profile.ts';
export { reservedNames } from './profile/reserved-names.ts';
export {
  findAccountsWithSameSsn,
  getSsnForScreening,
  handOverSsn,
  hasSameSsn,
  maskedSsn,
  revealSsnOf,
} from './profile/ssn.ts';
export { isProven, type ProfileName, type ProfileValues, profileNames, profileOf } from './profile/values.ts';
export {
  checkEmail,
  correctRegistrationAddress,
  getRegistration,
  register,
  registerVerify,
  requestRegistrationCode,
  resendRegistrationCode,
} from './registration.ts';
export { checkRegistrationLink } from './registration-link.ts';
export { identityRetention } from './retention.ts';
export {
  accessKinds,
  companyTermsKinds,
  type LegalSource,
  legalSources,
  legalTextKinds,
  maskEmail,
  maskPhone,
  maskSsn,
  privacyOutcomes,
  privacyRequestKinds,
  privacyRequestStates,
  type TermsKind,
  termsKinds,
} from './rules.ts';
export {
  accountContains,
  type FoundPerson,
  findFirstPeople,
  type ListPart,
  peopleOrders,
  searchPeople,
  type WantedPeople,
  withoutTerm,
} from './search.ts';
export { getUndo, undoChange } from './security-changes/undo.ts';
export { countOnHost, endHost, type HostFigures } from './sessions/ending-host.ts';
export { type FactChanges, writeFacts } from './sessions/facts.ts';
export {
  endOneSession,
  endOtherSessions,
  forgetOneBrowser,
  listSessions,
  readSessions,
  session,
} from './sessions/list.ts';
export { callerReader, hadSession, noteWritten } from './sessions/read-caller.ts';
export { renewSessions } from './sessions/sessions.ts';
export { isShownFor, readShownFor, type ShownFor, shownForMark } from './sessions/shown-for.ts';
export { lockAccount } from './sign-in/account-lock.ts';
export { checkHandOff, type HomeHost, homeHostPort, redeemHandOff } from './sign-in/hand-off.ts';
export { login, logout, verifySession } from './sign-in/login.ts';
export { type InvitedStaff, inviteStaff } from './staff/invitation.ts';
export { deliverStaffSession, endStaffSession, startStaffSession } from './staff/session.ts';
export {
  createMember,
  createStaffAccount,
  endSessions,
  hasStaff,
  type NewStaff,
  setAccountActive,
  setAccountStatus,
  setTwoStepMethod,
} from './staff/staff.ts';
export { identitySweeps } from './sweep.ts';
export { listMyTerms } from './terms/mine.ts';
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
} from './terms/terms.ts';
export { getMethodSetUp, getProofNeeded, manageTwoStep } from './two-step/managing.ts';
export { requireProof } from './two-step/proof.ts';
export { getRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './two-step/recovery-codes.ts';
export { getSecondStep, listVerificationMethods, twoStepVerify } from './two-step/verifying.ts';
export { accessGrid, listSeen } from './viewers.ts';
