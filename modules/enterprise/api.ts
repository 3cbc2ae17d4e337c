import { calls } from '#modules/platform/index.ts';
import { getBranding } from './branding.ts';
import { saveCompanyProfile } from './company-settings.ts';
import { acceptTerms } from './terms.ts';
import { recordVitals } from './vitals.ts';

export const enterpriseCalls = calls([
  { method: 'GET', path: '/general/branding', operation: getBranding, onAnyHost: true },
  { method: 'POST', path: '/general/vitals', operation: recordVitals },
  { method: 'POST', path: '/user/acceptterms', operation: acceptTerms },
  { method: 'POST', path: '/user/saveenterpriseprofile', operation: saveCompanyProfile },
]);
