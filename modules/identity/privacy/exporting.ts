import { keepSealed, type Portal } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { sendPrivacyNotice } from '../jobs.ts';
import { exportKept } from '../limits.ts';
import { makeArchive } from './archive.ts';
import { closeRequest, lockRequest } from './requests.ts';

/** Makes the copy that a person asked for, and has its link mailed. A second run finds the request closed. */
export async function makeExport(portal: Portal, requestId: string): Promise<void> {
  const key = `exports/${requestId}.sealed`;
  const archive = await portal.work('identity.build-export', async (work) => {
    const request = await lockRequest(work, requestId);
    if (request.state === 'closed' || !request.account_id) return null;
    const { account_id: accountId, emailaddress } = request;
    return makeArchive(portal, work, { accountId, emailaddress });
  });
  if (!archive) return;
  await keepSealed(portal, key, archive);
  await portal.work('identity.keep-export', async (work) => {
    const request = await lockRequest(work, requestId);
    if (request.state === 'closed' || !request.account_id) return;
    await closeRequest(work, requestId, 'built');
    await work.db
      .updateTable('privacy_request')
      .set({ file_key: key, file_expires_at: new Date(work.now.getTime() + exportKept) })
      .where('id', '=', requestId)
      .execute();
    await work.audit({
      action: identityAudit.exportBuilt,
      about: request.account_id,
      object: { type: 'privacy_request', id: requestId },
    });
    await work.enqueue(sendPrivacyNotice, { requestId, occasion: 'built' });
  });
}
