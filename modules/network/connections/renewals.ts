import { z } from 'zod';
import { operation } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { checkPossible } from '../invitations/manage.ts';
import { enqueueNews } from '../jobs.ts';
import { networkOwner } from '../owner.ts';
import { lockActionTargets } from './carry-out.ts';
import { recordHistory } from './history.ts';

/** Asks a person to renew a check that expires soon or has expired (doc1 §4, D51). */
export const requestRenewal = operation({
  name: 'network.request-renewal',
  summary: 'Asks the person of a connection to renew their background check.',
  access: networkOwner('admin'),
  kind: 'write',
  input: z.object({ connectionid: z.uuid() }),
  output: z.object({ connectionid: z.uuid() }),
  async run(work, { connectionid }) {
    const [target] = await lockActionTargets(work, [connectionid]);
    checkPossible(work, 'requestrenewal', target);
    await work.db
      .updateTable('connection')
      .set((row) => ({
        renewal_requested_at: work.now,
        renewal_request_count: row('renewal_request_count', '+', 1),
      }))
      .where('id', '=', connectionid)
      .execute();
    await recordHistory(work, 'renewal-requested', [connectionid], work.caller.accountId);
    await work.audit({
      action: networkAudit.renewalRequested,
      ...(target.account_id ? { about: target.account_id } : {}),
      object: { type: 'connection', id: connectionid },
    });
    await enqueueNews(work, 'renewal-requested', [connectionid]);
    return { connectionid };
  },
});
