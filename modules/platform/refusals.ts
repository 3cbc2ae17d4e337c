import { type TextKey, text } from './catalogue.ts';

/**
 * Every way in which the portal says no: its HTTP status and its text (D80). The compiler checks that each text exists
 * and that nothing is thrown that is not listed.
 */
export const refusals = {
  // The edge
  'invalid-input': { status: 400, text: 'edge.invalid-input' },
  'no-session': { status: 401, text: 'edge.no-session' },
  'not-found': { status: 404, text: 'edge.not-found' },
  'role-too-low': { status: 403, text: 'edge.role-too-low' },
  'not-in-admin-session': { status: 403, text: 'edge.not-in-admin-session' },
  'verification-needed': { status: 403, text: 'edge.verification-needed' },
  'two-step-needed': { status: 403, text: 'edge.two-step-needed' },
  'terms-needed': { status: 403, text: 'edge.terms-needed' },
  'foreign-origin': { status: 403, text: 'edge.foreign-origin' },
  'not-json': { status: 415, text: 'edge.not-json' },
  'too-large': { status: 413, text: 'edge.too-large' },
  throttled: { status: 429, text: 'edge.throttled' },
  conflict: { status: 409, text: 'edge.conflict' },
  unavailable: { status: 503, text: 'edge.unavailable' },
  failed: { status: 500, text: 'edge.failed' },

  // Identity
  'identity.wrong-credentials': { status: 400, text: 'login.failure' },
  'identity.login-incomplete': { status: 400, text: 'login.missing-fields' },
  'identity.login-locked': { status: 429, text: 'login.locked' },
  'identity.code-too-short': { status: 400, text: 'code.too-short' },
  'identity.code-mismatch': { status: 400, text: 'code.mismatch' },
  'identity.code-void': { status: 400, text: 'code.void' },
  'identity.code-resend-locked': { status: 429, text: 'code.resend-locked' },
  'identity.code-method-unknown': { status: 400, text: 'code.method-unknown' },
  'identity.email-taken': { status: 400, text: 'register.email-taken' },
  'identity.registration-incomplete': { status: 400, text: 'register.missing-fields' },
  'identity.registration-failed': { status: 400, text: 'register.failure' },
  'identity.terms-not-accepted': { status: 400, text: 'register.missing-fields' },
  'identity.recovery-failed': { status: 400, text: 'recovery.failure' },
  'identity.recovery-code-mismatch': { status: 400, text: 'recovery.code-mismatch' },
  'identity.password-incomplete': { status: 400, text: 'recovery.password-fields' },
  'identity.password-weak': { status: 400, text: 'password.weak' },
  'identity.password-current-wrong': { status: 400, text: 'password.current-wrong' },
  'identity.password-confirmation-needed': { status: 400, text: 'password.confirmation-needed' },
  'identity.profile-locked': { status: 400, text: 'profile.locked' },

  // Enterprise
  'enterprise.host-taken': { status: 409, text: 'console.host-taken' },
  'enterprise.on-another-team': { status: 409, text: 'console.on-another-team' },
  'enterprise.staff-in-team': { status: 409, text: 'console.staff-in-team' },

  // Applications
  'applications.moved-on': { status: 409, text: 'application.moved-on' },
  'applications.not-complete': { status: 409, text: 'application.not-complete' },
  'applications.consent-replaced': { status: 409, text: 'application.consent-replaced' },
  'applications.acknowledgement-needed': { status: 400, text: 'application.acknowledgement-needed' },
  'applications.signature-needed': { status: 400, text: 'application.signature-needed' },
  'applications.signature-unreadable': { status: 400, text: 'application.signature-unreadable' },
  'applications.jurisdictions-needed': { status: 400, text: 'application.jurisdictions-needed' },
  'applications.ssn-needed': { status: 400, text: 'application.ssn-needed' },
  'applications.ssn-never-issued': { status: 400, text: 'application.ssn-never-issued' },
  'applications.file-not-ready': { status: 409, text: 'application.file-not-ready' },
  'applications.callback-unsigned': { status: 401, text: 'application.callback-unsigned' },
  'applications.score-decided': { status: 409, text: 'score.decided' },
  'applications.score-terms-needed': { status: 400, text: 'score.terms-needed' },
  'applications.proof-needed': { status: 403, text: 'score.proof-needed' },
  'applications.proof-mismatch': { status: 400, text: 'score.proof-mismatch' },
  'applications.report-failure': { status: 404, text: 'report.failure' },

  // Purchasing
  'purchasing.package-needed': { status: 400, text: 'purchase.package-needed' },
  'purchasing.terms-needed': { status: 400, text: 'purchase.terms-needed' },
  'purchasing.not-now': { status: 409, text: 'purchase.not-now' },
  'purchasing.closed': { status: 409, text: 'purchase.closed' },
  'purchasing.paid-already': { status: 409, text: 'purchase.paid-already' },
  'purchasing.not-paid': { status: 409, text: 'purchase.not-paid' },
  'purchasing.processing': { status: 409, text: 'purchase.processing' },
  'purchasing.declined': { status: 402, text: 'purchase.declined' },
  'purchasing.provider-silent': { status: 503, text: 'purchase.provider-silent' },
  'purchasing.notice-unsigned': { status: 401, text: 'purchase.notice-unsigned' },

  // Network
  'network.shieldid-not-found': { status: 404, text: 'search.not-found' },
  'network.invalid-email': { status: 400, text: 'search.invalid-email' },
  'network.own-id': { status: 400, text: 'search.own' },
  'network.accept-no-score': { status: 409, text: 'invitations.no-score' },
  'network.accept-check-first': { status: 409, text: 'invitations.check-first' },
  'network.accept-company-only': { status: 409, text: 'invitations.company-only' },
  'network.accept-no-company': { status: 409, text: 'invitations.no-company' },
  'network.invitation-closed': { status: 409, text: 'invitations.closed' },
  'network.invitation-expired': { status: 409, text: 'invitations.expired' },
  'network.not-in-this-state': { status: 409, text: 'network.not-in-this-state' },

  // Admin
} as const satisfies Record<string, { status: number; text: TextKey }>;

export type RefusalCode = keyof typeof refusals;

/** What a violated constraint means, where a race gets past the check that comes before it. */
export const constraintRefusals: Record<string, RefusalCode> = {
  account_emailaddress_key: 'identity.email-taken',
};

export interface RefusalOptions {
  /** The form's field that the text belongs to. */
  field?: string;
  /** For the log alone; never shown. */
  detail?: string;
  /** When trying again makes sense, in seconds. */
  retryAfter?: number;
  /** Which fields were wrong, and why. */
  issues?: Record<string, string[]>;
  /** A text from outside that the documents want shown in place of ours (a card's decline). */
  message?: string;
}

/** An expected failure: the person is told its text, the log its detail, nothing is stored. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly options: RefusalOptions;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.detail ? `${code}: ${options.detail}` : code);
    this.name = 'Refusal';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  /** What the person reads. */
  get text(): string {
    return this.options.message ?? text(refusals[this.code].text);
  }
}
