import { z } from 'zod';
import { proofFields } from '#modules/identity/fields.ts';
import { requireProof } from '#modules/identity/index.ts';
import { HOUR, inputOf, operation, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import { sendApiKeyNews } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { shownAs } from './secret.ts';

/** The next call with the key is refused. @throws Refusal not-found for a key of another company */
export const revokeApiKey = operation({
  name: 'enterprise.revoke-api-key',
  summary: 'Revokes a key of the caller’s company.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: inputOf(proofFields).extend({ apikeyid: z.uuid() }),
  output: z.object({}),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { apikeyid, currentpassword }) {
    const { companyId, accountId } = work.caller;
    const own = await work.db
      .selectFrom('api_key')
      .select('id')
      .where('id', '=', apikeyid)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (!own) throw new Refusal('not-found', { detail: `API key ${apikeyid}` });
    await requireProof(work, currentpassword);
    await work.apart((inside) => revokeKey(inside, { id: apikeyid, companyId, accountId }));
    return {};
  },
});

/**
 * Revokes a key.
 * @param by.companyId the company that it must belong to; left out for the operator of the portal
 * @param by.accountId who revokes it; null for the operator of the portal
 * @throws Refusal not-found, enterprise.api-key-not-active
 */
export async function revokeKey(
  work: Work<unknown>,
  { id, companyId, accountId }: { id: string; companyId?: string; accountId: string | null },
): Promise<void> {
  const key = await work.db
    .selectFrom('api_key as k')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .select(['k.name', 'k.prefix', 'k.last_four', 'k.revoked_at', 'c.company_name'])
    .where('k.id', '=', id)
    .$if(companyId !== undefined, (found) => found.where('k.company_id', '=', companyId ?? ''))
    .forUpdate('k')
    .executeTakeFirst();
  if (!key) throw new Refusal('not-found', { detail: `API key ${id}` });
  if (key.revoked_at !== null) throw new Refusal('enterprise.api-key-not-active');
  await work.db
    .updateTable('api_key')
    .set({ revoked_at: work.now, revoked_by_account_id: accountId })
    .where('id', '=', id)
    .execute();
  await work.audit({
    action: enterpriseAudit.apiKeyRevoked,
    object: { type: 'api_key', id },
    detail: { company_name: key.company_name, name: key.name, key: shownAs(key) },
  });
  await work.enqueue(sendApiKeyNews, { apiKeyId: id, news: 'revoked' });
}
