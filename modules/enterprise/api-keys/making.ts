import { z } from 'zod';
import { requireProof } from '#modules/identity/index.ts';
import { DAY, HOUR, newId, operation, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { enterpriseAudit } from '../audit.ts';
import type { ApiScope, apiKeyEnds } from '../fields.ts';
import { apiKeyForm } from '../forms.ts';
import { sendApiKeyNews } from '../jobs.ts';
import { mostApiKeys } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { readAllowedAddresses } from './addresses.ts';
import { newSecret, shownAs, storedOf } from './secret.ts';

const lifetimes: Record<keyof typeof apiKeyEnds, number | null> = {
  year: 365 * DAY,
  quarter: 90 * DAY,
  never: null,
};

/** The key is in this answer and nowhere else: only its hash is stored (D134). */
export const makeApiKey = operation({
  name: 'enterprise.make-api-key',
  summary: 'Makes a key for /api/v1 and shows it once.',
  access: companyMember('owner'),
  kind: 'staged',
  inPersonOnly: true,
  input: apiKeyForm.schema,
  output: z.object({ key: z.string() }),
  throttle: { by: 'account', limit: 30, per: HOUR },
  async run(work, { name, scopes, ends, addresses, currentpassword }) {
    const allowed = readAllowedAddresses(addresses);
    if (allowed === null) throw new Refusal('enterprise.api-key-address', { field: 'addresses' });
    await requireProof(work, currentpassword);
    const { companyId, accountId } = work.caller;
    const lifetime = lifetimes[ends];
    const id = newId();
    const secret = newSecret();
    const stored = storedOf(secret);
    await work.apart(async (inside) => {
      const { company_name } = await lockActiveCompany(inside, companyId);
      await requireRoom(inside, companyId);
      await inside.db
        .insertInto('api_key')
        .values({
          id,
          company_id: companyId,
          name,
          ...stored,
          scopes: [...new Set(scopes)] as ApiScope[],
          allowed_addresses: allowed,
          made_by_account_id: accountId,
          made_at: inside.now,
          ends_at: lifetime === null ? null : new Date(inside.now.getTime() + lifetime),
        })
        .execute();
      await inside.audit({
        action: enterpriseAudit.apiKeyMade,
        object: { type: 'api_key', id },
        detail: { company_name, name, key: shownAs(stored), scopes },
      });
      await inside.enqueue(sendApiKeyNews, { apiKeyId: id, news: 'made' });
    });
    return { key: secret };
  },
});

/** Locked, so that two requests at once cannot both make the last key. @throws Refusal not-found */
async function lockActiveCompany({ db }: Pick<Work, 'db'>, companyId: string) {
  const company = await db
    .selectFrom('company')
    .select(['company_name', 'enterprise_enabled'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!company?.enterprise_enabled) throw new Refusal('not-found', { detail: `company ${companyId}` });
  return company;
}

/** @throws Refusal enterprise.api-keys-enough */
async function requireRoom({ db, now }: Pick<Work, 'db' | 'now'>, companyId: string): Promise<void> {
  const { held } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('ends_at', 'is', null), key('ends_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (held >= mostApiKeys) throw new Refusal('enterprise.api-keys-enough');
}
