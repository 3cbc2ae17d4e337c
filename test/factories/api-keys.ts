import { type ApiScope, apiScopes } from '#modules/enterprise/fields.ts';
import { listApiKeys, makeApiKey } from '#modules/enterprise/index.ts';
import type { TestCompany } from './network.ts';

interface WantedKey {
  name?: string;
  scopes?: ApiScope[];
  ends?: 'year' | 'quarter' | 'never';
  addresses?: string;
}

export interface TestApiKey {
  /** The key itself. */
  key: string;
  id: string;
}

/** A key that the owner of a company made, by default with every scope. */
export async function newApiKey({ owner }: TestCompany, wanted: WantedKey = {}): Promise<TestApiKey> {
  const { key } = await owner.visitor.perform(makeApiKey, {
    name: wanted.name ?? 'Yard system',
    scopes: wanted.scopes ?? everyScope,
    ends: wanted.ends ?? 'year',
    addresses: wanted.addresses ?? '',
    currentpassword: owner.password,
  });
  const { keys } = await owner.visitor.perform(listApiKeys, {});
  const made = keys.find((each) => key.endsWith(each.key.slice(-4)) && key.startsWith(each.key.slice(0, 8)));
  if (!made) throw new Error('The new key is not listed');
  return { key, id: made.id };
}

export const everyScope = Object.keys(apiScopes) as ApiScope[];
