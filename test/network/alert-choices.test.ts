import { describe, expect, test } from 'vitest';
import { changeDeliveries, defaultsOf, flagsOf } from '#modules/network/alerts/subscriptions/choices.ts';
import { lastSummary } from '#modules/network/alerts/subscriptions/summaries.ts';

const [ownerDefaults, off] = [defaultsOf('owner'), defaultsOf('viewer')];

describe('the flags of a configuration', () => {
  test('are on if one of their types is told at once', () => {
    expect(flagsOf(ownerDefaults)).toEqual({
      daily_summary: true,
      network_invites: false,
      expirations: true,
      new: false,
      purchase: false,
      left_network: false,
      scorechange: true,
      out_compliance: true,
    });
  });

  test('change nothing if they are sent back as they were read', () => {
    expect(changeDeliveries(ownerDefaults, flagsOf(ownerDefaults))).toEqual(ownerDefaults);
  });

  test('that are turned on tell all their types at once', () => {
    const { leftnetwork, removeduser, ...others } = changeDeliveries(ownerDefaults, { left_network: true });
    expect([leftnetwork, removeduser]).toEqual(['ATONCE', 'ATONCE']);
    expect(others).toEqual({ ...others, new: 'SUMMARY', expired: 'ATONCE', expiressoon: 'SUMMARY' });
  });

  test('that are turned off leave their types to the summary, or to nothing without one', () => {
    expect(changeDeliveries(ownerDefaults, { expirations: false })).toEqual({
      ...ownerDefaults,
      expired: 'SUMMARY',
    });
    expect(changeDeliveries(ownerDefaults, { expirations: false, daily_summary: false })).toEqual({
      ...off,
      scorechange: 'ATONCE',
      out_compliance: 'ATONCE',
    });
    expect(changeDeliveries(off, { daily_summary: true })).toEqual(
      Object.fromEntries(Object.keys(off).map((type) => [type, 'SUMMARY'])),
    );
  });

  test('that are all on leave nothing for a summary, and what is turned off again is in it if it is wanted', () => {
    const all = Object.fromEntries(Object.keys(flagsOf(off)).map((flag) => [flag, true]));
    const atOnce = changeDeliveries(off, all);
    expect(new Set(Object.values(atOnce))).toEqual(new Set(['ATONCE']));
    expect(flagsOf(atOnce)).toEqual({ ...all, daily_summary: false });
    expect(changeDeliveries(atOnce, { ...all, new: false })).toEqual({ ...atOnce, new: 'SUMMARY' });
  });

  test('give way to what is chosen for a type', () => {
    expect(changeDeliveries(off, { expirations: true, deliveries: { expiressoon: 'NO' } })).toEqual({
      ...off,
      expired: 'ATONCE',
    });
  });
});

/** The last due moment before each of these, by the clocks of Chicago, which change on March 8 and November 1. */
test.each([
  // 8:00 AM, before and after each change
  ['2026-03-07T13:59:59Z', 8, '2026-03-06', '2026-03-06T14:00:00Z'],
  ['2026-03-07T14:00:00Z', 8, '2026-03-07', '2026-03-07T14:00:00Z'],
  ['2026-03-08T12:59:59Z', 8, '2026-03-07', '2026-03-07T14:00:00Z'],
  ['2026-03-08T13:00:00Z', 8, '2026-03-08', '2026-03-08T13:00:00Z'],
  ['2026-11-01T13:59:59Z', 8, '2026-10-31', '2026-10-31T13:00:00Z'],
  ['2026-11-01T14:00:00Z', 8, '2026-11-01', '2026-11-01T14:00:00Z'],
  // 2:00 AM is skipped on March 8: one hour later
  ['2026-03-08T07:59:59Z', 2, '2026-03-07', '2026-03-07T08:00:00Z'],
  ['2026-03-08T08:00:00Z', 2, '2026-03-08', '2026-03-08T08:00:00Z'],
  // 1:00 AM occurs twice on November 1: the first one counts
  ['2026-11-01T06:00:00Z', 1, '2026-11-01', '2026-11-01T06:00:00Z'],
  ['2026-11-01T07:30:00Z', 1, '2026-11-01', '2026-11-01T06:00:00Z'],
  ['2026-11-02T06:59:59Z', 1, '2026-11-01', '2026-11-01T06:00:00Z'],
])('at %s, the summary of hour %i was last due on %s at %s', (now, hour, date, due) => {
  expect(lastSummary(new Date(now), hour, 'America/Chicago')).toEqual({ date, due: new Date(due) });
});
