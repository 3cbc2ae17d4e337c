import {
  type ConstraintRefusals,
  type RefusalCodeOf,
  type RefusalTable,
  refusalsOf,
} from '#modules/platform/index.ts';
import { identityTexts as texts } from './texts.ts';

export const identityRefusals = {
  'identity.wrong-credentials': { status: 400, text: texts['login.failure'] },
  'identity.login-incomplete': { status: 400, text: texts['login.missing-fields'] },
  'identity.login-locked': { status: 429, text: texts['login.locked'] },
  'identity.code-too-short': { status: 400, text: texts['code.too-short'] },
  'identity.code-mismatch': { status: 400, text: texts['code.mismatch'] },
  'identity.code-void': { status: 400, text: texts['code.void'] },
  'identity.code-resend-locked': { status: 429, text: texts['code.resend-locked'] },
  'identity.code-method-unknown': { status: 400, text: texts['code.method-unknown'] },
  'identity.email-taken': { status: 400, text: texts['register.email-taken'] },
  'identity.name-reserved': { status: 400, text: texts['profile.name-reserved'] },
  'identity.business-reserved': { status: 400, text: texts['profile.business-reserved'] },
  'identity.account-closed': { status: 409, text: texts['console.user-inactive'] },
  'identity.address-unverified': { status: 409, text: texts['console.address-unverified'] },
  'identity.staff-account': { status: 409, text: texts['console.staff-account'] },
  'identity.own-account': { status: 409, text: texts['console.own-account'] },
  'identity.address-exists': { status: 400, text: texts['profile.address-exists'] },
  'identity.address-verified': { status: 409, text: texts['register.address-verified'] },
  'identity.address-is-password': { status: 400, text: texts['register.address-is-password'] },
  'identity.new-address-is-password': { status: 400, text: texts['profile.address-is-password'] },
  'identity.registration-incomplete': { status: 400, text: texts['register.missing-fields'] },
  'identity.registration-failed': { status: 400, text: texts['register.failure'] },
  'identity.terms-not-accepted': { status: 400, text: texts['register.missing-fields'] },
  'identity.recovery-failed': { status: 400, text: texts['recovery.failure'] },
  'identity.recovery-code-mismatch': { status: 400, text: texts['recovery.code-mismatch'] },
  'identity.password-incomplete': { status: 400, text: texts['recovery.password-fields'] },
  'identity.hand-off-over': { status: 410, text: texts['login.hand-off-over'] },
  'identity.password-used': { status: 400, text: texts['password.used'] },
  'identity.password-weak': { status: 400, text: texts['password.weak'] },
  'identity.password-current-wrong': { status: 400, text: texts['password.current-wrong'] },
  'identity.password-confirmation-needed': { status: 400, text: texts['password.confirmation-needed'] },
  'identity.email-in-use': {
    status: 400,
    text: texts['method.email-in-use'],
    errorCode: 'EMAIL_ALREADY_IN_USE', // doc2 §4.4
  },
  'identity.method-in-use': { status: 400, text: texts['method.in-use'] },
  'identity.method-needed': { status: 400, text: texts['method.needed'] },
  'identity.method-pending': { status: 400, text: texts['method.pending'] },
  'identity.set-up-over': { status: 400, text: texts['method.set-up-over'] },
  'identity.two-step-required': { status: 400, text: texts['method.two-step-required'] },
  'identity.passkey-failed': { status: 400, text: texts['passkey.failed'] },
  'identity.passkey-enough': { status: 400, text: texts['passkey.enough'] },
  'identity.undo-over': { status: 400, text: texts['undo.over'] },
  'identity.undo-used': { status: 400, text: texts['undo.used'] },
  'identity.undo-impossible': { status: 409, text: texts['undo.impossible'] },
  'identity.profile-changed-elsewhere': { status: 409, text: texts['profile.changed-elsewhere'] },
  'identity.mobile-needs-proof': { status: 400, text: texts['profile.mobile-needs-proof'] },
  'identity.photo-not-an-image': { status: 400, text: texts['profile.photo-not-an-image'] },
  'identity.photo-too-large': { status: 413, text: texts['profile.photo-too-large'] },
  'identity.profile-locked': { status: 400, text: texts['profile.locked'] },
  'identity.request-open': { status: 409, text: texts['privacy.request-open'] },
  'identity.request-closed': { status: 409, text: texts['privacy.request-closed'] },
  'identity.request-reason-needed': { status: 400, text: texts['privacy.reason-needed'] },
  'identity.request-automatic': { status: 409, text: texts['privacy.request-automatic'] },
  'identity.deletion-owner': { status: 409, text: texts['privacy.deletion-owner'] },
  'identity.deletion-staff': { status: 409, text: texts['privacy.deletion-staff'] },
  'identity.address-unchanged': { status: 400, text: texts['email.unchanged'] },
  'identity.mail-needed': { status: 400, text: texts['mails.needed'] },
} as const satisfies RefusalTable;

export type IdentityRefusalCode = RefusalCodeOf<typeof identityRefusals>;

/** The refusals of this module: its own codes and those of platform. */
export class Refusal extends refusalsOf(identityRefusals) {}

/** For a race that gets past the check and is stopped by the constraint. */
export const identityConstraints = {
  contact_method_value_key: (options) => new Refusal('identity.method-in-use', options),
  privacy_request_open_key: (options) => new Refusal('identity.request-open', options),
  passkey_credential_id_key: (options) => new Refusal('identity.passkey-failed', options),
  account_emailaddress_key: (options) => new Refusal('identity.email-taken', options),
} satisfies ConstraintRefusals;
