import { texts } from '#modules/words.ts';

/**
 * The texts that the documents prescribe (sections 5, 8 and 9), copied exactly, including odd spelling and spaces.
 * `later` names the area that will add a text that nothing shows yet.
 */
export interface DocumentedText {
  text: string;
  source: string;
  later?: 'purchasing' | 'network' | 'companies' | 'console';
}

export const documentedTexts: DocumentedText[] = [
  // Document 1, sections 5 and 8
  { text: ' Error: Username and Password are required ', source: 'doc1 §5' },
  { text: ' Error: The provided username or password are invalid. ', source: 'doc1 §8' },
  { text: 'Error : Verification code is 6 charaters ', source: 'doc1 §8' },
  { text: 'Error: the provided code does not match', source: 'doc1 §8' },
  { text: 'Error : Verification code does not match', source: 'doc1 §8' },
  { text: 'Error: Please fill in the highlighted required fields.', source: 'doc1 §8' },
  { text: ' Error: Please fill in the highlighted required fields. ', source: 'doc1 §5' },
  { text: ' Error: There was a problem with registration. ', source: 'doc1 §8' },
  { text: 'Error: The provided email address has already been registered', source: 'doc1 §8' },
  { text: ' Error: There was a problem with your form submission. ', source: 'doc1 §8' },
  { text: 'Error: Shield ID Not Found', source: 'doc1 §8' },
  { text: 'Error: Shield Link ID Not Found', source: 'doc1 §5' },
  { text: 'ShieldScore sharing not enabled for this user.', source: 'doc1 §8' },
  { text: 'Error: Invalid Email Address', source: 'doc1 §5' },
  { text: "That's your Shield ID / Email address", source: 'doc1 §5' },
  { text: 'You cannot accept as an individual without a valid ShieldScore.', source: 'doc1 §5' },
  { text: 'You must complete a background check before sharing your ShieldScore', source: 'doc1 §5' },
  { text: 'Error: Phone number provided does not match', source: 'doc1 §5' },
  { text: 'Error: Confirmation code provided does not match', source: 'doc1 §5' },
  { text: 'Error: Report failure', source: 'doc1 §8' },
  { text: 'Loading chunk failed', source: 'doc1 §8' },
  { text: 'Email Preferences Saved', source: 'doc1 §8' },
  { text: "Way to go! You're growing your trusted network.", source: 'doc1 §8' },
  { text: 'Sorry. Your mailbox is empty', source: 'doc1 §2' },
  {
    text: 'Your password has been successfully changed. Please login with your new password.',
    source: 'doc1 §2',
  },
  { text: 'Link Copied', source: 'doc1 §8' },
  // Document 2, sections 2, 5 and 8
  { text: 'Saving Profile', source: 'doc2 §2.1' },
  { text: 'Passwords do not match', source: 'doc2 §8' },
  { text: 'Please pick a stronger password', source: 'doc2 §8' },
  { text: 'Password successfully updated', source: 'doc2 §8' },
  { text: 'Email already in use', source: 'doc2 §8' },
  { text: 'User already invited.', source: 'doc2 §8' },
  { text: 'Error: User already attached to another team.', source: 'doc2 §8' },
  { text: 'Error: Admin users cannot be added to teams.', source: 'doc2 §8' },
  { text: 'Error: Please select a package to continue', source: 'doc2 §8' },
  { text: 'Coupon code not valid', source: 'doc2 §8' },
  { text: 'NO PAYMENT REQUIRED', source: 'doc2 §4.7' },
  { text: 'The transaction was declined.', source: 'doc2 §8' },
  { text: 'Error : ', source: 'doc2 §8' },
  { text: 'Error: Application not complete, please complete application', source: 'doc2 §8' },
  { text: 'The background check store is down temporarily for maintenance.', source: 'doc2 §8' },
  {
    text: 'The information you provided was unable to provide a match. Please try again or contact support for more information.',
    source: 'doc2 §8',
  },
  {
    text: 'Cannot change your own role as owner. Use "Transfer Ownership" instead.',
    source: 'doc2 §8',
  },
  { text: 'No Purchases', source: 'doc2 §2' },
  { text: 'Coupon Discount Payment', source: 'doc2 §2.7' },
  { text: 'Buying for others', source: 'doc2 §2.6' },
  { text: 'Almost Done', source: 'doc2 §2.6' },
  { text: 'Maybe Later', source: 'doc2 §2.6' },
  { text: 'Your First Background Check', source: 'doc2 §2.1' },
  { text: 'Payment method access is restricted to account owners', source: 'doc2 §2.13' },
  { text: 'Start building your trusted network. Add independent contractors today', source: 'doc1 §2' },
  { text: 'Removal Request has been submitted', source: 'doc1 §2' },
  // Document 3, sections 2, 5 and 8
  { text: 'Save Profile Changes ?', source: 'doc3 §2' },
  { text: "User's email is on suppression list for", source: 'doc3 §8' },
  { text: 'User must be active', source: 'doc3 §8' },
  { text: 'Error: Email address provided already exists', source: 'doc3 §8' },
  {
    text: 'Error: Total refund amount cannot exceed original charge amount',
    source: 'doc3 §8',
  },
  { text: 'Error: Only one ShieldID can be active at a time.', source: 'doc3 §8' },
  { text: "Changing user's email will change their login", source: 'doc3 §8' },
  {
    text: 'Please select a new expiration date up to 30 days in the future',
    source: 'doc3 §8',
  },
  { text: 'Error: domain name not available. please select a different domain', source: 'doc3 §8' },
  { text: 'Error: Custom store requires client portal', source: 'doc3 §8' },
  { text: 'Save failed - please try again', source: 'doc2 §8' },
  { text: 'Error: User does not exist.', source: 'doc3 §8' },
  {
    text: 'Required columns of ShieldID or Email Address are not mapped. Please map more columns.',
    source: 'doc3 §8',
  },
  {
    text: 'invites have been queued. Invites might take a few minutes to finish sending.',
    source: 'doc3 §8',
  },
  { text: 'Error : No records detected in uploaded file', source: 'doc3 §8' },
  { text: 'Team Invite Sent', source: 'doc3 §8' },
  { text: 'Owner switch completed', source: 'doc3 §8' },
  { text: 'Verification Saved', source: 'doc3 §8' },
  { text: 'Reset Password Sent', source: 'doc3 §8' },
  { text: 'No user alerts found', source: 'doc3 §8' },
];

