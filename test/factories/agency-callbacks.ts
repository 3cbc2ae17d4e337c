import { newId, signHook } from '#modules/platform/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** Posts a signed callback of the agency about the check of an application, and has it handled. */
export async function postCallback(
  portal: Pick<VisitedPortal, 'pool' | 'clock' | 'config' | 'runJobs'> & { origin: string },
  applicationId: string,
  event: { type: string } & Record<string, unknown>,
): Promise<void> {
  const { rows } = await portal.pool.query<{ profile_number: string }>(
    'select profile_number from cra_order where application_id = $1',
    [applicationId],
  );
  const body = JSON.stringify({
    event_id: newId(),
    craid: '2',
    idempotency_key: applicationId,
    profile_number: rows[0]?.profile_number,
    occurred_at: portal.clock.now().toISOString(),
    ...event,
  });
  const response = await fetch(`${portal.origin}/hooks/cra`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cra-signature': signHook(portal.config.cra.webhookSecret, body, portal.clock.now()),
    },
    body,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the callback was answered ${response.status}`);
  await portal.runJobs();
}
