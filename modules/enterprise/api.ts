import { calls } from '#modules/platform/index.ts';
import { getBranding } from './brand/branding.ts';
import { saveCompanyProfile } from './company/settings.ts';
import { acceptTeamInvite } from './team/accept.ts';
import {
  checkTeamInvite,
  inviteMember,
  listEnterpriseTeam,
  resendInvite,
  saveEnterpriseTeam,
  switchEnterpriseOwner,
} from './team/calls.ts';
import { acceptTerms } from './terms/terms.ts';
import { recordVitals } from './vitals.ts';

export const enterpriseCalls = calls([
  { method: 'GET', path: '/general/branding', operation: getBranding, onAnyHost: true },
  { method: 'POST', path: '/general/vitals', operation: recordVitals },
  { method: 'POST', path: '/user/acceptterms', operation: acceptTerms },
  { method: 'POST', path: '/user/saveenterpriseprofile', operation: saveCompanyProfile },
  { method: 'POST', path: '/user/listenterpriseteam', operation: listEnterpriseTeam },
  { method: 'POST', path: '/user/checkenterpriseteaminvite', operation: checkTeamInvite },
  { method: 'POST', path: '/user/inviteenterpriseteammember', operation: inviteMember },
  { method: 'POST', path: '/user/resendenterpriseteaminvite', operation: resendInvite },
  { method: 'POST', path: '/user/saveenterpriseteam', operation: saveEnterpriseTeam },
  { method: 'POST', path: '/user/switchenterpriseowner', operation: switchEnterpriseOwner },
  { method: 'POST', path: '/network/acceptteaminvite', operation: acceptTeamInvite },
]);
