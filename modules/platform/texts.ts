/**
 * The texts that every page and call may show. A comment at the end of a line names the document and section, or the
 * decision, that prescribes the text.
 */
export const platformTexts = {
  'edge.invalid-input': 'Please check what you entered and try again.',
  'edge.callback-unsigned': 'This callback is not properly signed.', // D40
  'edge.no-session': 'Please log in to continue.',
  'edge.not-found': 'We couldn’t find that.',
  'edge.role-too-low': 'Your role in this team doesn’t allow that. Ask the team’s owner to change your role.',
  'edge.not-in-admin-session': 'This can’t be done in an admin session.', // D16
  'edge.page-of-another':
    'Nothing was saved, because this page is too old or was opened for another account. Reload it and try again.', // D112
  'edge.person-erased': 'This account was deleted. Its record can be read but not changed.', // D150
  'edge.verification-needed': 'Please verify your email address first.',
  'edge.two-step-needed': 'Please enter your verification code first.',
  'edge.terms-needed': 'Please accept the terms first.',
  'edge.foreign-origin': 'This request didn’t come from our own pages. Please reload the page and try again.',
  'edge.not-json': 'Calls accept JSON only.',
  'edge.too-large': 'That’s too large. Please send less at a time.',
  'edge.file-too-complex':
    'This file is too complex to open. Choose one with at most 200 pages and smaller pictures.', // D126
  'edge.file-empty': 'This file is empty. Choose another one.',
  'edge.file-heic': 'We can’t open HEIC photos. Save the photo as a JPEG, then choose it again.',
  'edge.file-gone':
    'We couldn’t find that file. Links to files work for a few minutes: open the page that it’s on, and download it again.',
  'edge.files-busy': 'We’re busy reading other files. Please try again in a minute.', // D126
  'edge.throttled': 'Too many attempts.',
  'edge.conflict': 'Someone changed this at the same time. Please try again.',
  'edge.unavailable': 'A service we rely on isn’t responding. Please try again in a moment.',
  'edge.failed': 'Something went wrong on our side. Please try again.',
  'edge.script-failed': 'Loading chunk failed', // doc1 §8
  'parts.link-copied': 'Link Copied', // doc1 §8
} as const;
