import type { Finding } from '#modules/applications/index.ts';
import type { Grade } from '#modules/platform/browser.ts';

/** The outcome of the sandbox agency for each SSN (D40). Pure functions. */

export type Outcome = Grade | 'ssnreview' | 'stays' | 'clearidaction';

/** SSNs that were never issued, each with its outcome. */
const byNumber: Record<string, Outcome> = {
  '900000001': 'IC01+',
  '900000002': 'IC01',
  '900000003': 'IC02',
  '900000004': 'IC03',
  '900000005': 'IC04',
  '900000006': 'NA',
  '900000011': 'ssnreview',
  '900000012': 'stays',
  '900000013': 'IC01',
  '900000014': 'clearidaction',
  '900000015': 'IC01',
};

/**
 * @param ssn nine digits
 * @returns whether the callback with the result gets lost
 */
export const losesResult = (ssn: string): boolean => ssn === '900000015';

/** The score that monitoring finds later for such an SSN (D40). */
const laterByNumber: Record<string, Grade> = { '900000013': 'IC03' };

/**
 * @param ssn nine digits
 * @returns null if monitoring finds nothing
 */
export const laterOutcomeFor = (ssn: string): Grade | null => laterByNumber[ssn] ?? null;

/** How many of a hundred other SSNs get each grade. */
const spread: readonly [Grade, number][] = [
  ['IC01+', 45],
  ['IC01', 30],
  ['IC02', 12],
  ['IC03', 8],
  ['IC04', 5],
];

/**
 * @param ssn nine digits
 * @param hash a non-negative number that is always the same for the same SSN
 * @param again whether the application was returned and the person has corrected it
 */
export function outcomeFor(ssn: string, hash: number, again = false): Outcome {
  const fixed = byNumber[ssn];
  if (fixed === 'clearidaction' && again) return 'IC01';
  if (fixed) return fixed;
  let left = hash % 100;
  for (const [grade, share] of spread) {
    if (left < share) return grade;
    left -= share;
  }
  return 'IC01';
}

/** What a check searched: the places where the person lived. Also the day on which it was completed. */
export interface Searched {
  addresses: readonly { city: string; state: string }[];
  /** yyyy-MM-dd */
  completedOn: string;
}

/** yyyy-MM-dd in UTC. */
export const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** The counties of the cities in the demo data. */
const counties: Record<string, string> = {
  'Austin, TX': 'Travis County, TX',
  'Portland, OR': 'Multnomah County, OR',
  'Fresno, CA': 'Fresno County, CA',
  'Spokane, WA': 'Spokane County, WA',
  'Boulder, CO': 'Boulder County, CO',
  'Tucson, AZ': 'Pima County, AZ',
  'Dayton, OH': 'Montgomery County, OH',
  'Macon, GA': 'Bibb County, GA',
};

function countiesOf(addresses: Searched['addresses']): string[] {
  const cities = addresses.map(({ city, state }) => `${city}, ${state}`);
  return [...new Set(cities.map((city) => counties[city] ?? city))];
}

const convictions: Partial<Record<Grade, { result: string; description: string; yearsAgo: number }>> = {
  IC02: { result: '1 minor record', description: 'Disorderly conduct, infraction', yearsAgo: 5 },
  IC03: { result: '1 misdemeanor', description: 'Criminal trespass, misdemeanor', yearsAgo: 3 },
  IC04: { result: '1 felony', description: 'Theft, felony', yearsAgo: 2 },
};

/** The searches and findings that the sandbox reports for a grade. */
export function findingsFor(grade: Grade, { addresses, completedOn }: Searched): Finding[] {
  const places = countiesOf(addresses);
  const clear = (search: string, scope: string, more: Partial<Finding> = {}): Finding => ({
    search,
    scope,
    places: [],
    searched_on: completedOn,
    result: 'No records',
    clear: true,
    records: [],
    ...more,
  });
  const identity =
    grade === 'NA' ? { result: 'Could not be matched', clear: false } : { result: 'No issues' };
  return [
    clear('Identity and SSN trace', 'Name, date of birth and SSN', identity),
    clear('County criminal', 'Counties of residence, 7 years', {
      places,
      ...convictionIn(grade, places, completedOn),
    }),
    clear('Federal criminal', 'All 94 districts'),
    clear('Sex offender registry', 'National'),
    clear('Watch lists and sanctions', 'OFAC and other lists'),
  ];
}

function convictionIn(grade: Grade, places: readonly string[], completedOn: string): Partial<Finding> {
  const found = convictions[grade];
  const place = places.at(-1);
  if (!found || !place) return {};
  const { result, description, yearsAgo } = found;
  const recorded_on = `${Number(completedOn.slice(0, 4)) - yearsAgo}-03-14`;
  return { result, clear: false, records: [{ description, place, recorded_on }] };
}
