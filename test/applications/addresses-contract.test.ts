import { describe, expect, test } from 'vitest';
import { type AddressSearch, GoogleAddressSearch } from '#modules/applications/index.ts';
import { SandboxAddressSearch } from '#sandboxes/addresses/index.ts';
import { testKey } from '#test/test-key.ts';

/** What the portal expects of the sandbox and of Google's places. */

interface Target {
  name: string;
  search: AddressSearch;
  typed: string;
  found: { city: string; state: string; postalcode: string };
}

const targets: Target[] = [
  {
    name: 'the sandbox',
    search: new SandboxAddressSearch(),
    typed: '12 Oak Street, Austin',
    found: { city: 'Austin', state: 'TX', postalcode: '78701' },
  },
];
const key = testKey('Google', 'GOOGLE_MAPS_TEST_KEY');
if (key) {
  targets.push({
    name: 'Google',
    search: new GoogleAddressSearch({ apiKey: key.GOOGLE_MAPS_TEST_KEY }),
    typed: '1600 Pennsylvania Avenue NW, Washington, DC',
    found: { city: 'Washington', state: 'DC', postalcode: '20500' },
  });
}

describe.each(targets)('$name', ({ search, typed, found }) => {
  test('suggests at most five places, and finds the parts of one', async () => {
    const suggestions = await search.suggest(typed, 'contract');
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.length).toBeLessThanOrEqual(5);
    const exact = suggestions.find((each) => each.exact);
    expect(await search.find(exact?.id ?? '', 'contract')).toMatchObject(found);
  });

  test('suggests nothing for what is no address', async () => {
    expect((await search.suggest('zzqx qqzx 99999999')).filter((each) => each.exact)).toEqual([]);
  });
});
