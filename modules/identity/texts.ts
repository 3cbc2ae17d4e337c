import { formatDuration } from '#modules/platform/browser.ts';
import { identityLimits as limits, photoBytes, identityTimings as timings } from './limits.ts';

/**
 * The texts of login, registration, recovery and the profile. A comment after a text names the document and section, or
 * the decision, that fixes it.
 */
export const identityTexts = {
  'login.hand-off-over': 'This link works only once and for a short time. Please log in here.', // D15
  'login.failure': ' Error: The provided username or password are invalid. ', // doc1 §8
  'login.missing-fields': ' Error: Username and Password are required ', // doc1 §8
  'login.password-changed':
    'Your password has been successfully changed. Please login with your new password.', // doc1 §2
  'login.session-ended': 'Your session ended. Log in to continue where you left off.',
  'login.needed': 'Log in to continue.',
  'login.code-elsewhere':
    'A code works only in the browser where you logged in. Log in here, and we’ll send you a new one.',
  'login.verify-needed': 'Log in to confirm your email address. Your code is filled in on the next page.',
  'login.locked': 'Too many failed logins. Please wait, or reset your password.', // D13
  'code.too-short': `Error : Verification code is ${limits['code.length-characters']} charaters `, // doc1 §8
  'code.mismatch': 'Error: the provided code does not match', // doc1 §8
  'code.void': 'This code can no longer be used. Please request a new one.', // D12
  'code.resend-locked': 'A code was just sent.', // D12
  'code.method-unknown': 'Please choose one of your verification methods.',
  'register.missing-fields': ' Error: Please fill in the highlighted required fields. ', // doc1 §5
  'register.failure': ' Error: There was a problem with registration. ', // doc1 §8
  'register.email-taken': 'Error: The provided email address has already been registered', // doc1 §8
  'profile.name-reserved': 'This is the name of the portal. Enter your own first and last name.', // D109
  'profile.business-reserved':
    'This is the name of a company on this portal, or of the portal. Enter your own business, or leave this empty.', // D109
  'register.link-used': 'Your email address is already verified. Log in to continue.',
  'register.link-expired': 'If your email address isn’t verified yet, log in to request a new code.',
  'register.link-replaced':
    'A newer code was sent after it. Use the link in the newest email, or log in to request another code.',
  'register.link-of-another': 'You’re logged in with a different one. Log out, and then open the link again.',
  'register.link-code-over': 'The code in that link no longer works. Use the newest one, or request another.',
  'register.address-verified': 'Your email address is already verified. You can change it in My Profile.',
  'register.address-is-password':
    'Your password can’t be your email address. Log out and register again with a different password.', // D14
  'profile.address-is-password':
    'Your email address can’t be your password. Use another address, or change your password first.', // D14
  'terms.replaced': 'These terms were replaced while you were reading. Please read the new version above.', // D17
  'register.address-corrected': 'We sent a new code to this address. The old code no longer works.',
  'recovery.failure': ' Error: There was a problem with your form submission. ', // doc1 §8
  'recovery.code-mismatch': 'Error : Verification code does not match', // doc1 §8
  'recovery.link-used': 'It has already been used. Request a new one to set another password.', // D12
  'recovery.link-expired': `Links like this work for a limited time. Request a new one.`,
  'recovery.link-replaced':
    'A newer one was sent after it, or your account has changed since. Request a new one.',
  'recovery.link-unknown':
    'Check that you copied the whole link from the email. If you did, request a new one.',
  'recovery.not-granted': `Request a code first. After you enter it, you have ${formatDuration(timings['recovery.code-lifetime'])} to set a new password.`,
  'recovery.starts-over': 'Your email address was never verified. Please register again.',
  'recovery.password-fields': 'Error: Please fill in the highlighted required fields.', // doc1 §8
  'password.mismatch': 'Passwords do not match', // doc2 §8
  'password.used': 'Choose a new password: not your current one, and none of your last five.', // D122
  'password.weak': 'Please pick a stronger password', // doc2 §8
  'password.updated': 'Password successfully updated', // doc2 §8
  'password.current-wrong': 'This is not your current password.', // D14
  'password.confirmation-needed': 'Please enter your current password.', // D14
  'method.email-in-use': 'Email already in use', // doc2 §8
  'method.in-use': 'You already have this method.',
  'method.needed': 'You need this method to log in. Make another method primary first.',
  'method.pending': 'Verify this method first.',
  'method.set-up-over': 'Setup took too long. Please start again.',
  'method.two-step-required': 'Staff can’t turn off two-step verification.', // D11
  'passkey.failed': 'That passkey wasn’t accepted. Try again or use another method.',
  'passkey.not-used': 'Your device didn’t provide a passkey. Try again or use another method.',
  'passkey.known': 'This device already has a passkey for this site.',
  'passkey.enough': `You have ${limits['passkey.most-count']} passkeys, the most allowed. Remove one before you add another.`,
  'undo.over': `A change can be undone for ${formatDuration(timings['undo.lifetime'])}, and this link no longer works. If something is wrong with your account, reset your password or contact support.`, // D103
  'undo.used':
    'This change was already undone. If you didn’t set a new password then, reset it now. If something else is wrong, contact support.', // D103
  'undo.impossible': 'Your former email address now belongs to another account. Please contact support.', // D103
  'undo.done': 'The change was undone, and every browser was logged out. Please set a new password.', // D103
  'profile.saving': 'Saving Profile', // doc2 §2.1
  'profile.changed-elsewhere':
    'This was changed in another window since you opened the page. Reload the page to see it.',
  'profile.mobile-needs-proof':
    'You get login codes at this number. To change it, add the new number under Passwords & Security and copy it to your profile.', // D14
  'profile.photo-not-an-image': 'Please choose a PNG, JPEG, or WebP picture.',
  'profile.photo-too-large': `Please choose a picture of at most ${photoBytes / 1_048_576} MB.`,
  'profile.locked':
    'Your name and date of birth are locked because they’ve been verified. Please contact support to change them.', // D98
  'console.user-inactive': 'User must be active', // doc3 §8
  'console.address-unverified': 'This person hasn’t verified their email address yet.',
  'console.staff-account': 'You can’t start a session as a staff member.', // D16
  'console.own-account': 'You can’t do this to your own account. Ask another staff member.',
  'profile.address-exists': 'Error: Email address provided already exists', // doc3 §8
  'privacy.request-open': 'You’ve already requested this. We’ll email you when there’s an update.', // D23
  'privacy.request-closed': 'This request is closed.',
  'privacy.reason-needed':
    'Explain why this request is closed without an answer. The person gets this reason by email.', // D150
  'privacy.request-automatic': 'The portal handles this automatically. You can follow it here.',
  'privacy.deletion-owner': 'You own a company account. Transfer ownership to a team member first.', // D60
  'privacy.deletion-staff': 'Staff accounts can’t be deleted here. Ask another staff member.',
  'email.mistyped': 'Did you mean',
  'email.disposable':
    'This looks like a temporary mailbox. Once it’s gone, you can’t get your codes and results.',
  'email.unchanged': 'This is already your email address.',
  'mails.saved': 'Email Preferences Saved', // doc1 §8
  'mails.needed':
    'Your login codes are sent by email. Choose another way to verify before you disable all emails.', // D19
} as const;
