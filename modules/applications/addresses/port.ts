import { Port } from '#modules/platform/index.ts';

/** The port to a maps service that knows the addresses of the United States (doc2 §5, §7). */

export interface AddressSuggestion {
  /** The service's id of the place. */
  id: string;
  /** The address in one line. */
  text: string;
  /** Whether it is one building or unit, not a street or a town. */
  exact: boolean;
}

export interface FoundAddress {
  address1: string;
  address2: string;
  city: string;
  /** Two letters. */
  state: string;
  postalcode: string;
}

export interface AddressSearch {
  /** Whom the suggestions come from, where the service wants it said beside them. */
  attribution: string | null;
  /**
   * @param text as far as it was typed
   * @param session one per address that is typed: the service bills by it
   * @returns up to five places in the United States, the likeliest first
   * @throws AddressSearchFailed
   */
  suggest(text: string, session?: string): Promise<AddressSuggestion[]>;
  /** @returns null for an unknown place, and for one that is not an exact point @throws AddressSearchFailed */
  find(id: string, session?: string): Promise<FoundAddress | null>;
}

/** Null where the portal runs without a maps service: addresses are then taken as they are typed. */
export const addressSearch = new Port<AddressSearch | null>('address search');

/** The service did not answer as it should. The message never holds what was typed. */
export class AddressSearchFailed extends Error {
  override name = 'AddressSearchFailed';
}
