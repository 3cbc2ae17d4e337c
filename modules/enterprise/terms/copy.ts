import { type Portal, textBlocks } from '#modules/platform/index.ts';
import { brandForHost } from '../brand/brands.ts';
import { termsCopyMail } from '../mails.ts';

/**
 * Mails the terms that a person accepted, in the version that they accepted.
 * @param messageId the same for every run of one job, so that mail programs recognize a second copy
 */
export async function deliverTermsCopy(
  portal: Portal,
  acceptanceId: string,
  messageId: string,
): Promise<void> {
  const copy = await portal.work('enterprise.send-terms-copy', ({ db }) =>
    db
      .selectFrom('terms_acceptance')
      .innerJoin('account', 'account.id', 'terms_acceptance.account_id')
      .innerJoin('terms_version', 'terms_version.id', 'terms_acceptance.terms_version_id')
      .leftJoin('company', 'company.id', 'terms_version.company_id')
      .select(['account.id as accountId', 'registered_host as host', 'html', 'version', 'company_name'])
      .where('terms_acceptance.id', '=', acceptanceId)
      .executeTakeFirstOrThrow(),
  );
  const { accountId, host, html, version } = copy;
  const companyName = copy.company_name ?? (await brandForHost(portal, null)).company_name;
  const letter = termsCopyMail({ companyName, version, blocks: textBlocks(html) });
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}
