import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#modules/applications/index.ts';
import type { StartStatus } from '#modules/purchasing/forms.ts';
import { isOffered, startStatus } from '#modules/purchasing/rules.ts';

const now = new Date('2026-03-01T11:00:00Z');

/** D30: which applications are open, when the ShieldID's score ends, what the start of a purchase shows. */
const cases: [string, ApplicationStatus[], string | null, StartStatus][] = [
  ['nothing at all', [], null, 'new'],
  ['one bought, not started', ['paid'], null, 'paid'],
  ['one bought with a valid score', ['paid'], '2026-12-01', 'paid'],
  ['one in the steps', ['waituser'], null, 'inprogress'],
  ['one on paper', ['waitmanual'], null, 'inprogress'],
  ['one at the CRA', ['submitted'], null, 'inprogress'],
  ['one worked on', ['inprogress'], null, 'inprogress'],
  ['one whose ID must be taken again', ['clearidaction'], null, 'inprogress'],
  ['one whose result waits', ['newrequiresapproval'], null, 'inprogress'],
  ['one in dispute', ['correctionrequest'], '2026-12-01', 'inprogress'],
  ['two bought', ['paid', 'paid'], null, 'blocked'],
  ['one bought, one in the steps', ['paid', 'waituser'], null, 'blocked'],
  ['two in the steps', ['waituser', 'submitted'], '2026-12-01', 'blocked'],
  ['a changed score waits: it does not count', ['monitorrequiresapproval'], '2026-12-01', 'active'],
  ['a changed score waits beside one bought', ['monitorrequiresapproval', 'paid'], null, 'paid'],
  ['done, cancelled and refunded do not count', ['done', 'cancelled', 'refunded'], null, 'new'],
  ['valid for 46 days', [], '2026-04-16', 'active'],
  ['valid for a day more than 45', ['done'], '2026-04-16', 'active'],
  ['valid for 45 days to the hour', [], '2026-04-15', 'renewal'],
  ['valid for a day', [], '2026-03-02', 'renewal'],
  ['ends at this moment', [], '2026-03-01', 'expired'],
  ['ended long ago', ['done'], '2025-03-01', 'expired'],
];

test.each(cases)('%s', (_name, open, expiration, expected) => {
  expect(startStatus({ applications: open, expiration }, now)).toBe(expected);
});

test('the last hours of the 46th day are more than 45 days, its end is not', () => {
  const buyer = { applications: [], expiration: '2026-04-15' };
  expect(startStatus(buyer, new Date('2026-03-01T10:59:59Z'))).toBe('active');
  expect(startStatus(buyer, new Date('2026-03-01T11:00:00Z'))).toBe('renewal');
});

const national = { selection_criteria: null, exclusion_criteria: 'state=NY' };
const newYork = { selection_criteria: 'state=NY', exclusion_criteria: null };
const anywhere = { selection_criteria: null, exclusion_criteria: null };

test.each([
  ['US', [true, false, true]],
  ['NY', [false, true, true]],
  [null, [true, true, true]],
] as const)('packages offered for %s', (region, expected) => {
  expect([national, newYork, anywhere].map((found) => isOffered(found, region))).toEqual(expected);
});
