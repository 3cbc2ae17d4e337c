import { describe, expect, test } from 'vitest';
import { nameForm } from '#modules/applications/forms.ts';
import { optional } from '#modules/platform/fields/field.ts';
import * as kinds from '#modules/platform/fields/kinds.ts';
import { changesOf, schemaOf } from '#modules/platform/fields/schema.ts';
import { plainText, trimmed, yesNo } from '#modules/platform/fields/text.ts';

/** Each of these would start a new line in a mail, move the cursor of a terminal, or reverse the text after it. */
const unseen = ['\n', '\r\n', '\u0000', '\u001b[2J', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066'];

describe('a name', () => {
  const schema = schemaOf(kinds.businessName());
  test.each([
    'http://evil.test/claim',
    'Prize at evil.test',
    'evil.test/claim',
    'www.evil',
    'Pat\u200bLee',
    '\u200b',
    '\u2060',
    '\u3164',
    'Pat\u00adLee',
    'Pat\tLee',
  ])('is not %j', (name) => {
    expect(schema.safeParse(name).success).toBe(false);
  });
  test.each(['St. John Ltd.', 'J.R. Smith', 'A. B. Co.', 'Dr. No', 'José & Söhne, Inc.', '李小龍', 'No. 5'])(
    'may be %j',
    (name) => {
      expect(schema.parse(name)).toBe(name);
    },
  );
});

describe('a text of one line', () => {
  test.each(unseen.map((sign) => [JSON.stringify(sign), sign]))('has no %s in it', (_name, sign) => {
    const text = `Pat${sign}Lee`;
    expect(trimmed(60).safeParse(text).success).toBe(false);
    const address = schemaOf(kinds.emailAddress()).safeParse(`pat${sign}lee@example.com`);
    expect(address.data ?? 'patlee@example.com').toBe('patlee@example.com');
    const name = nameForm.schema.safeParse({
      firstname: text,
      lastname: 'Lee',
      dateofbirth: '04/12/1985',
      confirmdateofbirth: '04/12/1985',
    });
    expect(name.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['firstname']);
  });

  test.each(['Zoë', 'O’Neill-Smith', 'محمد', 'नमस्ते', '李小龍', 'José  María', '👩‍👩‍👧'])(
    'may be %s',
    (text) => {
      expect(trimmed(60).parse(` ${text}\n`)).toBe(text);
    },
  );
});

test('a text that the database cannot keep is none', () => {
  const schema = plainText(10);
  expect(['a\nb', 'a\u0000b', 'a\ud800'].map((text) => schema.safeParse(text).success)).toEqual([
    true,
    false,
    false,
  ]);
});

test('D2: YES and NO are a boolean inside', () => {
  expect(['YES', 'NO'].map((word) => yesNo.parse(word))).toEqual([true, false]);
  expect([true, false].map((value) => yesNo.encode(value))).toEqual(['YES', 'NO']);
});

describe('a date and a time', () => {
  const schema = schemaOf(kinds.dateTime('When'));
  test.each([
    ['04/12/1985 2:00 PM', '1985-04-12T14:00'],
    ['4.12.1985, 2:05am', '1985-04-12T02:05'],
    ['4-12-1985 12:30 AM', '1985-04-12T00:30'],
    ['04/12/1985 12:30 pm', '1985-04-12T12:30'],
    ['04/12/1985 1:00 am', '1985-04-12T01:00'],
    ['04/12/1985 0:30', '1985-04-12T00:30'],
    ['1985-04-12T23:59', '1985-04-12T23:59'],
  ])('%s is %s', (typed, kept) => {
    expect(schema.parse(typed)).toBe(kept);
  });
  test.each([
    '04/12/1985',
    '04/12/1985 24:00',
    '04/12/1985 2:60',
    '04/12/1985 0:30 am',
    '04/12/1985 13:00 pm',
    '02/30/1985 2:00 PM',
    'noon',
  ])('%s is none', (typed) => {
    expect(schema.safeParse(typed).success).toBe(false);
  });
});

test('a date that does not exist is told apart from one in another form', () => {
  const schema = schemaOf(kinds.date('Day'));
  const error = (typed: string) => schema.safeParse(typed).error?.issues[0]?.message;
  expect(error('1990-02-30')).toBe('There is no such date. Check the month and the day');
  expect(error('1990-02')).toBe('Enter the date as MM/DD/YYYY');
});

test.each(['0000-01-01', '0026-11-01', '1799-12-31', '9999-12-31'])(
  'the year of %s is one that nobody means',
  (typed) => {
    const message = (field: Parameters<typeof schemaOf>[0], value: string) =>
      schemaOf(field).safeParse(value).error?.issues[0]?.message;
    expect(message(kinds.date('Day'), typed)).toBe('Check the year');
    expect(message(kinds.dateTime('When'), `${typed} 2:00 PM`)).toBe('Check the year');
    expect(schemaOf(kinds.birthDate('Born')).safeParse(typed).success).toBe(false);
  },
);

test('what is not sent is empty where it may be, and missing where it may not', () => {
  const size = kinds.choice('Size', ['S', 'L'], 'Choose one');
  const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
    schema.safeParse(value).success;
  expect(schemaOf(kinds.tick('More')).parse(undefined)).toBe(false);
  expect(schemaOf(optional(kinds.number())).parse(undefined)).toBeUndefined();
  expect(schemaOf(optional(size)).parse(undefined)).toBeUndefined();
  for (const field of [kinds.number(), size, kinds.city()])
    expect(takes(schemaOf(field), undefined)).toBe(false);
  const changes = changesOf({ size, color: optional(size) });
  expect([{ color: '' }, { size: '' }, { size: 'L' }].map((change) => takes(changes, change))).toEqual([
    true,
    false,
    true,
  ]);
});

test('white space around a text does not count, and of a text that is too long nothing else is told', () => {
  const schema = schemaOf(kinds.personName('Name'));
  expect(schema.parse('  Nina\n')).toBe('Nina');
  expect(schema.safeParse('a\n'.repeat(100)).error?.issues).toHaveLength(1);
});
