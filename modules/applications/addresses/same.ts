import type { FoundAddress } from './port.ts';

/** Whether two addresses are the same place, no matter how the street is abbreviated. Pure functions. */

/** The postal service's abbreviations (USPS Publication 28, appendices B and C) of common words. */
const abbreviations: Readonly<Record<string, string>> = {
  avenue: 'ave',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  highway: 'hwy',
  lane: 'ln',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  square: 'sq',
  street: 'st',
  terrace: 'ter',
  trail: 'trl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

/** Lower case, without punctuation, with the postal service's abbreviations. */
export function normalized(line: string): string {
  const words = line.toLowerCase().replaceAll(/[.,#]/g, ' ').split(/\s+/).filter(Boolean);
  return words.map((word) => abbreviations[word] ?? word).join(' ');
}

/** The apartment is not compared, because a maps service often knows only the building. */
export function isSameAddress(one: FoundAddress, other: FoundAddress): boolean {
  return (
    normalized(one.address1) === normalized(other.address1) &&
    normalized(one.city) === normalized(other.city) &&
    one.state === other.state &&
    one.postalcode === other.postalcode
  );
}

export function inOneLine({ address1, address2, city, state, postalcode }: FoundAddress): string {
  return `${[address1, address2].filter(Boolean).join(', ')}, ${city}, ${state} ${postalcode}`;
}