/** The keys of the texts that exist. */
export const documentedKeys: string[] = Object.entries(texts)
  .filter(([, ours]) => documentedTexts.some(({ text }) => text === ours))
  .map(([key]) => key);

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const DAYS = 24 * 60 * MINUTES;

/** The numbers that the documents and decisions prescribe; timings are in milliseconds. */
export const documentedNumbers: Record<string, number | number[]> = {
  'autocomplete.min-characters': 3, // doc2 §9
  'autocomplete.delay': 300, // doc2 §9
  'code.length-characters': 6, // doc1 §9
  'code.tries-count': 5, // D12
  'hand-off.lifetime': MINUTES, // D15
  'code.lifetime': 10 * MINUTES, // D12
  'code.resend-lock': 30 * SECONDS, // doc2 §9
  'code.other-method-closes': 5 * SECONDS, // doc1 §9
  'recovery.code-lifetime': 15 * MINUTES, // D12
  'login.slower-after-failures': 5, // D13
  'login.locked-after-failures': 10, // D13
  'login.lock': 15 * MINUTES, // D13
  'register.tells-an-hour-count': 20, // D13
  'mails.of-a-kind-count': 5, // D128
  'mails.of-all-kinds-count': 20, // D128
  'mails.invitations-count': 10, // D128
  'recovery.codes-count': 10,
  'passkey.most-count': 10,
  'passkey.challenge': 5 * MINUTES,
  'method.starts-an-hour-count': 10, // D13
  'session.idle': 30 * MINUTES, // D10
  'session.absolute': 12 * 60 * MINUTES, // D10
  'session.admin-idle': 15 * MINUTES, // D10
  'session.poll': 30 * SECONDS, // doc1 §9
  'session.refresh': 5 * MINUTES, // doc1 §9
  'profile.toast-cleared': 2 * SECONDS, // doc2 §9
  'team.invite-sent-shown': 2 * SECONDS, // doc2 §9
  'team.own-role-shown': 4 * SECONDS, // doc2 §9
  'undo.lifetime': 3 * DAYS, // D103
  'browser.remembered': 30 * DAYS, // doc1 §9
  'email.top-level-domain-letters': [2, 24], // doc1 §9
  'mobile.digits': 10, // doc1 §9
  'password.characters': [8, 128], // D14
  'password.strength-points': [30, 40], // doc2 §9
  'password.recent-two-step': 10 * MINUTES, // D14
  'profile.postal-code-digits': 5, // doc2 §9
  'grid.page-size-rows': 10, // doc1 §9
  'search.free-people': 5, // D52
  'share.working-links': 20,
  'network.removed-listed': 30 * DAYS, // D101
  'sms.digits': 4, // doc1 §9
  'sms.wrong-tries': 5, // D12
  'sms.codes': 3, // D12
  'sms.code-lifetime': 10 * MINUTES, // D12
  'sms.answer-wait': 10 * MINUTES, // D56
  'sms.counted': DAYS, // D12
  'alerts.first-range-days': 30, // doc2 §9
  'alerts.exception-days': 180, // D131
  'alerts.refresh': 5 * MINUTES, // doc2 §9
  'sms.polling': 10 * SECONDS, // doc1 §9
  'search.free-window': 30 * DAYS, // D52
  'ssn.length-characters': 11, // doc2 §9
  'shieldid.length-characters': 11, // doc2 §9
  'note.least-characters': 6, // doc3 §9
  'console.reset-sent-shown': 10 * SECONDS, // doc3 §9
  'alert.refreshed': 60 * SECONDS, // doc3 §9
  'dashboard.refreshed': 180 * SECONDS, // doc3 §9
  'refund.dialog-closes': 3 * SECONDS, // doc3 §9
  'dateofbirth.length-characters': 10, // doc2 §9
  'applicant.min-age-years': 18, // D111
  'address.history-years': 7, // doc2 §9
  'signature.width-pixels': 762, // doc2 §2
  'signature.height-pixels': 200, // doc2 §2
  'errortext.min-characters': 8, // doc2 §9
  'purchase.zip-digits': 5, // doc2 §5
  'purchase.new-york-look-back-years': 10, // doc2 §9
  'purchase.progress-percent': [20, 40, 60, 60, 100], // doc2 §9
  'coupon.percent': [1, 100], // doc3 §5
  'coupon.flat-dollars': [1, 300], // doc3 §5
  'invitations.lifetime': 30 * DAYS, // D53
  'share.confirmation-shown': 15 * SECONDS, // doc1 §9
  'center.code-life': 30 * DAYS, // D45
  'center.leaves': 8 * SECONDS, // doc1 §9
  'access.ask-again': 7 * DAYS, // D84
  'proof.wrong-count': 5, // D127
  'host.reserved': 90 * DAYS, // D114
  'shares.stop-link': 30 * DAYS, // D144
  'renewals.ask-again': 14 * DAYS,
  'parts.toast-shown': 5 * SECONDS, // doc1 §9
  'parts.copied-shown': 5 * SECONDS, // doc2 §9
  'edge.script-timeout': 120 * SECONDS, // doc1 §9
  'cra.callback-age': 5 * MINUTES, // D40
  'approval.code-life': 30 * DAYS, // D45
  'dispute.due': 30 * DAYS, // D46
};
