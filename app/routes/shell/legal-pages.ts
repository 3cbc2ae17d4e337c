import type { getLegalText } from '#modules/enterprise/index.ts';
import type { InputOf } from '#modules/platform/index.ts';

interface LegalPage {
  title: string;
  text: InputOf<typeof getLegalText>['text'];
}

/** The texts of the brand, by the path of their page. */
export const legalPages: Record<string, LegalPage> = {
  '/disclaimer': { title: 'Disclaimer', text: 'disclaimer' },
  '/privacypolicy': { title: 'Privacy policy', text: 'privacy-policy' },
  '/cookiepolicy': { title: 'Cookie policy', text: 'cookie-policy' },
};
