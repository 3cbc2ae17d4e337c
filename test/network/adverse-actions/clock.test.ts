import { expect, it, test } from 'vitest';
import { readWait, type Wait } from '#modules/network/adverse-actions/clock.ts';
import { findPlace, places } from '#modules/network/adverse-actions/places.ts';

/** How long a company waits between the two notices. */

function placeOf(id: string) {
  const place = findPlace(id);
  if (!place) throw new Error(`no place ${id}`);
  return place;
}

const at = (time: string) => new Date(time);

function waitAt(id: string, delivered: string, rest: Partial<Wait> = {}): Wait {
  return { place: placeOf(id), delivered: at(delivered), days: 7, pauses: [], ...rest };
}

const endOf = (wait: Wait, now = at('2030-01-01T00:00:00Z')) => readWait(wait, now).endsAt?.toISOString();

test.each([
  ['seven days after the day of delivery', 'TX', '2026-11-20T16:30:00Z', '2026-11-28T06:00:00.000Z'],
  ['the day of delivery is that of the place', 'HI', '2026-11-21T09:59:00Z', '2026-11-28T10:00:00.000Z'],
  ['from midnight at the place on', 'HI', '2026-11-21T10:00:00Z', '2026-11-29T10:00:00.000Z'],
  ['over the begin of daylight saving', 'OH', '2026-03-06T15:00:00Z', '2026-03-14T04:00:00.000Z'],
  ['over the end of daylight saving', 'OH', '2026-10-29T15:00:00Z', '2026-11-06T05:00:00.000Z'],
  ['in a place without daylight saving', 'AZ', '2026-10-29T15:00:00Z', '2026-11-06T07:00:00.000Z'],
  ['in the other part of a state', 'TX-2', '2026-11-20T16:30:00Z', '2026-11-28T07:00:00.000Z'],
])('the wait: %s', (_what, id, delivered, end) => {
  expect(endOf(waitAt(id, delivered))).toBe(end);
});

test.each([
  // Monday to Friday is sooner than seven days.
  ['New York City, an ordinary week', 'NY-NYC', '2026-08-03T15:00:00Z', '2026-08-11T04:00:00.000Z'],
  // The Friday after is July 3, on which the holiday is observed.
  ['New York City, two weekends and a holiday', 'NY-NYC', '2026-07-02T15:00:00Z', '2026-07-11T04:00:00.000Z'],
  ['New York outside the city', 'NY', '2026-07-02T15:00:00Z', '2026-07-10T04:00:00.000Z'],
  // Christmas and New Year’s Day.
  ['Philadelphia', 'PA-PHL', '2026-12-18T15:00:00Z', '2027-01-06T05:00:00.000Z'],
  ['California', 'CA', '2026-11-20T18:00:00Z', '2026-12-01T08:00:00.000Z'],
])('the minimum of the place, if it ends later: %s', (_what, id, delivered, end) => {
  expect(endOf(waitAt(id, delivered))).toBe(end);
});

it('a company may wait longer, which counts calendar days', () => {
  expect(endOf(waitAt('PA-PHL', '2026-12-18T15:00:00Z', { days: 30 }))).toBe('2027-01-18T05:00:00.000Z');
});

it('a dispute pauses: neither its first nor its last day counts, and the rest runs afterwards', () => {
  const from = at('2026-11-24T18:00:00Z');
  const open = waitAt('TX', '2026-11-20T16:30:00Z', { pauses: [{ from, to: null }] });
  expect(readWait(open, at('2026-12-02T12:00:00Z'))).toEqual({
    endsAt: null,
    lastDay: '2026-12-06',
    total: 7,
    passed: 3,
  });
  const closed = { ...open, pauses: [{ from, to: at('2026-12-10T18:00:00Z') }] };
  expect(readWait(closed, at('2026-12-12T18:00:00Z'))).toEqual({
    endsAt: at('2026-12-15T06:00:00Z'),
    lastDay: '2026-12-14',
    total: 7,
    passed: 4,
  });
});

it('a dispute in the last second takes that day back; one at the end does not', () => {
  const disputed = (from: string) =>
    waitAt('TX', '2026-11-20T16:30:00Z', { pauses: [{ from: at(from), to: at('2026-12-03T20:00:00Z') }] });
  expect(endOf(disputed('2026-11-28T05:59:59.999Z'))).toBe('2026-12-05T06:00:00.000Z');
  expect(endOf(disputed('2026-11-28T06:00:00.000Z'))).toBe('2026-11-28T06:00:00.000Z');
});

it('two disputes, the second of which begins on the day on which the first ended', () => {
  const pauses = [
    { from: at('2026-11-22T18:00:00Z'), to: at('2026-11-23T18:00:00Z') },
    { from: at('2026-11-23T20:00:00Z'), to: at('2026-11-25T18:00:00Z') },
  ];
  // November 21, then 26 to December 1.
  expect(endOf(waitAt('TX', '2026-11-20T16:30:00Z', { pauses }))).toBe('2026-12-02T06:00:00.000Z');
});

it('California: 5 more business days after a dispute within the wait, and none after a later one', () => {
  // The wait without a dispute: August 4 to 10, in which the 5 business days end on the 10th.
  const disputed = (from: string) =>
    waitAt('CA', '2026-08-03T18:00:00Z', { pauses: [{ from: at(from), to: at('2026-08-12T18:00:00Z') }] });
  // Tuesday counts, then 9 business days from Thursday the 13th.
  expect(endOf(disputed('2026-08-05T18:00:00Z'))).toBe('2026-08-26T07:00:00.000Z');
  expect(endOf(disputed('2026-08-11T06:59:59Z'))).toBe('2026-08-21T07:00:00.000Z');
  expect(endOf(disputed('2026-08-11T07:00:00Z'))).toBe('2026-08-11T07:00:00.000Z');
});

it('says which day it is', () => {
  const wait = waitAt('TX', '2026-11-20T16:30:00Z');
  const passed = (now: string) => readWait(wait, at(now)).passed;
  expect([
    passed('2026-11-20T17:00:00Z'),
    passed('2026-11-22T05:59:59Z'),
    passed('2026-11-22T06:00:00Z'),
    passed('2026-11-28T06:00:00Z'),
  ]).toEqual([0, 0, 1, 7]);
});

it('each place has a time zone that exists, and an id of its own', () => {
  for (const { timeZone } of places) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
  const asking = places.filter(({ wait }) => wait).map(({ id, assessment }) => [id, assessment]);
  expect(asking).toEqual([
    ['CA', false],
    ['NY-NYC', true],
    ['PA-PHL', false],
  ]);
});
