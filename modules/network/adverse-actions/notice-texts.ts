import { formatCount } from '#modules/platform/browser.ts';
import type { Place } from './places.ts';
import type { NoticeSection } from './shapes.ts';

/**
 * The words of the notices (15 U.S.C. 1681b(b)(3) and 1681m(a)). A change gets a new version, since a notice says by
 * which version it was made. `reviewed` says that a lawyer has reviewed this version; without that, production sends
 * none.
 */
export const textsInForce = { version: '2026-11', reviewed: false } as const;

/** How long after the final notice the person gets a free copy of the report. */
const FREE_COPY_DAYS = 60;

export const noticeTexts = {
  firstTitle: 'A decision about you may be based on your background report',
  finalTitle: 'A decision about you was based on your background report',
  withdrawnTitle: 'Nothing changes for you',
  corrected: 'Your report was corrected. This notice replaces the one before it, and your time starts again.',
  moved:
    'Your background check is in this account now. This notice replaces the one before it, and your time starts again.',
  scoreAlone: 'Your ShieldScore, which comes from this report',
  assessmentTitle: 'The company’s assessment',
  contactTitle: 'Who to contact',
  aboutDecision: 'About the decision',
  aboutReport: 'About the report',
} as const;

export const firstWords = {
  decision: (company: string, decision: string, made: string) =>
    `${company} may decide not to ${decision}, in whole or in part because of your background report of ${made}:`,
  nextTitle: 'What you can do',
  next: (company: string, agency: string, place: Place, days: number) => [
    'No decision has been made. A copy of the report and a summary of your rights come with this notice.',
    `Read the report. If something in it is wrong or incomplete, dispute it with ${agency}, free of charge, or tell ${company}. While a dispute is open, the waiting period is paused.`,
    `You have at least ${formatCount(days, 'day')} after the day on which you get this notice${leastOf(place)}. ${company} may not decide before that time is over.`,
  ],
  agency: (agency: string) =>
    `${agency} made the report. It does not make this decision and can’t give you the reasons for it.`,
};

/** Of the mail as well. */
export const withdrawnWords = (company: string) =>
  `${company} sent you a notice that it may make a decision about you because of your background report. That notice no longer applies.`;

function leastOf({ name, wait }: Place): string {
  if (!wait) return '';
  return `, and in ${name} at least ${formatCount(wait.count, wait.kind === 'business' ? 'business day' : 'day')}`;
}

export const finalWords = {
  decision: (company: string, decision: string, made: string) =>
    `${company} has decided not to ${decision}, in whole or in part because of your background report of ${made}:`,
  rightsTitle: 'Your rights',
  rights: (agency: string) => [
    `You can get a free copy of your report from ${agency} if you ask within ${FREE_COPY_DAYS} days after you get this notice.`,
    `You can dispute with ${agency} whether anything in the report is accurate or complete, at any time.`,
  ],
};

/** A summary of the rights under the Fair Credit Reporting Act, which comes with both notices. */
export const rightsSummary: NoticeSection = {
  title: 'A summary of your rights under the Fair Credit Reporting Act',
  paragraphs: [
    'The federal Fair Credit Reporting Act (FCRA) promotes the accuracy, fairness, and privacy of information in the files of consumer reporting agencies. For more information, go to www.consumerfinance.gov/learnmore or write to: Consumer Financial Protection Bureau, 1700 G Street N.W., Washington, DC 20552.',
  ],
  items: [
    'You must be told if information in your file has been used against you, and get the name, address, and phone number of the agency that provided it.',
    'You have the right to know what is in your file.',
    'You have the right to ask for a credit score.',
    'You have the right to dispute incomplete or inaccurate information, and the agency must investigate unless your dispute is frivolous.',
    'Consumer reporting agencies must correct or delete inaccurate, incomplete, or unverifiable information, usually within 30 days.',
    'Consumer reporting agencies may not report outdated negative information.',
    'Access to your file is limited to people with a valid need.',
    'You must give your consent for reports to be provided to employers.',
    'You may limit prescreened offers of credit and insurance based on information in your credit report.',
    'You have a right to place a security freeze on your credit report.',
    'You may seek damages from violators.',
    'Identity theft victims and active duty military personnel have additional rights.',
    'States may enforce the FCRA, and many states have their own laws, under which you may have more rights.',
  ],
};
