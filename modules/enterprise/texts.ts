/**
 * What staff read of companies and their teams. A trailing comment names the
 * document and section, or the decision, that fixes the text.
 */
export const enterpriseTexts = {
  'support.sent': 'Your message has been sent. We’ll reply by email.',
  'console.host-taken': 'Error: domain name not available. please select a different domain', // doc3 §8
  'console.on-another-team': 'Error: User already attached to another team.', // doc3 §8
  'console.staff-in-team': 'Error: Admin users cannot be added to teams.', // doc3 §8
} as const;
