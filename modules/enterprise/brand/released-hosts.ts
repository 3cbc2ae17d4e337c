import { countOnHost, endHost, type HostFigures } from '#modules/identity/index.ts';
import {
  anyOf,
  DAY,
  newId,
  type Portal,
  purge,
  type Sweep,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { hostReleased } from '../events.ts';
import { sendHostChanged, tellReleasedHost } from '../jobs.ts';
import { enterpriseTimings } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { brandedHost } from './brands.ts';

/**
 * What becomes of a host when its company changes the label, gives it up, or turns its client portal off (D114). Until
 * another company takes the label, which none can for 90 days, every page of the host leads to the same page of the base
 * host, like that of any host that is not served.
 */

/** Whose host it is, as far as it decides what is served. */
export interface HostHolder {
  custom_branding_enabled: boolean;
  /** Empty for none. */
  branding_hostname: string;
}

/** The label under which a company's host is served; null if it has none. */
function liveLabel({ custom_branding_enabled, branding_hostname }: HostHolder): string | null {
  return custom_branding_enabled && branding_hostname ? branding_hostname : null;
}

/** What ends with a company's host, to be read before it is confirmed. */
export interface HostEnding extends HostFigures {
  /** With its port. */
  host: string;
  /** Members of the company's team, who are told. */
  team: number;
}

/** @returns null if the company has no live host */
export async function findHostEnding(
  work: Pick<Work, 'db' | 'row' | 'now' | 'portal'>,
  companyId: string,
): Promise<HostEnding | null> {
  const company = await work.db
    .selectFrom('company')
    .select(['custom_branding_enabled', 'branding_hostname'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  const label = company && liveLabel({ ...company, branding_hostname: company.branding_hostname ?? '' });
  if (!label) return null;
  const host = brandedHost(work.portal.config, label);
  const { team } = await work.db
    .selectFrom('team_member')
    .select(({ fn }) => fn.countAll<number>().as('team'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { host, ...(await countOnHost(work, host)), team };
}

/**
 * Requires that whoever takes a live host away has read what ends with it.
 * @param confirmed the host that they confirmed
 * @throws Refusal enterprise.host-ends
 */
export function requireConfirmedEnd(
  { portal }: Pick<Work, 'portal'>,
  before: HostHolder,
  next: HostHolder,
  confirmed: string | undefined,
): void {
  const label = liveLabel(before);
  if (label === null || label === liveLabel(next)) return;
  if (confirmed !== brandedHost(portal.config, label)) {
    throw new Refusal('enterprise.host-ends', { field: 'branding_hostname', detail: label });
  }
}

/** After a company's host was changed: ends what was bound to the former one, and tells everybody concerned. */
export async function followHostChange(
  work: Work<unknown>,
  company: { companyId: string; company_name: string },
  before: HostHolder,
  next: HostHolder,
): Promise<void> {
  const { companyId } = company;
  const [former, live] = [liveLabel(before), liveLabel(next)];
  if (former !== null && former !== live) await releaseHost(work, company, former);
  // A label that was turned off before is reserved from the moment at which the company gives it up.
  else if (before.branding_hostname && before.branding_hostname !== next.branding_hostname) {
    await work.db
      .updateTable('released_host')
      .set({ released_at: work.now })
      .where('label', '=', before.branding_hostname)
      .where('company_id', '=', companyId)
      .execute();
  }
  if (live !== null && live !== former) await takeHost(work, live);
}

/** Nothing of an earlier holder's people may be left, not even of one who signed in while the host was given up. */
export async function takeHost(work: Work<unknown>, label: string): Promise<void> {
  const host = brandedHost(work.portal.config, label);
  await work.db.deleteFrom('released_host').where('label', '=', label).execute();
  await endHost(work, host);
  await work.publish(hostReleased, { host });
}

async function releaseHost(
  work: Work<unknown>,
  { companyId, company_name }: { companyId: string; company_name: string },
  label: string,
): Promise<void> {
  const { db, now } = work;
  const host = brandedHost(work.portal.config, label);
  const released = { company_id: companyId, released_at: now };
  await db
    .insertInto('released_host')
    .values({ label, ...released })
    .onConflict((known) => known.column('label').doUpdateSet(released))
    .execute();
  const figures = await countOnHost(work, host);
  const people = await endHost(work, host);
  await db
    .updateTable('support_request')
    .set({ host: work.portal.config.baseHost })
    .where('host', '=', host)
    .execute();
  await work.publish(hostReleased, { host });
  await work.audit({
    action: enterpriseAudit.hostReleased,
    object: { type: 'company', id: companyId },
    detail: { company_name, host, ...figures },
  });
  const releaseId = newId();
  await db
    .insertInto('released_host_reader')
    .columns(['release_id', 'account_id'])
    .expression((row) =>
      row
        .selectFrom('account')
        .select([sql<string>`${releaseId}::uuid`.as('release_id'), 'id as account_id'])
        .where('id', '=', anyOf(people))
        .where('role', '=', 'USER')
        .where('active', '=', true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('team_member')
                .select('team_member.id')
                .whereRef('team_member.account_id', '=', 'account.id')
                .where('company_id', '=', companyId),
            ),
          ),
        ),
    )
    .execute();
  await work.enqueue(tellReleasedHost, { releaseId, companyId, host });
  const team = await db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .execute();
  for (const { account_id: accountId } of team) {
    await work.enqueue(sendHostChanged, { companyId, accountId, host });
  }
}

/** Whether a host was a company's and leads to the base host now. */
export async function isReleasedHost(portal: Portal, host: string): Promise<boolean> {
  const end = brandedHost(portal.config, '');
  if (!host.endsWith(end)) return false;
  const found = await portal.readingDb
    .selectFrom('released_host')
    .select('label')
    .where('label', '=', host.slice(0, -end.length))
    .executeTakeFirst();
  return found !== undefined;
}

/** How long a label stays listed after its reservation; nobody had taken it. */
const LISTED = 90 * DAY;

export const releasedHostsSweep: Sweep = purge({
  name: 'enterprise.released-hosts',
  table: 'released_host',
  key: 'label',
  companies: sql`t.company_id`,
  ended: (now) =>
    sql`released_at <= ${new Date(now.getTime() - enterpriseTimings['host.reserved'] - LISTED)}`,
});
