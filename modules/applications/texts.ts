import { applicationsLimits, documentBytes, packageBytes, packagePhotos } from './limits.ts';

/**
 * The texts about the application, the score and the report. A comment after a text names the document and section, or
 * the decision, that fixes it.
 */
export const applicationsTexts = {
  'application.not-complete': 'Error: Application not complete, please complete application', // doc2 §8
  'application.moved-on':
    'This application has changed since you opened the page. Please check its current status.', // D41
  'application.consent-version':
    'Your background check uses a different version of this document. Please read this version and agree to it.', // D89
  'application.acknowledgement-needed': 'Please check the box to show that you agree.', // doc2 §5
  'application.signature-needed': 'Please draw your signature, or type your name.', // doc2 §5
  'application.no-saved-signature':
    'You have no saved signature. Please draw your signature, or type your name.',
  'application.signature-name':
    'Type your first and last name as they appear in your profile. If that isn’t your legal name, change it in My Profile first.',
  'application.too-young': `You must be ${applicationsLimits['applicant.min-age-years']} or older to have a background check. Please check the date of birth.`, // D111
  'application.signature-unreadable':
    'We couldn’t read that signature. Please draw it again, or type your name.',
  'application.package-missing': 'Choose the PDF, or the photos, of the signed application.',
  'application.package-unreadable':
    'This file isn’t a PDF, JPEG, or PNG that we can open. Choose another one.',
  'application.package-parts': `Choose one PDF, or up to ${packagePhotos} photos in the order of the pages.`,
  'application.package-encrypted': 'This PDF is password-protected. Please upload it without a password.',
  'application.package-too-large': `That’s too large. The signed application can be at most ${packageBytes / 1_048_576} MB, all photos together.`,
  'application.package-interrupted':
    'The upload was interrupted. Your file is still selected: check your connection, then press Upload again.',
  'application.id-not-compared':
    'This check requires an ID. Compare the copy in the package and check the box, or reject the package.', // D118
  'application.package-date': 'Enter a date between the day the person chose paper and today.',
  'application.package-changed':
    'Another file was uploaded since you opened this page. Please look at the new one before you decide.',
  'application.jurisdictions-needed': 'Please choose at least one, or None of the above.', // doc2 §5
  'application.jurisdictions-both': 'You chose None of the above and a state. Please clear one of them.',
  'application.ssn-needed': 'Please enter your Social Security number.',
  'application.ssn-never-issued': 'This isn’t a valid Social Security number. Please check it.', // D40
  'application.address-inexact':
    'This isn’t a complete address. Add the house number, and choose from the list.', // doc2 §5
  'application.address-choice': 'Choose your exact address, or keep what you entered.', // D82
  'application.file-not-ready': 'Your file copy isn’t ready yet. Please try again in a moment.',
  'verification.agreement-needed': 'Please agree to the scan to continue.',
  'verification.exists': 'Your identity is already verified. There’s nothing to do here.', // doc2 §4.6
  'verification.waits': 'We’re still reviewing the photos you took. Please wait for the result.',
  'verification.silent':
    'The ID verification service isn’t answering right now. Nothing is lost: please try again in a few minutes.',
  'verification.decided': 'This verification has already been decided.', // D74
  'verification.unreadable': 'Your ID or selfie couldn’t be read. Please take the images again.', // doc2 §8
  'score.not-silent': 'Staff can decide only after three reminders and 30 days without an answer.',
  'score.decided': 'You’ve already made your decision about this score.', // D45
  'payment.held':
    'A bank is reviewing the payment for this check. You can activate the score once the bank confirms the payment.', // D113
  'payment.returned': 'The payment for this check was returned, so its score can’t be active.', // D113
  'score.terms-needed': 'Please agree to the terms to continue.', // doc2 §5
  'score.proof-needed': 'Please confirm your identity to see the report.', // D45
  'score.proofs-used-up':
    'There were too many wrong entries, so this link no longer works. Log in to continue, or contact support.', // D127
  'score.proof-mismatch': 'That doesn’t match our records. Please check the date and the four digits.', // D45
  'monitoring.consent':
    'I agree that the agency keeps checking for new records about me while my ShieldScore is valid, and reports a change of my score. I can withdraw this at any time under Privacy & Data.', // D40
  'monitoring.agreement-needed': 'Please check the box to agree to monitoring.', // D40
  'texts.consent':
    'Text me about my background checks: when one is submitted, takes longer, needs something from me, or has a result. At most four texts for each check. Message and data rates may apply. Reply STOP to end them, or HELP for help.', // D93
  'texts.agreement-needed': 'Please check the box to agree to text messages.', // D93
  'texts.number-needed': 'Please verify your mobile number first, under Passwords & Security.', // D93
  'dispute.closed': 'This dispute has ended. It can’t be changed anymore.', // D46
  'dispute.score-needed': 'Choose the corrected score that the agency gave.', // D46
  'dispute.worse':
    'A correction can’t make the score worse. If the agency has a worse result, it comes as a new result or a monitoring update, which the person reviews separately.', // D146
  'dispute.none-open': 'No dispute of this score is open. Only the person can accept a score.', // D81
  'dispute.open':
    'A case about this report is open already. Wait for its result, or withdraw it, then try again.', // D46
  'block.decided': 'This request has already been decided. Nothing was changed.',
  'block.items-needed': 'Choose at least one result that comes from identity theft.',
  'block.statement-needed': 'Please check the box to make this statement.',
  'document.needed': 'Choose a file.',
  'document.type': 'That file isn’t a PDF, JPEG, or PNG that can be opened. Choose another one.',
  'document.encrypted': 'That PDF has a password. Save it without one, then upload it again.',
  'document.too-large': `That file is too large. Choose one of at most ${documentBytes / 1_048_576} MB.`,
  'document.too-many': 'This case has reached its document limit. Write a message instead.',
  'agency.silent': 'The agency isn’t responding. Please try again in a few minutes.', // D47
  'check.open':
    'A check can be made active only if it’s finished, and if no dispute or decision about it or the active check is open.',
  'transfer.person':
    'A check can be moved only to an active account that doesn’t belong to staff and isn’t about to be deleted.',
  'transfer.erased': 'The account of this check was erased, so the check can’t be moved.',
  'transfer.check-open':
    'Only a finished check can be moved, while no dispute, block, ID verification, or score of it is open.',
  'transfer.renewal-open':
    'The account of this check has an open application. Wait until it’s finished or canceled.',
  'transfer.ssn':
    'The Social Security number on this account differs from the one on the check. A check stays with the person it was made about.',
  'transfer.birth':
    'The date of birth on this account differs from the one on the check. A check stays with the person it was made about.',
  'transfer.name': 'Please confirm that both names belong to the same person.',
  'transfer.expired': 'This check has expired, so it can’t become the active one.',
  'legacy.unknown': 'No former account has this ShieldID. Check the number with the person.',
  'legacy.linked': 'This former account is already linked.',
  'legacy.person':
    'A former account can be linked only to an active account that doesn’t belong to staff and isn’t about to be deleted.',
  'legacy.ssn': 'This person’s Social Security number differs from the one on the former account.',
  'legacy.birth': 'This person’s date of birth differs from the one on the former account.',
  'legacy.elsewhere':
    'Another account has the Social Security number of this former account. Link it to that account.',
  'legacy.scored': 'A score was issued under this ShieldID, so it stays with this person.',
  'monitoring.nothing-waits': 'No monitoring update of this check is waiting.',
  'monitoring.not-ready':
    'A dispute of this check is open. The update will be sent when the dispute is decided.',
  'link.no-match':
    'The information you provided was unable to provide a match. Please try again or contact support for more information.', // doc2 §8
  'link.found': 'was found and linked to your profile.', // doc2 §8
  'expiration.out-of-bounds': 'Please select a new expiration date up to 30 days in the future', // doc3 §5
  'catalogue.invalid': 'This change would make the catalog inconsistent.',
  'report.newer':
    'The agency’s report may include results that the person hasn’t accepted yet. Try again once the dispute or the monitoring update is settled.',
  'report.failure': 'Error: Report failure', // doc2 §8
} as const;
