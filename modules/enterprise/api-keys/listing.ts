import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { column, operation, sql, statement, type Work } from '#modules/platform/index.ts';
import { companyMember } from '../access.ts';
import { findCompanyOwner } from '../company/companies.ts';
import { shownAs } from './secret.ts';

/** How many are listed: those that work first, then the newest of the others. */
const LISTED = 100;

const keysOf = statement({
  name: 'enterprise.list-api-keys',
  row: {
    id: column.uuid,
    company_name: column.text,
    name: column.text,
    prefix: column.text,
    last_four: column.text,
    scopes: column.textList,
    allowed_addresses: column.textList,
    made_by: column.text,
    made_at: column.instant,
    ends_at: column.instant.nullable(),
    last_used_at: column.instant.nullable(),
    last_used_address: column.text.nullable(),
    revoked_at: column.instant.nullable(),
    revoked_by: column.text.nullable(),
    state: column.oneOf(['active', 'expired', 'revoked']),
  },
  examples: [
    [null, new Date(0)],
    ['', new Date(0)],
  ],
  sql: (companyId: string | null, now: Date) => sql`
    select k.id, c.company_name, k.name, k.prefix, k.last_four, k.scopes,
      k.allowed_addresses, trim(maker.firstname || ' ' || maker.lastname) as made_by,
      k.made_at, k.ends_at, k.last_used_at, k.last_used_address, k.revoked_at,
      trim(revoker.firstname || ' ' || revoker.lastname) as revoked_by,
      case when k.revoked_at is not null then 'revoked' when k.ends_at <= ${now} then 'expired'
        else 'active' end as state
    from api_key k join company c on c.id = k.company_id join account maker on maker.id = k.made_by_account_id
      left join account revoker on revoker.id = k.revoked_by_account_id
    where ${companyId === null ? sql`true` : sql`k.company_id = ${companyId}`}
    order by k.revoked_at is not null or coalesce(k.ends_at <= ${now}, false), k.made_at desc, k.id desc
    limit ${LISTED}`,
});

/** @param companyId null for the keys of all companies, for the operator of the portal */
export async function readApiKeys(work: Pick<Work, 'rows' | 'now'>, companyId: string | null) {
  const rows = await work.rows(keysOf(companyId, work.now));
  return rows.map(({ prefix, last_four, ...key }) => ({
    ...key,
    key: shownAs({ prefix, last_four }),
    made_by: key.made_by || 'A former member',
    revoked_by: key.revoked_by === '' ? 'A former member' : key.revoked_by,
  }));
}

export const listApiKeys = operation({
  name: 'enterprise.list-api-keys',
  summary: 'The keys of the caller’s company for /api/v1, without their secrets.',
  access: companyMember('owner'),
  kind: 'read',
  input: z.object({}),
  output: z.object({
    keys: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        /** Its beginning and its end. */
        key: z.string(),
        scopes: z.array(z.string()),
        allowed_addresses: z.array(z.string()),
        made_by: z.string(),
        made_at: z.date(),
        ends_at: z.date().nullable(),
        last_used_at: z.date().nullable(),
        last_used_address: z.string().nullable(),
        revoked_at: z.date().nullable(),
        /** Null if the operator of the portal revoked it. */
        revoked_by: z.string().nullable(),
        state: z.enum(['active', 'expired', 'revoked']),
      }),
    ),
  }),
  async run(work) {
    const keys = await readApiKeys(work, work.caller.companyId);
    return { keys: keys.map(({ company_name: _own, ...key }) => key) };
  },
});

/** Whom a member of the team asks for a key. */
export const getKeyOwner = operation({
  name: 'enterprise.get-key-owner',
  summary: 'Who makes and revokes the keys of the caller’s company: its owner.',
  access: companyMember('viewer'),
  kind: 'read',
  input: z.object({}),
  output: z.object({ owner: z.string() }),
  async run(work) {
    const { firstname, lastname } = await getPerson(
      work,
      await findCompanyOwner(work, work.caller.companyId),
    );
    return { owner: `${firstname} ${lastname}` };
  },
});
