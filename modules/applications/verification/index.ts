export { handleVerificationEvent, receiveVerificationCallback, signRunEvent } from './callbacks.ts';
export { checkMyVerification, completeMyVerification, getVerificationStatus } from './checking.ts';
export { IMAGES_KEPT } from './deciding.ts';
export { decideVerification } from './deciding-by-staff.ts';
export { fetchVerification } from './fetching.ts';
export { forgetAtVerifier } from './forgetting.ts';
export { linkImages, openVerificationTexts, readImage, verificationsOf } from './listing.ts';
export { OnfidoVerifier } from './onfido.ts';
export {
  type DocumentSide,
  type IdVerifier,
  idDocuments,
  idVerifierPort,
  type RunAccess,
  type VerificationImages,
  type VerificationResult,
  type VerificationRun,
  type VerificationSubject,
  VerifierFailed,
  verificationResult,
} from './port.ts';
export { lapsedVerificationsSweep, silentVerificationsSweep, verificationImagesSweep } from './retention.ts';
export { imageType } from './sealing.ts';
export { startVerification } from './starting.ts';
export { staffStatus, verificationStatuses } from './statuses.ts';
