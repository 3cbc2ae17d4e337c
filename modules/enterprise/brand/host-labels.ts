import { hostSkeleton, readHostLabel } from '#modules/platform/fields/hosts.ts';
import { type RawBuilder, sql, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { enterpriseTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { brandedHost } from './brands.ts';
import { getPortalBrand } from './portal-brand.ts';

/** Computes the same as `hostSkeleton`. */
const hostSkeletonSql = (label: RawBuilder<string>) => sql<string>`translate(replace(replace(
  replace(lower(${label}), '-', ''), 'rn', 'm'), 'vv', 'w'), '01i345', 'olleas')`;

/** What a company's label must not contain: the portal's own name, unless it is too short to be taken for it. */
function isPortalName(name: string, label: string): boolean {
  const look = hostSkeleton(name.replaceAll(/[^A-Za-z0-9]/g, ''));
  return look.length >= 4 && hostSkeleton(label).includes(look);
}

/**
 * Whether a company may use this label for its host: it must be a DNS label, not look like one of ours, nor like another
 * company's, nor like one that another company gave up within 90 days (doc3 §5, D114). Every check asks this, the one
 * while typing as well as the one that saves.
 * @param typed in any case
 * @param companyId the company that asks; its own labels count as free
 */
export async function isHostLabelFree(
  { db, portal, now }: Pick<Work, 'db' | 'portal' | 'now'>,
  typed: string,
  companyId: string | null = null,
): Promise<boolean> {
  const label = readHostLabel(typed);
  if (label === null || brandedHost(portal.config, label) === portal.config.baseHost) return false;
  const portalBrand = await getPortalBrand(portal);
  if (isPortalName(portalBrand.company_name, label)) return false;
  const look = hostSkeleton(label);
  const holders = await db
    .selectFrom('company')
    .select('id')
    .where(hostSkeletonSql(sql`branding_hostname`), '=', look)
    .unionAll(
      db
        .selectFrom('released_host')
        .select('company_id as id')
        .where(hostSkeletonSql(sql`label`), '=', look)
        .where('released_at', '>', new Date(now.getTime() - enterpriseTimings['host.reserved'])),
    )
    .execute();
  return holders.every(({ id }) => id === companyId);
}

/**
 * Requires a label that the company may take. From here on, transactions that take labels run one after the other, so
 * that two look-alikes are not taken at the same time.
 * @throws Refusal enterprise.host-taken
 */
export async function requireFreeHostLabel(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  label: string,
  companyId: string | null = null,
): Promise<void> {
  await takeTransactionLock(work.db, 'host-labels');
  if (!(await isHostLabelFree(work, label, companyId))) {
    throw new Refusal('enterprise.host-taken', { field: 'branding_hostname' });
  }
}
