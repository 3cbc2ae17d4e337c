import { z } from 'zod';
import { operation } from '#modules/platform/index.ts';
import { anyApiKey } from './access.ts';

export const getMe = operation({
  name: 'enterprise.get-key-holder',
  summary: 'The company that the key acts for, and what the key may do.',
  access: anyApiKey,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    company: z.object({ id: z.uuid(), name: z.string() }),
    key: z.object({
      id: z.uuid(),
      name: z.string(),
      scopes: z.array(z.string()),
      ends_at: z.date().nullable().describe('Null if the key has no end.'),
    }),
  }),
  async run({ db, caller: { keyId } }) {
    const { company_id, company_name, ...key } = await db
      .selectFrom('api_key as k')
      .innerJoin('company as c', 'c.id', 'k.company_id')
      .select(['k.company_id', 'c.company_name', 'k.id', 'k.name', 'k.scopes', 'k.ends_at'])
      .where('k.id', '=', keyId)
      .executeTakeFirstOrThrow();
    return { company: { id: company_id, name: company_name }, key };
  },
});
