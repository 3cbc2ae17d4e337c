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
  'identity.address-verified': { status: 409, text: texts['register.address-verified'] },
  'identity.registration-incomplete': { status: 400, text: texts['register.missing-fields'] },
  'identity.registration-failed': { status: 400, text: texts['register.failure'] },
  'identity.terms-not-accepted': { status: 400, text: texts['register.missing-fields'] },
  'identity.recovery-failed': { status: 400, text: texts['recovery.failure'] },
  'identity.recovery-code-mismatch': { status: 400, text: texts['recovery.code-mismatch'] },
  'identity.password-incomplete': { status: 400, text: texts['recovery.password-fields'] },
  'identity.hand-off-over': { status: 410, text: texts['login.hand-off-over'] },
  'identity.password-weak': { status: 400, text: texts['password.weak'] },
  'identity.password-current-wrong': { status: 400, text: texts['password.current-wrong'] },
  'identity.password-confirmation-needed': { status: 400, text: texts['password.confirmation-needed'] },
  'identity.profile-locked': { status: 400, text: texts['profile.locked'] },
  'identity.mail-needed': { status: 400, text: texts['mails.needed'] },
} as const satisfies RefusalTable;

export type IdentityRefusalCode = RefusalCodeOf<typeof identityRefusals>;

/** What this module may throw: its own codes and those of platform. */
export class Refusal extends refusalsOf(identityRefusals) {}

/** Where a race gets past the check that comes before the constraint. */
export const identityConstraints = {
  account_emailaddress_key: (options) => new Refusal('identity.email-taken', options),
} satisfies ConstraintRefusals;
