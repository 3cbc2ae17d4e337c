import type { Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { companyTurnedOff, shieldLinkTurnedOff } from '../events.ts';
import { type CompanyFeature, companyFeatures } from '../fields.ts';
import { sendTeamNews } from '../jobs.ts';
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

/**
 * Turns a company on or off (doc3 §4, D60). Off: its team, keys, webhooks and coupons stop at once, its open invitations
 * are withdrawn, and what it shares by ShieldLink ends. Turning it on again restores the first four. People whom it
 * is connected with stay so, and its host keeps its brand. Its team is told by mail.
 * @throws Refusal not-found
 */
export async function switchCompany(work: Work, companyId: string, enabled: boolean): Promise<void> {
  const stored = await work.db
    .selectFrom('company')
    .select(['enterprise_enabled', 'company_name'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new Refusal('not-found', { detail: `company ${companyId}` });
  if (stored.enterprise_enabled === enabled) return;
  if (!enabled) await switchFeatures(work, companyId, { shieldlink_enabled: false });
  await work.db
    .updateTable('company')
    .set({ enterprise_enabled: enabled, updated_at: work.now })
    .where('id', '=', companyId)
    .execute();
  await writeTeamFacts(work, companyId);
  if (!enabled) await work.publish(companyTurnedOff, { companyId });
  await tellTeam(work, companyId, enabled ? 'company-on' : 'company-off');
  await work.audit({
    action: enterpriseAudit.companySwitched,
    object: { type: 'company', id: companyId },
    detail: { company_name: stored.company_name, enabled },
  });
}

/** Nobody of the team finds out by themselves why the company is gone, or that it is back (D150). */
async function tellTeam(work: Work, companyId: string, news: 'company-on' | 'company-off'): Promise<void> {
  const team = await work.db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .execute();
  for (const { account_id: accountId } of team) {
    const about = { companyId, news, accountId, otherId: null, cardRemoved: false, byStaff: false };
    await work.enqueue(sendTeamNews, about);
  }
}
