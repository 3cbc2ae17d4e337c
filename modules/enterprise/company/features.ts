import type { Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { shieldLinkTurnedOff } from '../events.ts';
import { type CompanyFeature, companyFeatures } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { writeTeamFacts } from './companies.ts';

/**
 * Turns features of a company on or off (doc3 §3, §7); the sessions of its team have it at once. Features that are not
 * given stay the same.
 * @throws Refusal not-found
 */
export async function switchFeatures(
  work: Work,
  companyId: string,
  wanted: { readonly [Feature in CompanyFeature]?: boolean | undefined },
): Promise<void> {
  const stored = await work.db
    .selectFrom('company')
    .select([...companyFeatures, 'company_name'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new Refusal('not-found', { detail: `company ${companyId}` });
  const changed = companyFeatures.filter(
    (name) => wanted[name] !== undefined && wanted[name] !== stored[name],
  );
  if (changed.length === 0) return;
  await work.db
    .updateTable('company')
    .set({ ...Object.fromEntries(changed.map((name) => [name, !stored[name]])), updated_at: work.now })
    .where('id', '=', companyId)
    .execute();
  await writeTeamFacts(work, companyId);
  if (changed.includes('shieldlink_enabled') && stored.shieldlink_enabled) {
    await work.publish(shieldLinkTurnedOff, { companyId });
  }
  for (const feature of changed) {
    await work.audit({
      action: enterpriseAudit.featureSwitched,
      object: { type: 'company', id: companyId },
      detail: { company_name: stored.company_name, feature, enabled: !stored[feature] },
    });
  }
}
