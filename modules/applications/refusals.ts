import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { applicationsTexts as texts } from './texts.ts';

export const applicationsRefusals = {
  'applications.moved-on': { status: 409, text: texts['application.moved-on'] },
  'applications.not-complete': { status: 409, text: texts['application.not-complete'] },
  'applications.consent-version': { status: 409, text: texts['application.consent-version'] },
  'applications.acknowledgement-needed': { status: 400, text: texts['application.acknowledgement-needed'] },
  'applications.signature-needed': { status: 400, text: texts['application.signature-needed'] },
  'applications.no-saved-signature': { status: 404, text: texts['application.no-saved-signature'] },
  'applications.signature-name': { status: 400, text: texts['application.signature-name'] },
  'applications.too-young': { status: 400, text: texts['application.too-young'] },
  'applications.signature-unreadable': { status: 400, text: texts['application.signature-unreadable'] },
  'applications.package-not-a-pdf': { status: 400, text: texts['application.package-not-a-pdf'] },
  'applications.package-encrypted': { status: 400, text: texts['application.package-encrypted'] },
  'applications.package-too-large': { status: 413, text: texts['application.package-too-large'] },
  'applications.package-date': { status: 400, text: texts['application.package-date'] },
  'applications.package-changed': { status: 409, text: texts['application.package-changed'] },
  'applications.jurisdictions-needed': { status: 400, text: texts['application.jurisdictions-needed'] },
  'applications.jurisdictions-both': { status: 400, text: texts['application.jurisdictions-both'] },
  'applications.ssn-needed': { status: 400, text: texts['application.ssn-needed'] },
  'applications.ssn-never-issued': { status: 400, text: texts['application.ssn-never-issued'] },
  'applications.address-inexact': { status: 400, text: texts['application.address-inexact'] },
  'applications.file-not-ready': { status: 409, text: texts['application.file-not-ready'] },
  'applications.verification-decided': { status: 409, text: texts['verification.decided'] },
  'applications.verification-exists': { status: 409, text: texts['verification.exists'] },
  'applications.verification-waits': { status: 409, text: texts['verification.waits'] },
  'applications.verifier-silent': { status: 503, text: texts['verification.silent'] },
  'applications.score-decided': { status: 409, text: texts['score.decided'] },
  'applications.score-terms-needed': { status: 400, text: texts['score.terms-needed'] },
  'applications.proof-needed': { status: 403, text: texts['score.proof-needed'] },
  'applications.proof-mismatch': { status: 400, text: texts['score.proof-mismatch'] },
  'applications.texts-need-number': { status: 409, text: texts['texts.number-needed'] },
  'applications.dispute-closed': { status: 409, text: texts['dispute.closed'] },
  'applications.corrected-score-needed': { status: 400, text: texts['dispute.score-needed'] },
  'applications.no-open-dispute': { status: 409, text: texts['dispute.none-open'] },
  'applications.agency-silent': { status: 503, text: texts['agency.silent'] },
  'applications.no-monitoring-update': { status: 409, text: texts['monitoring.nothing-waits'] },
  'applications.monitoring-not-ready': { status: 409, text: texts['monitoring.not-ready'] },
  'applications.catalogue-changed': { status: 409, text: enterpriseTexts['console.changed-meanwhile'] },
  'applications.catalogue-invalid': { status: 400, text: texts['catalogue.invalid'] },
  'applications.report-failure': { status: 404, text: texts['report.failure'] },
} as const satisfies RefusalTable;

/** What this module may throw: its own codes and those of platform. */
export class Refusal extends refusalsOf(applicationsRefusals) {}
