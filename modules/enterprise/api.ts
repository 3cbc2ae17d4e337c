import { calls } from '#modules/platform/index.ts';
import { getBranding } from './branding.ts';
import { acceptTerms } from './terms.ts';

export const enterpriseCalls = calls([
  { method: 'GET', path: '/general/branding', operation: getBranding },
  { method: 'POST', path: '/user/acceptterms', operation: acceptTerms },
]);
