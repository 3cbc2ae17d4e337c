import type { Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { isHostLabel } from '../rules.ts';
import { brandedHost } from './brands.ts';

/**
 * Whether a company may use this label for its host: it must be a DNS label, not one of ours, and not another company's
 * (doc3 §5).
 * @param label in lower case
 * @param companyId the company that asks; its own label counts as free
 */
export async function isHostLabelFree(
  { db, portal }: Pick<Work, 'db' | 'portal'>,
  label: string,
  companyId: string | null = null,
): Promise<boolean> {
  if (!isHostLabel(label) || brandedHost(portal.config, label) === portal.config.baseHost) return false;
  const holder = await db
    .selectFrom('company')
    .select('id')
    .where('branding_hostname', '=', label)
    .executeTakeFirst();
  return holder === undefined || holder.id === companyId;
}

/** @throws Refusal enterprise.host-taken */
export async function requireFreeHostLabel(
  work: Pick<Work, 'db' | 'portal'>,
  label: string,
  companyId: string | null = null,
): Promise<void> {
  if (!(await isHostLabelFree(work, label, companyId))) {
    throw new Refusal('enterprise.host-taken', { field: 'branding_hostname' });
  }
}
