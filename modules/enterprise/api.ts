import { calls } from '#modules/platform/index.ts';
import { getBranding } from './branding.ts';

export const enterpriseCalls = calls([{ method: 'GET', path: '/general/branding', operation: getBranding }]);
