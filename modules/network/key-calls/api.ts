import { keyCalls } from '#modules/platform/index.ts';
import { largestCall } from '../bulk/calls.ts';
import { getKeyAdverseAction, listKeyAdverseActions } from './adverse-actions.ts';
import { listKeyAlerts } from './alerts.ts';
import { bulkKeyInvitations } from './bulk.ts';
import { getKeyCompliance, listKeyCompliance } from './compliance.ts';
import { getKeyConnection, listKeyConnections } from './connections.ts';
import {
  cancelKeyInvitation,
  createKeyInvitation,
  getKeyInvitation,
  listKeyInvitations,
  resendKeyInvitation,
} from './invitations.ts';
import { getKeyPerson } from './people.ts';

export const networkKeyCalls = keyCalls([
  { route: 'GET /connections', operation: listKeyConnections },
  { route: 'GET /connections/:connectionid', operation: getKeyConnection },
  { route: 'GET /people/:shieldid', operation: getKeyPerson },
  { route: 'GET /alerts', operation: listKeyAlerts },
  { route: 'GET /adverse-actions', operation: listKeyAdverseActions },
  { route: 'GET /adverse-actions/:adverseid', operation: getKeyAdverseAction },
  { route: 'GET /compliance', operation: getKeyCompliance },
  { route: 'GET /compliance/connections', operation: listKeyCompliance },
  { route: 'GET /invitations', operation: listKeyInvitations },
  { route: 'POST /invitations', operation: createKeyInvitation },
  {
    route: 'POST /invitations/bulk',
    operation: bulkKeyInvitations,
    lines: 'lines',
    largestBody: largestCall,
  },
  { route: 'GET /invitations/:inviteid', operation: getKeyInvitation },
  { route: 'POST /invitations/:inviteid/resend', operation: resendKeyInvitation },
  { route: 'POST /invitations/:inviteid/cancel', operation: cancelKeyInvitation },
]);
