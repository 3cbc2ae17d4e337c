import type { Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { setAccountActive } from '../staff/staff.ts';

/** Takes the address from an account that never verified it, and closes that account. */
export async function releaseAddress(work: Work<unknown>, accountId: string): Promise<void> {
  await setAccountActive(work, accountId, false);
  // No mail reaches an address under .invalid (RFC 2606).
  await work.db
    .updateTable('account')
    .set({ emailaddress: `${accountId}@released.invalid` })
    .where('id', '=', accountId)
    .execute();
  await work.audit({ action: identityAudit.addressReleased, about: accountId });
}
