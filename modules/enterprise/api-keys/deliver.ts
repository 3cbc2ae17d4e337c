import type { Portal } from '#modules/platform/index.ts';
import { brandForCompany } from '../brand/brands.ts';
import { findCompanyOwner } from '../company/companies.ts';
import { apiKeyMail } from './mails.ts';
import { shownAs } from './secret.ts';

/** Mails the owner of the company that a key was made or revoked. */
export async function deliverApiKeyNews(
  portal: Portal,
  { apiKeyId, news }: { apiKeyId: string; news: 'made' | 'revoked' },
  messageId: string,
): Promise<void> {
  const key = await portal.db
    .selectFrom('api_key as k')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .innerJoin('account as maker', 'maker.id', 'k.made_by_account_id')
    .leftJoin('account as revoker', 'revoker.id', 'k.revoked_by_account_id')
    .select([
      'k.company_id',
      'c.company_name',
      'k.name',
      'k.prefix',
      'k.last_four',
      'k.scopes',
      'k.made_at',
      'k.revoked_at',
      'maker.firstname as maker_first',
      'maker.lastname as maker_last',
      'revoker.firstname as revoker_first',
      'revoker.lastname as revoker_last',
    ])
    .where('k.id', '=', apiKeyId)
    .executeTakeFirstOrThrow();
  const { host } = await brandForCompany(portal, key.company_id);
  const made = news === 'made';
  const first = made ? key.maker_first : key.revoker_first;
  const letter = apiKeyMail({
    company: key.company_name,
    news,
    name: key.name,
    key: shownAs(key),
    scopes: key.scopes,
    at: made ? key.made_at : (key.revoked_at ?? key.made_at),
    by: first === null ? null : `${first} ${made ? key.maker_last : key.revoker_last}`,
  });
  const accountId = await findCompanyOwner({ db: portal.db }, key.company_id);
  await portal.mailTo({ accountId }, { host, messageId }, letter);
}
