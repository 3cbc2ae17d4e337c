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
  /** The name to show next to the suggestions, if the service requires it. */
  attribution: string | null;
  /**
   * @param text as far as it was typed
   * @param session one for each address that is typed: the service bills by it
   * @returns up to five places in the United States, most likely first
   * @throws AddressSearchFailed
   */
  suggest(text: string, session?: string): Promise<AddressSuggestion[]>;
  /** @returns null for an unknown place, and for one that is not an exact point @throws AddressSearchFailed */
  find(id: string, session?: string): Promise<FoundAddress | null>;
}

/** Null if the portal runs without a maps service: addresses are then accepted as typed. */
export const addressSearch = new Port<AddressSearch | null>('address search');

/** The service did not answer as it should. The message never contains what was typed. */
export class AddressSearchFailed extends Error {
  override name = 'AddressSearchFailed';
  /** Whether the service does not work; otherwise it answered, with no. */
  readonly unavailable: boolean;

  constructor(message: string, unavailable = true) {
    super(message);
    this.unavailable = unavailable;
  }
}
