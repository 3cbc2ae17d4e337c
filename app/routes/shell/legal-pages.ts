import type { getLegalText } from '#modules/enterprise/index.ts';
import { DAY, formatDuration } from '#modules/platform/browser.ts';
import type { InputOf } from '#modules/platform/index.ts';

type LegalPage = { title: string } & (
  | { text: InputOf<typeof getLegalText>['text']; paragraphs?: undefined }
  | { paragraphs: readonly string[]; text?: undefined }
);

/** Milliseconds; the legal deadline for requests about personal data (D23). */
const requestAnswered = 45 * DAY;

/** The legal pages by path: a text of the brand, or what the software itself does. */
export const legalPages: Record<string, LegalPage> = {
  '/disclaimer': { title: 'Disclaimer', text: 'disclaimer' },
  '/privacypolicy': { title: 'Privacy policy', text: 'privacy_policy' },
  '/cookiepolicy': { title: 'Cookie policy', text: 'cookie_policy' },
  '/limitpersonaldata': {
    title: 'Limit the use of my personal data',
    paragraphs: [
      'You may ask us to use your personal data only for what the law or your own background check requires.',
      `Write to us on the support page, and name the email address of your account. We answer within ${formatDuration(requestAnswered)} and tell you what was limited.`,
    ],
  },
};
