import type { Work } from '#modules/platform/index.ts';
import { lockCompanyCard, removeCard } from './keeping.ts';
import { findCompanyCard } from './managing.ts';

/**
 * After a company got another owner: its saved card stays with it, unless the switch removes it (D143). A card that is
 * being saved at the same moment is saved before or after, and the new owner finds it.
 */
export async function settleCardOfNewOwner(
  work: Work<unknown>,
  { companyId, removeCard: removed }: { companyId: string; removeCard: boolean },
): Promise<void> {
  if (!removed) return;
  await lockCompanyCard(work, companyId);
  const card = await findCompanyCard(work, companyId);
  if (card) await removeCard(work, companyId, card);
}
