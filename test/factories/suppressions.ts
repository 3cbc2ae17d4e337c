import { randomUUID } from 'node:crypto';
import { suppressAddress } from '#modules/identity/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/**
 * An address without an account, to which no mail gets.
 * @returns the id of its suppression
 */
export async function newSuppression(portal: VisitedPortal): Promise<string> {
  const address = `${randomUUID()}@example.com`;
  await suppressAddress(portal, address, 'no-such-mailbox');
  const { rows } = await portal.pool.query<{ id: string }>(
    'select id from mail_suppression where emailaddress = $1',
    [address],
  );
  return rows[0]?.id ?? '';
}
