import type { FoundAddress } from '#modules/applications/index.ts';

/** The sandbox's made-up map: buildings, and streets and towns, which are not exact addresses. */

interface Place {
  id: string;
  text: string;
  /** Null for a street or a town. */
  address: FoundAddress | null;
}

function building(address1: string, city: string, state: string, postalcode: string, address2 = ''): Place {
  const line = [address1, address2].filter(Boolean).join(', ');
  return {
    id: `sandbox-${line.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${postalcode}`,
    text: `${line}, ${city}, ${state} ${postalcode}, USA`,
    address: { address1, address2, city, state, postalcode },
  };
}

function inexact(text: string): Place {
  return {
    id: `sandbox-${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    text: `${text}, USA`,
    address: null,
  };
}

export const places: readonly Place[] = [
  building('1100 Congress Avenue', 'Austin', 'TX', '78701'),
  building('1100 Congress Street', 'Portland', 'ME', '04102'),
  inexact('Congress Avenue, Austin, TX'),
  building('12 Oak Street', 'Austin', 'TX', '78701'),
  building('12 Oak Street', 'Portland', 'OR', '97203'),
  building('120 Oak Street', 'Austin', 'TX', '78702'),
  inexact('Oak Street, Austin, TX'),
  building('350 Fifth Avenue', 'New York', 'NY', '10118'),
  building('350 Fifth Avenue', 'New York', 'NY', '10118', 'Suite 3300'),
  inexact('Fifth Avenue, New York, NY'),
  building('4 Pearl Street', 'Boulder', 'CO', '80302'),
  building('41 Pearl Street', 'Boulder', 'CO', '80302'),
  inexact('Pearl Street, Boulder, CO'),
  inexact('Boulder, CO'),
];
