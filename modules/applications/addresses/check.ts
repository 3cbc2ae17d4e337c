import { z } from 'zod';
import { HOUR } from '#modules/platform/browser.ts';
import { freeText, operation, person, type Work } from '#modules/platform/index.ts';
import { type AddressSearch, AddressSearchFailed, addressSearch, type FoundAddress } from './port.ts';
import { inOneLine, isSameAddress } from './same.ts';

/** Addresses that were typed, compared with the maps service when their step is saved (D82). */

/** More than people read. */
const MOST_CANDIDATES = 4;

/** The choice of a person who keeps the address as typed, because a new house may be on no map. */
const AS_TYPED = 'typed';

const parts = {
  address1: freeText(100),
  address2: freeText(100),
  city: freeText(100),
  state: z.string().max(2),
  postalcode: z.string().max(5),
};

const checkedAddress = z.object({
  ...parts,
  /** The exact addresses from which one has to be chosen; empty if there is nothing left to choose. */
  candidates: z.array(z.object({ id: z.string(), text: z.string() })),
});
type CheckedAddress = z.output<typeof checkedAddress>;

export const checkAddresses = operation({
  name: 'applications.check-addresses',
  summary: 'Typed addresses, each as the maps service knows it or with the exact ones that may be meant.',
  access: person,
  kind: 'read',
  input: z.object({
    addresses: z
      .array(
        z.object({
          ...parts,
          /** The candidate that was chosen; empty before. */
          choice: z.string().max(300),
        }),
      )
      .max(21),
  }),
  output: z.object({
    addresses: z.array(checkedAddress),
  }),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { addresses }) {
    const search = addressSearch.of(work.portal);
    const checked: CheckedAddress[] = [];
    for (const { choice, ...typed } of addresses) {
      checked.push(search ? await checkOne(work, search, typed, choice) : { ...typed, candidates: [] });
    }
    return { addresses: checked };
  },
});

/** If the maps service does not answer, nobody is stopped: the address is accepted as typed. */
async function checkOne(
  { log }: Pick<Work, 'log'>,
  search: AddressSearch,
  typed: FoundAddress,
  choice: string,
): Promise<CheckedAddress> {
  const kept = { ...typed, candidates: [] };
  if (choice === AS_TYPED) return kept;
  try {
    const chosen = choice ? await search.find(choice) : null;
    if (chosen) return { ...chosen, address2: typed.address2 || chosen.address2, candidates: [] };
    const found = await exactOnes(search, typed);
    const same = found.some(({ address }) => isSameAddress(address, typed));
    if (same) return kept;
    return { ...typed, candidates: found.map(({ id, address }) => ({ id, text: inOneLine(address) })) };
  } catch (error) {
    if (!(error instanceof AddressSearchFailed)) throw error;
    log.warn({ err: error }, 'addresses are taken as typed');
    return kept;
  }
}

async function exactOnes(search: AddressSearch, typed: FoundAddress) {
  const suggestions = await search.suggest(inOneLine({ ...typed, address2: '' }));
  const exact = suggestions.filter((suggestion) => suggestion.exact).slice(0, MOST_CANDIDATES);
  const found = [];
  for (const { id } of exact) {
    const address = await search.find(id);
    if (address) found.push({ id, address });
  }
  return found;
}
