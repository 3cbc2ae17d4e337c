import type { Finding } from '#modules/applications/index.ts';
import type { Grade } from '#modules/platform/browser.ts';

/** The sandbox CRA's outcome for each SSN (D40). Pure functions. */

export type Outcome = Grade | 'ssnreview' | 'stays' | 'clearidaction';

/** Never-issued SSNs, each with its outcome. */
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
};

/** Of a hundred other SSNs, how many get each grade. */
const spread: readonly [Grade, number][] = [
  ['IC01+', 45],
  ['IC01', 30],
  ['IC02', 12],
  ['IC03', 8],
  ['IC04', 5],
];

/**
 * @param ssn nine digits
 * @param hash a non-negative number that is always the same for one SSN
 */
export function outcomeFor(ssn: string, hash: number): Outcome {
  const fixed = byNumber[ssn];
  if (fixed) return fixed;
  let left = hash % 100;
  for (const [grade, share] of spread) {
    if (left < share) return grade;
    left -= share;
  }
  return 'IC01';
}

/** The searches and findings that the sandbox reports for a grade. */
export function findingsFor(grade: Grade): Finding[] {
  const clear = (search: string, scope: string): Finding => ({
    search,
    scope,
    result: search.startsWith('Identity') ? 'No issues' : 'No records',
    clear: true,
  });
  const found = (search: string, scope: string, result: string): Finding => ({
    search,
    scope,
    result,
    clear: false,
  });
  const county: Partial<Record<Grade, Finding>> = {
    IC02: found('County criminal', 'Counties of residence, 7 years', '1 minor record'),
    IC03: found('County criminal', 'Counties of residence, 7 years', '1 misdemeanor'),
    IC04: found('County criminal', 'Counties of residence, 7 years', '1 felony'),
  };
  return [
    grade === 'NA'
      ? found('Identity and SSN trace', 'Name, date of birth and SSN', 'Could not be matched')
      : clear('Identity and SSN trace', 'Name, date of birth and SSN'),
    county[grade] ?? clear('County criminal', 'Counties of residence, 7 years'),
    clear('Federal criminal', 'All 94 districts'),
    clear('Sex offender registry', 'National'),
    clear('Watch lists and sanctions', 'OFAC and other lists'),
  ];
}
