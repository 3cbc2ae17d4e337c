import {
  type AddressSearch,
  type AddressSuggestion,
  type FoundAddress,
  normalized,
} from '#modules/applications/index.ts';
import { places } from './places.ts';

const MOST = 5;

/**
 * A maps service for development, with a fixed list of exact and inexact addresses. It finds addresses by how they
 * begin.
 */
export class SandboxAddressSearch implements AddressSearch {
  readonly attribution = null;

  async suggest(text: string): Promise<AddressSuggestion[]> {
    const words = normalized(text).split(' ');
    // The house number and the first word of the street must match. The other words only affect the order.
    const beginning = words.slice(0, 2).join(' ');
    const matching = places.filter(({ text: line }) => normalized(line).startsWith(beginning));
    const rank = (line: string) => words.filter((word) => normalized(line).split(' ').includes(word)).length;
    return matching
      .toSorted((one, other) => rank(other.text) - rank(one.text))
      .slice(0, MOST)
      .map(({ id, text: line, address }) => ({ id, text: line, exact: address !== null }));
  }

  async find(id: string): Promise<FoundAddress | null> {
    return places.find((place) => place.id === id)?.address ?? null;
  }
}
