import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#modules/applications/index.ts';
import { DAY } from '#modules/platform/index.ts';
import {
  dueCardNotice,
  formatCardExpiration,
  isOffered,
  isStoreClosed,
  nameOfCard,
  openReview,
  startStatus,
} from '#modules/purchasing/start/rules.ts';
import type { StartStatus } from '#modules/purchasing/statuses.ts';

const now = new Date('2026-03-01T11:00:00Z');

/** D30: which applications are open, when the ShieldID's score expires, and what the start of a purchase shows. */
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

test.each(cases)('F69: %s', (_name, open, expiration, expected) => {
  const applications = open.map((status) => ({ status, accepted: false }));
  expect(startStatus({ applications, expiration }, now)).toBe(expected);
});

test('the last hours of the 46th day are more than 45 days, its end is not', () => {
  const buyer = { applications: [], expiration: '2026-04-15' };
  expect(startStatus(buyer, new Date('2026-03-01T10:59:59Z'))).toBe('active');
  expect(startStatus(buyer, new Date('2026-03-01T11:00:00Z'))).toBe('renewal');
});

test('D92: a dispute of the old check does not stop a renewal, one of a new check does', () => {
  const dispute = (accepted: boolean) => ({ status: 'correctionrequest', accepted }) as const;
  const soon = '2026-03-20';
  expect(startStatus({ applications: [dispute(true)], expiration: soon }, now)).toBe('renewal');
  expect(startStatus({ applications: [dispute(false)], expiration: soon }, now)).toBe('inprogress');
  expect(openReview(dispute(true))).toBe('dispute');
  expect(openReview(dispute(false))).toBeNull();
  expect(openReview({ status: 'monitorrequiresapproval', accepted: true })).toBe('score-change');
  expect(openReview({ status: 'done', accepted: true })).toBeNull();
});

test('F78: the store is closed from the first moment of its window to the last', () => {
  const window = { from: new Date('2026-03-01T11:00:00Z'), until: new Date('2026-03-01T13:00:00Z') };
  const at = (time: string) => isStoreClosed(window, new Date(`2026-03-01T${time}Z`));
  expect(['10:59:59.999', '11:00:00', '12:59:59.999', '13:00:00'].map(at)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isStoreClosed(null, now)).toBe(false);
});

const national = { selection_criteria: null, exclusion_criteria: 'state=NY' };
const newYork = { selection_criteria: 'state=NY', exclusion_criteria: null };
const anywhere = { selection_criteria: null, exclusion_criteria: null };

test.each([
  ['US', [true, false, true]],
  ['NY', [false, true, true]],
  [null, [true, true, true]],
] as const)('F71, F72: packages offered for %s', (region, expected) => {
  expect([national, newYork, anywhere].map((found) => isOffered(found, region))).toEqual(expected);
});

/** A card can be charged until March 2026 ends. */
const card = { exp_month: 3, exp_year: 2026 };
const marchEnds = Date.UTC(2026, 3);

test.each([
  ['more than 30 days', 30 * DAY + 1, null, null],
  ['30 days', 30 * DAY, null, 30],
  ['more than 7 days', 7 * DAY + 1, null, 30],
  ['7 days', 7 * DAY, null, 7],
  ['none', 0, null, 7],
  ['less than none', -DAY, null, 7],
  ['30 days, told of them', 30 * DAY, 30, null],
  ['7 days, told of 30', 7 * DAY, 30, 7],
  ['7 days, told of 7', 7 * DAY, 7, null],
  ['8 days, told of 7', 8 * DAY, 7, null],
])('the owner of a card with %s left is told once', (_name, left, warned, expected) => {
  expect(dueCardNotice(card, [30, 7], warned, new Date(marchEnds - left))).toBe(expected);
});

test('the end of a card is written with two digits of its month', () => {
  expect([3, 12].map((exp_month) => formatCardExpiration({ ...card, exp_month }))).toEqual([
    '03/2026',
    '12/2026',
  ]);
});

test.each([
  ['visa', 'Visa'],
  ['amex', 'American Express'],
  ['a brand to come', 'Card'],
])('a card of %s is called %s', (brand, name) => {
  expect(nameOfCard(brand)).toBe(name);
});
