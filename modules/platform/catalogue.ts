/**
 * The one table of texts, limits and timings (D8): what the documents' sections 5, 8 and 9 fix, verbatim, odd spelling
 * and padding included, and our own where they show nothing. Each entry names the area it belongs to; once an area is
 * listed as built, a test that shows each of its entries must exist.
 */
import { DAY, HOUR, MINUTE, SECOND } from './browser.ts';

interface Entry<T> {
  value: T;
  area: Area;
  /** The document and section, or the decision, that fixes it; absent where it is our own. */
  source?: string;
}

export const areas = [
  'edge',
  'sign-in',
  'registration',
  'recovery',
  'profile',
  'purchase',
  'application',
  'score',
  'search',
  'invitations',
  'network',
  'console',
] as const;
export type Area = (typeof areas)[number];

/** The areas whose every entry a test must have shown. */
export const builtAreas: readonly Area[] = [];

const texts = {
  // edge
  'edge.invalid-input': {
    value: 'Please check what you entered and try again.',
    area: 'edge',
  },
  'edge.no-session': { value: 'Please sign in to go on.', area: 'edge' },
  'edge.not-found': { value: 'We could not find that.', area: 'edge' },
  'edge.role-too-low': { value: 'Your role in this team does not allow that.', area: 'edge' },
  'edge.not-in-admin-session': { value: 'This cannot be done in an admin session.', area: 'edge', source: 'D16' },
  'edge.verification-needed': { value: 'Please verify your e-mail address first.', area: 'edge' },
  'edge.two-step-needed': { value: 'Please enter your verification code first.', area: 'edge' },
  'edge.terms-needed': { value: 'Please accept the terms first.', area: 'edge' },
  'edge.foreign-origin': { value: 'This request did not come from our own pages.', area: 'edge' },
  'edge.not-json': { value: 'Calls take JSON only.', area: 'edge' },
  'edge.too-large': { value: 'That is more than we can take at once.', area: 'edge' },
  'edge.throttled': { value: 'Too many tries. Please wait a little and try again.', area: 'edge' },
  'edge.conflict': { value: 'Someone changed this at the same time. Please try again.', area: 'edge' },
  'edge.unavailable': { value: 'A service we need does not answer. Please try again in a moment.', area: 'edge' },
  'edge.failed': { value: 'Something went wrong on our side. Please try again.', area: 'edge' },

  // sign-in

  // registration

  // recovery

  // profile

  // purchase

  // application

  // score

  // search

  // invitations

  // network

  // console
} as const satisfies Record<string, Entry<string>>;

/** Limits: counts, lengths and amounts. The unit stands in the key's last word. */
const limits = {
  'grid.page-size-rows': { value: 10, area: 'network', source: 'doc1 §9' },
} as const satisfies Record<string, Entry<number | readonly number[]>>;

/** Timings, in milliseconds. */
const timings = {
  'session.idle': { value: 30 * MINUTE, area: 'sign-in', source: 'D10' },
  'session.absolute': { value: 12 * HOUR, area: 'sign-in', source: 'D10' },
  'session.admin-idle': { value: 15 * MINUTE, area: 'sign-in', source: 'D10' },
  'session.poll': { value: 30 * SECOND, area: 'sign-in', source: 'doc1 §9' },
  'session.refresh': { value: 5 * MINUTE, area: 'sign-in', source: 'doc1 §9' },
  'browser.remembered': { value: 30 * DAY, area: 'sign-in', source: 'doc1 §9' },
} as const satisfies Record<string, Entry<number>>;

export type TextKey = keyof typeof texts;
export type LimitKey = keyof typeof limits;
export type TimingKey = keyof typeof timings;
export type CatalogueKey = TextKey | LimitKey | TimingKey;

/** The text as the person reads it. */
export function text(key: TextKey): string {
  return texts[key].value;
}

export function limit<K extends LimitKey>(key: K): (typeof limits)[K]['value'] {
  return limits[key].value;
}

/** @returns milliseconds */
export function timing(key: TimingKey): number {
  return timings[key].value;
}

/** The whole table, for the checks: key, area and value of every entry. */
export function listCatalogue(): { key: CatalogueKey; area: Area; value: unknown }[] {
  return Object.entries({ ...texts, ...limits, ...timings }).map(([key, entry]) => ({
    key: key as CatalogueKey,
    area: entry.area,
    value: entry.value,
  }));
}
