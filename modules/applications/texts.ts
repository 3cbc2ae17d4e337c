import { applicationsLimits } from './limits.ts';

/**
 * What the person reads of the application, the score and the report. A trailing comment names the
 * document and section, or the decision, that fixes the text.
 */
export const applicationsTexts = {
  'application.not-complete': 'Error: Application not complete, please complete application', // doc2 §8
  'application.moved-on':
    'This application has moved on since you opened the page. Please look at where it stands now.', // D41
  'application.consent-replaced': 'This document has a newer version. Please read it and agree to that one.', // D42
  'application.acknowledgement-needed': 'Please check the box to show that you agree.', // doc2 §5
  'application.signature-needed': 'Please draw your signature, or type your name.', // doc2 §5
  'application.signature-name':
    'Type your first and last name as they are in your profile. If your name there is not your legal name, change it in My Profile first.',
  'application.too-young': `You must be ${applicationsLimits['applicant.min-age-years']} or older to have a background check. Please check the date of birth.`, // D111
  'application.signature-unreadable':
    'We could not read that signature. Please draw it again, or type your name.',
  'application.jurisdictions-needed': 'Please choose at least one, or None of the above.', // doc2 §5
  'application.jurisdictions-both': 'You checked None of the above and a place. Please uncheck one of them.',
  'application.ssn-needed': 'Please enter your Social Security number.',
  'application.ssn-never-issued': 'No Social Security number like this was ever issued. Please check it.', // D40
  'application.file-not-ready': 'Your file copy is being made. Please try again in a moment.',
  'application.callback-unsigned': 'This callback is not signed as it must be.', // D40
  'score.decided': 'You have already decided on this score.', // D45
  'score.terms-needed': 'Please agree to the terms to continue.', // doc2 §5
  'score.proof-needed': 'Please prove who you are before you see the report.', // D45
  'score.proof-mismatch': 'That does not match what we have. Please check the date and the four digits.', // D45
  'report.failure': 'Error: Report failure', // doc2 §8
} as const;
