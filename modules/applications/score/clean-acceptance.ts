import { findAcceptance, getPerson } from '#modules/identity/index.ts';
import type { Grade } from '#modules/platform/browser.ts';
import type { Work } from '#modules/platform/index.ts';
import type { Application } from '../entities/application.ts';
import type { ScoreChange } from '../entities/score.ts';
import { acceptScore } from './acceptance.ts';

/** The scores that are accepted automatically if the person switched that on (D20). */
const clean: readonly Grade[] = ['IC01+', 'IC01'];

/**
 * Accepts a new clean score for a person who switched that on. By switching it on, the person agreed to the terms of
 * the score. If there is a newer version of the terms, the person has to agree to it, so the score waits like any
 * other. So does one whose payment is disputed (D113).
 * @param change a new score, already in the database
 * @returns whether the score was accepted
 */
export async function acceptClean(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
): Promise<boolean> {
  if (!clean.includes(change.score) || application.money !== 'paid') return false;
  const { preferences } = await getPerson(work, application.accountId);
  if (!preferences.shieldscore_clean_autoaccept) return false;
  const agreed = await findAcceptance(work, application.accountId, 'score');
  if (!agreed) return false;
  change.termsVersionId = agreed.terms_version_id;
  change.termsAcceptedAt = agreed.accepted_at;
  change.termsAddress = agreed.address;
  change.termsAgent = agreed.agent;
  await acceptScore(work, application, change, { by: 'choice' });
  return true;
}
