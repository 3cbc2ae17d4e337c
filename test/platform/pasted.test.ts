import { expect, test } from 'vitest';
import * as kinds from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { storedText } from '#modules/platform/index.ts';

/** What people paste into fields with a format: the text around a value, and spellings of other programs. */

const readPhone = (typed: string) => schemaOf(kinds.phone('Mobile')).safeParse(typed);
const readBirth = (typed: string) => schemaOf(kinds.birthDate()).safeParse(typed);
const readTime = (typed: string) => schemaOf(kinds.dateTime('When')).safeParse(typed).data;
const messageOf = (result: ReturnType<typeof readPhone>) => result.error?.issues[0]?.message;

test.each([
  '001 512 555 0147',
  '011-1-512-555-0147',
  '512-555-0147 ext. 5',
  '(512) 555-0147 x5',
  'tel:+1-512-555-0147;ext=5',
  '512.555.0147 #12',
  'Cell: 512/555/0147',
  '５１２−５５５−０１４７',
  '٥١٢٥٥٥٠١٤٧',
])('reads the phone number in %j', (typed) => {
  expect(readPhone(typed).data).toBe('5125550147');
});

test.each([
  ['112 555 0147 1', 'Enter a US phone number. Area codes don’t begin with 0 or 1'],
  ['012-555-0147', 'Enter a US phone number. Area codes don’t begin with 0 or 1'],
  ['112-555-0147', 'Enter a US phone number. Area codes don’t begin with 0 or 1'],
  ['1-512-555-014', 'Enter all 10 digits'],
  ['+1 512-555-014', 'Enter all 10 digits'],
  ['+44 20 7946 0958', 'Enter one US phone number of 10 digits'],
  ['0044 20 7946 0958', 'Enter one US phone number of 10 digits'],
  ['512-555-0147 or 512-555-0148', 'Enter one US phone number of 10 digits'],
])('takes no phone number from %j', (typed, message) => {
  expect(messageOf(readPhone(typed))).toBe(message);
});

test.each([
  '1990⁄5⁄17',
  '5∕17∕1990',
  '1990年5月17日',
  '１９９０年５月１７日',
  '1990년 5월 17일',
  'May 17th, 1990',
  'the 17th of May, 1990',
  'Thursday, May 17, 1990',
  'Thu. 17 May 1990',
  '17MAY1990',
  '1990-05-17T00:00:00.000Z',
  '1990-05-17 13:00:00+02:00',
  '5/17/1990 12:00:00 AM',
])('reads the date in %j', (typed) => {
  expect(readBirth(typed).data).toBe('1990-05-17');
});

test('reads months of four letters, and weekdays that are abbreviated', () => {
  expect(readBirth('Sept. 3, 1990').data).toBe('1990-09-03');
  expect(readBirth('July 4, 1990').data).toBe('1990-07-04');
  expect(readBirth('4 June 1990').data).toBe('1990-06-04');
  expect(readBirth('Sun, Mar 4th 1990').data).toBe('1990-03-04');
});

test('takes no date from a weekday, a year of two digits, or a day that does not exist', () => {
  for (const typed of ['Friday', "May 17 '90", '05-17-90', 'Mayo 17, 1990']) {
    expect(messageOf(readBirth(typed)), typed).toBe('Enter the date as MM/DD/YYYY');
  }
  expect(messageOf(readBirth('1990-02-30T00:00'))).toBe('There is no such date. Check the month and the day');
});

test('reads a time once', () => {
  expect(readTime('2026-11-29T10:00')).toBe('2026-11-29T10:00');
  expect(readTime('2026-11-29T10:00 11:00')).toBeUndefined();
});

test('knows what an input shows of a text that was stored', () => {
  expect(storedText(kinds.phone('Mobile'), '+1 (512) 555-0147')).toBe('512-555-0147');
  expect(storedText(kinds.birthDate(), '1990/5/17')).toBe('05/17/1990');
  expect(storedText(kinds.line('City', { max: 40 }), '  Austin ')).toBe('Austin');
  expect(storedText(kinds.choice('Role', ['A', 'B'], 'Choose'), 'B')).toBe('B');
  expect(storedText(kinds.ssn('SSN'), '900-00-0012')).toBeNull();
  expect(storedText(kinds.phone('Mobile'), '12')).toBeNull();
});
