import { SECOND, showEmailAddress } from '#modules/platform/index.ts';
import { identityLimits, identityTimings } from './limits.ts';

/**
 * The rules of identity as pure functions: what a session, a code and a password must satisfy. Nothing here reads a
 * clock or a database.
 */

export const roles = ['USER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];
export const twoStepMethods = ['EMAIL', 'SMS', 'OTPAPP', 'DISABLED'] as const;
export type TwoStepMethod = (typeof twoStepMethods)[number];
export type CodePurpose = 'register' | 'two-step' | 'recovery' | 'contact' | 'email-change' | 'invitation';
export type CodeChannel = 'EMAIL' | 'SMS';
export const methodKinds = ['EMAIL', 'SMS', 'OTPAPP'] as const;
export type MethodKind = (typeof methodKinds)[number];
/** Changes of how a person signs in: each is told to the account's owner and can be undone (D103). */
export const securityChangeKinds = [
  'password',
  'email',
  'mobile',
  'method-added',
  'method-removed',
  'primary',
  'off',
  'passkey-added',
  'passkey-removed',
  'codes-made',
  'code-used',
] as const;
export type SecurityChangeKind = (typeof securityChangeKinds)[number];
/** What proves a legal name (D98). */
export const legalSources = ['id-verification', 'staff'] as const;
export type LegalSource = (typeof legalSources)[number];
/** The purposes for which a passkey answers a challenge. */
export type PasskeyPurpose = 'add' | 'second-step' | 'sign-in';
/** The portal's own texts. */
export const termsKinds = ['portal', 'purchase', 'score'] as const;
/** The texts of a company: its terms, and its terms of payment (D90). */
export const companyTermsKinds = ['company', 'company-card'] as const;
/** The portal's own texts that nobody has to agree to: the footer of every host links to them (D88). */
export const legalTextKinds = ['disclaimer', 'privacy-policy', 'cookie-policy'] as const;
export type TermsKind = (typeof termsKinds | typeof companyTermsKinds | typeof legalTextKinds)[number];
/** What a person can request about their data, and the state of a request (D23). */
export const privacyRequestKinds = ['limit', 'export', 'deletion'] as const;
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number];
export const privacyRequestStates = ['open', 'taken', 'answered', 'closed'] as const;
export type PrivacyRequestState = (typeof privacyRequestStates)[number];
export const privacyOutcomes = ['answered', 'built', 'recalled', 'erased', 'dismissed'] as const;
export type PrivacyOutcome = (typeof privacyOutcomes)[number];
/** The person who asked is told of each of these. */
export const privacyOccasions = [
  'received',
  'answered',
  'closed',
  'built',
  'asked',
  'waits',
  'recalled',
  'erased',
] as const;
export type PrivacyOccasion = (typeof privacyOccasions)[number];
export const accessKinds = [
  'search',
  'score',
  'report',
  'export',
  'api',
  'staff-report',
  'link',
  'staff-transfer',
] as const;
export type AccessKind = (typeof accessKinds)[number];

/** The values of an account and its session that decide whether a second step is due. */
export interface SecondStep {
  role: Role;
  emailVerified: boolean;
  twoStepMethod: TwoStepMethod;
  /** The second step was completed in this session. */
  done: boolean;
  /** The session was opened in a remembered browser. */
  remembered: boolean;
}

/**
 * Whether a second step is still due. It is required once the address is verified. A remembered browser or switched-off
 * two-step verification makes it unnecessary, except for an ADMIN, who must always complete it (D11, D70).
 */
export function secondStepDue(step: SecondStep): boolean {
  if (step.done) return false;
  if (step.role === 'ADMIN') return true;
  return step.emailVerified && step.twoStepMethod !== 'DISABLED' && !step.remembered;
}

/** How long a code works after it was sent, in milliseconds (D12). */
export function codeLifetime(purpose: CodePurpose): number {
  return identityTimings[purpose === 'recovery' ? 'recovery.code-lifetime' : 'code.lifetime'];
}

/**
 * How long the next sign-in has to wait after this many failures in a row, in milliseconds: at first not at all, then
 * longer and longer, then the lock (D13).
 */
export function loginDelay(failures: number): number {
  const slower = identityLimits['login.slower-after-failures'];
  if (failures < slower) return 0;
  if (failures >= identityLimits['login.locked-after-failures']) return identityTimings['login.lock'];
  return 5 * SECOND * 2 ** (failures - slower);
}

/** d•••@example.com: enough for its owner to recognize it. */
export function maskEmail(address: string): string {
  const shown = showEmailAddress(address);
  return `${shown.slice(0, 1)}•••${shown.slice(shown.lastIndexOf('@'))}`;
}

/** 512-•••-••18 */
export function maskPhone(digits: string): string {
  return `${digits.slice(0, 3)}-•••-••${digits.slice(-2)}`;
}

/** ***-**-1234 (D44). */
export function maskSsn(digits: string): string {
  return `***-**-${digits.slice(-4)}`;
}

/** The columns of the account that the first accepted check locks (D98). */
export const provenNames = ['firstname', 'middlename', 'lastname', 'namesuffix', 'dateofbirth'] as const;
export type ProvenName = (typeof provenNames)[number];

/** The changes by staff that a person is told of: the fields of the profile, the photo, the ShieldID and the switches. */
export const toldChanges = [
  ...provenNames,
  'businessname',
  'mobile',
  'businessphone',
  'address1',
  'address2',
  'city',
  'state',
  'postalcode',
  'photo',
  'shieldid',
  'network_sharing_master',
  'network_searchresults',
  'network_autoacceptinvite',
  'shieldscore_clean_autoaccept',
  'email_preference_invites',
  'email_preference_renewal',
] as const;
export type ToldChange = (typeof toldChanges)[number];
