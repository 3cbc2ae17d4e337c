import { intentNames } from '../../intents.ts';

/** The forms and buttons of a company's Enterprise Profile tab. */
export const companyIntents = intentNames(
  'create',
  'removeFromTeam',
  'details',
  'branding',
  'check',
  'preview',
  'feature',
  'turnOff',
  'turnOn',
  'newCoupon',
  'coupon',
);
/** The forms and buttons of the console's settings. */
export const settingsIntents = intentNames('brand', 'preview');
/** The forms and buttons of the pages on which terms are written. */
export const termsIntents = intentNames('save', 'preview', 'publish', 'withdraw');
/** The forms and buttons of the pages on which a logo is changed. */
export const logoIntents = intentNames('upload', 'remove');
/** The forms and buttons of the page on which staff write release notes. */
export const releaseNoteIntents = intentNames('publish', 'remove');
