import { formatDate, type Portal, sql } from '#modules/platform/index.ts';
import { sendReleasedHost } from '../jobs.ts';
import { enterpriseTimings } from '../limits.ts';
import { hostChangedMail, releasedHostMail } from '../mails.ts';
import { brandedHost, brandForCompany, brandForHost } from './brands.ts';

/** The mails about a host that a company gave up or changed (D114). */

/** How many people are told in one transaction. */
const BATCH = 500;

/** Enqueues the mails of a release, each person's once. */
export async function tellPeopleOfHost(
  portal: Portal,
  { releaseId, companyId, host }: { releaseId: string; companyId: string; host: string },
): Promise<void> {
  for (;;) {
    const told = await portal.work('enterprise.tell-released-host', async (work) => {
      const batch = await work.db
        .deleteFrom('released_host_reader')
        .where('release_id', '=', releaseId)
        .where(
          'account_id',
          'in',
          work.db
            .selectFrom('released_host_reader')
            .select('account_id')
            .where('release_id', '=', releaseId)
            .orderBy('account_id')
            .limit(BATCH),
        )
        .returning('account_id')
        .execute();
      for (const { account_id: accountId } of batch) {
        await work.enqueue(sendReleasedHost, { accountId, companyId, host });
      }
      return batch.length;
    });
    if (told < BATCH) return;
  }
}

/** The company that gave a host up, and until when it is reserved; null if the company has it again. */
async function findRelease(portal: Portal, companyId: string, host: string) {
  const found = await portal.db
    .selectFrom('released_host')
    .innerJoin('company', 'company.id', 'released_host.company_id')
    .select(['company_name', 'released_at'])
    .where('company_id', '=', companyId)
    .where('label', '=', host.slice(0, -brandedHost(portal.config, '').length))
    .executeTakeFirst();
  if (!found) return null;
  const until = new Date(found.released_at.getTime() + enterpriseTimings['host.reserved']);
  return { company: found.company_name, until };
}

/** Sends nothing once the company has its former address again. */
export async function deliverReleasedHost(
  portal: Portal,
  { accountId, companyId, host }: { accountId: string; companyId: string; host: string },
  messageId: string,
): Promise<void> {
  const release = await findRelease(portal, companyId, host);
  if (!release) return;
  const brand = await brandForHost(portal, null);
  const letter = releasedHostMail({
    company: release.company,
    former: host,
    address: brand.host,
    until: formatDate(release.until, brand.timeZone),
  });
  await portal.mailTo({ accountId }, { host: null, messageId }, letter);
}

/** Sends nothing to whoever has left the team meanwhile, nor once the company has its former address again. */
export async function deliverHostChanged(
  portal: Portal,
  { companyId, accountId, host }: { companyId: string; accountId: string; host: string },
  messageId: string,
): Promise<void> {
  const release = await findRelease(portal, companyId, host);
  const member = await portal.db
    .selectFrom('team_member')
    .select(sql<number>`1`.as('one'))
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!release || !member) return;
  const brand = await brandForCompany(portal, companyId);
  const letter = hostChangedMail({
    company: release.company,
    former: host,
    address: brand.host,
    until: formatDate(release.until, brand.timeZone),
  });
  await portal.mailTo({ accountId }, { host: brand.host, messageId }, letter);
}
