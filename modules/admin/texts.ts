/** The texts that staff read in the console. */
export const adminTexts = {
  'console.draft-changed':
    'Someone else changed this text while you were editing. Your text is kept below. Save again to replace theirs.',
  'console.draft-newer':
    'Someone else changed this text after you opened it. Read the version shown now, then try again.',
  'catalogue.package-exists': 'This provider already has a package with this code.',
  'catalogue.provider-exists': 'There is already a provider with this ID.',
  'catalogue.jurisdiction-kept': 'Some applications refer to this jurisdiction, so it can’t be removed.',
  'hold.open': 'There is already a legal hold. Lift it before you set another.', // D140
  'hold.lifted': 'This legal hold was already lifted.', // D140
  'control.waits': 'A change to this control is already waiting. Decide on it first, or withdraw it.', // D145
  'control.own': 'You asked for this change, so another admin has to approve it.', // D145
  'control.decided': 'This change was already decided.', // D145
  'alert.none': 'No user alerts found', // doc3 §2
  'alert.settled':
    'This alert is no longer open. Someone else dismissed or closed it, or it was decided elsewhere.',
  'alert.assigned':
    'Someone else was assigned to this alert in the meantime. Choose again if you still want to change that.',
  'console.identity-locked': 'The name and date of birth are locked. Unlock them to change them.',
  'console.email-changes-login': "Changing user's email will change their login", // doc3 §8
  'console.one-shield-id': 'Error: Only one ShieldID can be active at a time.', // doc3 §8
  'console.suppressed': "User's email is on suppression list for", // doc3 §8
  'console.reset-sent': 'Reset Password Sent', // doc3 §8
  'console.verification-saved': 'Verification Saved', // doc3 §8
  'console.save-changes': 'Save Profile Changes ?', // doc3 §2
} as const;
