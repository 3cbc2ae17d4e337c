import { z } from 'zod';
import { MINUTE } from '#modules/platform/browser.ts';
import { operation, person } from '#modules/platform/index.ts';
import { applicationsLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { AddressSearchFailed, addressSearch } from './port.ts';

/** What the address fields request while a person types (doc2 §5: from 3 characters on, United States only). */

/** The page asks at most three times a second while a person types. */
const throttle = { by: 'account', limit: 120, per: MINUTE, together: 'applications.address-search' } as const;

/** Chosen by the browser, one for each address: the maps service bills by it. */
const session = z
  .string()
  .regex(/^[\w-]{16,36}$/)
  .optional();

const placeId = z.string().min(1).max(300);

export const lookUpAddresses = operation({
  name: 'applications.look-up-addresses',
  summary: 'Addresses in the United States that begin as typed, exact points and streets.',
  access: person,
  kind: 'read',
  input: z.object({
    text: z.string().trim().min(applicationsLimits['autocomplete.min-characters']).max(200),
    session,
  }),
  output: z.object({
    suggestions: z.array(z.object({ id: placeId, text: z.string(), exact: z.boolean() })),
    attribution: z.string().nullable(),
  }),
  throttle,
  async run(work, { text, session }) {
    const search = addressSearch.of(work.portal);
    if (!search) return { suggestions: [], attribution: null };
    const suggestions = await asRefusal(() => search.suggest(text, session));
    return { suggestions, attribution: search.attribution };
  },
});

/** @throws Refusal applications.address-inexact for a street, a town or an unknown place */
export const getAddressDetails = operation({
  name: 'applications.get-address-details',
  summary: 'The parts of a suggested address, which must be an exact point.',
  access: person,
  kind: 'read',
  input: z.object({ id: placeId, session }),
  output: z.object({
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    postalcode: z.string(),
  }),
  throttle,
  async run(work, { id, session }) {
    const search = addressSearch.of(work.portal);
    const found = search ? await asRefusal(() => search.find(id, session)) : null;
    if (!found) throw new Refusal('applications.address-inexact', { field: 'address1' });
    return found;
  },
});

async function asRefusal<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AddressSearchFailed)) throw error;
    throw new Refusal('unavailable', { detail: error.message });
  }
}
