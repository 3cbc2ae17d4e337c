import type { Work } from '#modules/platform/index.ts';
import { adminAudit } from './audit.ts';

/**
 * Writes down that the portal is now what a backup held, and who restored it (D141).
 * @param restored the moment of the backup, and how many rows it had
 */
export async function noteRestore(
  work: Pick<Work, 'audit'>,
  restored: { taken_at: string; rows: number },
): Promise<void> {
  await work.audit({ action: adminAudit.restored, detail: restored });
}
