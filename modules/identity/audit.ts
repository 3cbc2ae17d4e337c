import { auditAction } from '#modules/platform/index.ts';
import type { LegalSource } from './rules.ts';

/** What this module writes to the audit log. */
export const identityAudit = {
  accountCreated: auditAction('identity.account-created', 'Registered'),
  staffAccountCreated: auditAction('identity.staff-account-created', 'Staff account created'),
  accountDisabled: auditAction('identity.account-disabled', 'Account disabled'),
  accountEnabled: auditAction('identity.account-enabled', 'Account enabled'),
  passwordResetSent: auditAction('identity.password-reset-sent', 'Password reset sent'),
  twoStepReset: auditAction('identity.two-step-reset', 'Two-step verification reset'),
  lockChanged: auditAction<{ locked: boolean }>(
    'identity.lock-changed',
    'Lock on the name and date of birth changed',
  ),
  /** The names of the fields that differ from the profile, never their values. */
  legalNameKept: auditAction<{ source: LegalSource; corrected: string[] }>(
    'identity.legal-name-kept',
    'Legal name confirmed or corrected',
  ),
  addressSuppressed: auditAction<{ reason: string }>(
    'identity.address-suppressed',
    'Email address added to the suppression list',
  ),
  suppressionRemoved: auditAction<{ reason: string; note?: string }>(
    'identity.suppression-removed',
    'Email address removed from the suppression list',
  ),
  emailVerified: auditAction('identity.email-verified', 'Email address verified'),
  addressCorrected: auditAction(
    'identity.address-corrected',
    'Email address corrected before it was verified',
  ),
  addressFormed: auditAction('identity.address-formed', 'Email address stored in its usual form'),
  addressReleased: auditAction('identity.address-released', 'Unverified address released to its owner'),
  termsPublished: auditAction<{ kind: string; version: number }>(
    'identity.terms-published',
    'Published terms',
  ),
  termsWithdrawn: auditAction<{ kind: string; version: number }>(
    'identity.terms-withdrawn',
    'Withdrew a company’s terms',
  ),
  termsAccepted: auditAction<{ of: string; version: number }>(
    'identity.terms-accepted',
    'Accepted the terms',
  ),
  termsDrafted: auditAction<{ kind: string }>('identity.terms-drafted', 'Saved a draft of terms'),

  sessionOpened: auditAction('identity.session-opened', 'Logged in'),
  sessionMoved: auditAction<{ from: string; to: string }>(
    'identity.session-moved',
    'Continued on another host',
  ),
  sessionEnded: auditAction('identity.session-ended', 'Logged out'),
  staffSessionStarted: auditAction<{ reason: string }>(
    'identity.staff-session-started',
    'Staff started a session as this person',
  ),
  staffSessionEnded: auditAction('identity.staff-session-ended', 'Staff ended the session as this person'),
  /** One of the person's other sessions, or all of them. */
  sessionsEnded: auditAction<{ which: string }>('identity.other-sessions-ended', 'Logged out elsewhere'),
  browserForgotten: auditAction('identity.browser-forgotten', 'Removed a remembered browser'),
  signInRefused: auditAction('identity.sign-in-refused', 'Login refused'),
  secondStepPassed: auditAction<{ rememberbrowser: boolean }>(
    'identity.second-step-passed',
    'Passed two-step verification',
  ),
  twoStepMethodSet: auditAction<{ method: string }>('identity.two-step-method-set', 'Two-step method set'),
  methodStarted: auditAction<{ method: string }>(
    'identity.method-started',
    'Started adding a two-step method',
  ),
  methodAdded: auditAction<{ method: string }>('identity.method-added', 'Added a two-step method'),
  methodRemoved: auditAction<{ method: string }>('identity.method-removed', 'Removed a two-step method'),
  /** EMAIL: the address to sign in with changed. */
  copiedToProfile: auditAction<{ method: string }>(
    'identity.method-copied',
    'Copied a two-step method to the profile',
  ),
  passkeyAdded: auditAction('identity.passkey-added', 'Added a passkey'),
  passkeyDeclined: auditAction('identity.passkey-declined', 'Declined to add a passkey'),
  passkeyRenamed: auditAction('identity.passkey-renamed', 'Renamed a passkey'),
  passkeyRemoved: auditAction('identity.passkey-removed', 'Removed a passkey'),
  passkeyUsed: auditAction('identity.passkey-used', 'Logged in with a passkey'),
  recoveryCodesMade: auditAction('identity.recovery-codes-made', 'Created recovery codes'),
  recoveryCodeUsed: auditAction<{ left: number }>('identity.recovery-code-used', 'Used a recovery code'),
  changeUndone: auditAction<{ change: string }>(
    'identity.change-undone',
    'Undid a change to how they log in',
  ),
  passwordChanged: auditAction('identity.password-changed', 'Changed the password'),

  /** The names of the fields that changed, never their values. */
  profileChanged: auditAction<{ changed: string[] }>('identity.profile-changed', 'Profile changed'),
  /** The names of the fields that changed, never their values. */
  detailsSaved: auditAction<{ changed: string[] }>('identity.details-saved', 'Details saved'),
  preferencesSaved: auditAction<Record<string, boolean>>('identity.preferences-saved', 'Preferences saved'),
  /** For an address without an account. The entry does not name the address. */
  addressPreferencesSaved: auditAction<Record<string, boolean>>(
    'identity.address-preferences-saved',
    'Email preferences of an address saved',
  ),
  emailChangeStarted: auditAction('identity.email-change-started', 'Started changing the email address'),
  emailChanged: auditAction('identity.email-changed', 'Changed the email address'),
  /** For an address that the entry does not name. */
  mailChoiceAsked: auditAction('identity.mail-choice-asked', 'Requested a link to confirm email preferences'),
  privacyAsked: auditAction<{ kind: string }>('identity.privacy-asked', 'Made a privacy request'),
  privacyTaken: auditAction<{ kind: string }>('identity.privacy-taken', 'Staff took on a privacy request'),
  privacyAnswered: auditAction<{ kind: string }>(
    'identity.privacy-answered',
    'Staff answered a privacy request',
  ),
  privacyClosed: auditAction<{ kind: string }>('identity.privacy-closed', 'Staff closed a privacy request'),
  exportBuilt: auditAction('identity.export-built', 'Copy of the personal data created'),
  exportDownloaded: auditAction('identity.export-downloaded', 'Downloaded the copy of the personal data'),
  deletionRecalled: auditAction('identity.deletion-recalled', 'Canceled the account deletion'),
  deletionWaits: auditAction<{ waits_for: string }>(
    'identity.deletion-waits',
    'The deletion is waiting for something that is still open',
  ),
  personErased: auditAction('identity.person-erased', 'Personal data erased'),
  ssnRevealed: auditAction<{ reason: string }>('identity.ssn-revealed', 'Staff saw the whole SSN'),
  ssnRead: auditAction('identity.ssn-read', 'SSN read for screening'),
  ssnHandedOver: auditAction(
    'identity.ssn-handed-over',
    'SSN handed over with a background check to another account of the person',
  ),
};
