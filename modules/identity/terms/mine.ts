import { z } from 'zod';
import { column, operation, person, sql, statement } from '#modules/platform/index.ts';
import { companyTermsKinds, termsKinds } from '../rules.ts';

const kinds = [...termsKinds, ...companyTermsKinds] as const;

const acceptancesOf = statement({
  name: 'identity.my-terms',
  row: { id: column.uuid, kind: column.oneOf(kinds), version: column.integer, accepted_at: column.instant },
  sql: (accountId: string) => sql`
    select acceptance.id, version.kind, version.version, acceptance.accepted_at
    from terms_acceptance acceptance join terms_version version on version.id = acceptance.terms_version_id
    where acceptance.account_id = ${accountId}
    order by acceptance.accepted_at desc, version.kind
    limit 200`,
});

/** Which versions of which terms the caller accepted, newest first (D17). */
export const listMyTerms = operation({
  name: 'identity.list-my-terms',
  summary: 'The terms that the caller accepted, newest first.',
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({
    terms: z.array(
      z.object({ id: z.uuid(), kind: z.enum(kinds), version: z.number(), accepted_at: z.date() }),
    ),
  }),
  async run(work) {
    return { terms: await work.rows(acceptancesOf(work.caller.accountId)) };
  },
});
