import type { Access, KeyCaller } from '#modules/platform/index.ts';
import type { ApiScope } from '../fields.ts';
import { Refusal } from '../refusals.ts';

/** A key of a company with a scope (D134). Sessions are not admitted. */
export function apiKey(scope: ApiScope): Access<KeyCaller> {
  return {
    name: `apiKey(${scope})`,
    admits: [],
    scope,
    admit: (_caller, key) => {
      const held = anyApiKey.admit(null, key);
      if (!held.scopes.includes(scope)) throw new Refusal('enterprise.api-key-scope', { detail: scope });
      return held;
    },
  };
}

/** Any key of a company, whatever its scopes. */
export const anyApiKey: Access<KeyCaller> = {
  name: 'anyApiKey',
  admits: [],
  scope: '',
  admit(_caller, key) {
    if (!key) throw new Refusal('enterprise.api-key-missing');
    return key;
  },
};
