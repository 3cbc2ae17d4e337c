import fc from 'fast-check';

/** Stands for a text that JSON.stringify cannot write. It is replaced in the finished body. */
const raw = {
  deepArray: '@@deep-array@@',
  deepObject: '@@deep-object@@',
  infinite: '@@infinite@@',
};
const DEPTH = 10_000;
const MEGABYTE = 1_048_576;
const deepArray = '['.repeat(DEPTH).concat(']'.repeat(DEPTH));
const deepObject = '{"a":'.repeat(DEPTH).concat('1', '}'.repeat(DEPTH));

/** Values that cause damage if a check is missing. */
const known: unknown[] = [
  // Objects that an object-relational mapper could understand as operators.
  { $like: '%' },
  { $ne: null },
  { $or: [{}, {}] },
  { $gt: '' },
  ['A1B2C3'],
  [[]],
  [{ id: 1 }],
  {},
  // Names that access the prototype of an object.
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { constructor: { prototype: { polluted: true } } },
  '__proto__',
  'constructor',
  'toString',
  // Characters that PostgreSQL, a log or a page may not be able to handle.
  'a\u0000b',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202eabc\u0000',
  '\r\nSet-Cookie: planted=1',
  "' or 1=1; --",
  '%',
  '_%',
  '\\',
  '{{7*7}}<%= 7*7 %>',
  '<script>planted()</script>',
  '../../../../etc/passwd',
  '=cmd|planted!A1',
  // Sizes.
  'x'.repeat(20_000),
  'x'.repeat(2 * MEGABYTE),
  Array.from({ length: 50_000 }, () => 0),
  raw.deepArray,
  raw.deepObject,
  // Invalid numbers and dates.
  raw.infinite,
  -1,
  0.5,
  2 ** 53,
  1e300,
  'NaN',
  'infinity',
  'today',
  '2026-02-30',
  '0000-00-00',
  '99999-12-31',
  '0000-01-01',
  '0026-11-01',
  '9999-12-31',
  '٠١٢٣٤٥',
  true,
  null,
  '',
  ' ',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...known) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown> },
);

/** Complete bodies that are not valid for a call. */
export const badBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'null',
  '[]',
  '""',
  '0',
  '{',
  '{"a":1,}',
  '\u0000',
  '[{"$like":"%"}]',
  '{"__proto__":{"polluted":true}}',
  deepArray,
  deepObject,
  `{"a":"${'x'.repeat(2 * MEGABYTE)}"}`,
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
);

/** Writes an input as JSON, including values that JSON.stringify does not write. */
export function writeBody(input: unknown): string {
  return JSON.stringify(input)
    .replaceAll(`"${raw.deepArray}"`, deepArray)
    .replaceAll(`"${raw.deepObject}"`, deepObject)
    .replaceAll(`"${raw.infinite}"`, '1e999');
}

/** Writes an input as a query string. A lone surrogate is written as bytes that are not valid text. */
export function writeQuery(input: Record<string, unknown>): string {
  const parts = Object.entries(input).flatMap(([name, value]) => {
    const key = encode(name);
    if (Array.isArray(value)) return value.slice(0, 20).map((item) => `${key}=${encode(plain(item))}`);
    if (value !== null && typeof value === 'object') {
      return Object.entries(value).map(([inner, item]) => `${key}[${encode(inner)}]=${encode(plain(item))}`);
    }
    return [`${key}=${encode(plain(value))}`];
  });
  return parts.join('&');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 4000) : JSON.stringify(value).slice(0, 4000);
}

function encode(text: string): string {
  return encodeURIComponent(
    text.replace(/[\ud800-\udfff]/g, (unit) => (unit.isWellFormed() ? unit : '\ufffd')),
  ).replaceAll('%EF%BF%BD', '%ED%A0%80');
}
