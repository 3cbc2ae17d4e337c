/**
 * What staff read of companies and their teams. A trailing comment names the
 * document and section, or the decision, that fixes the text.
 */
export const enterpriseTexts = {
  'support.sent': 'Your message has been sent. We’ll reply by email.',
  'console.host-taken': 'Error: domain name not available. please select a different domain', // doc3 §8
  'console.host-free': 'This host name is available.',
  'console.store-needs-portal': 'Error: Custom store requires client portal', // doc3 §8
  'console.portal-needs-host': 'Enter a host name, or turn off the client portal.',
  'console.changed-meanwhile':
    'Someone else saved this section while you were editing. Your entries are kept below, next to the saved ones. Save again to replace them.',
  'console.logo-not-an-image': 'Choose a PNG, JPEG, WebP or SVG image.',
  'console.logo-too-large': 'Choose an image of at most 1 MB.',
  'console.on-another-team': 'Error: User already attached to another team.', // doc3 §8
  'console.staff-in-team': 'Error: Admin users cannot be added to teams.', // doc3 §8
} as const;
