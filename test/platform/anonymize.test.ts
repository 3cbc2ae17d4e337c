import { expect, test } from 'vitest';
import { readField, rowsOf, writeField } from '#modules/platform/anonymize/copy-text.ts';
import { placeholderPicture } from '#modules/platform/anonymize/placeholders.ts';
import {
  hasCheckDigit,
  KeyRing,
  MadeUp,
  placeholderPdf,
  placeholderSignature,
  replacements,
} from '#modules/platform/index.ts';
import { newRingKey } from '#test/factories/key-rings.ts';
import { pdfText } from '#test/pdf-text.ts';

const keys = new KeyRing({
  active: 'k1',
  keys: { k1: newRingKey() },
  lookupKey: 'lookup',
  signingKeys: ['sign'],
});
const madeOf = (byte: number) => new MadeUp({ keys, secret: Buffer.alloc(32, byte), passwordHash: 'hash' });
const made = madeOf(1);
const row = { table: 'account', made, of: () => null };

test('what is made up is the same in one copy, another in the next, and of the shape of the original', () => {
  const shapes: [keyof MadeUp, string, RegExp][] = [
    ['email', 'Dana.Whitfield@acme.test', /^[0-9a-f]{16}@people\.example$/],
    ['phone', '2125550123', /^[2-9]\d\d55501\d\d$/],
    ['ssn', 'hash of an SSN', /^9\d{8}$/],
    ['firstname', 'an id', /^[A-Z][a-z]+nix$/],
    ['postalcode', 'an id', /^000\d\d$/],
    ['address', '2001:db8::1', /^198\.51\.100\.\d{1,3}$/],
    ['opaque', 'pi_3Nabc', /^pi_[0-9a-f]{24}$/],
  ];
  for (const [kind, original, shape] of shapes) {
    const value = (of: MadeUp) => (of[kind] as (text: string) => string).call(of, original);
    expect(value(made), kind).toMatch(shape);
    expect(value(made), kind).toBe(value(madeOf(1)));
    if (!['postalcode', 'address'].includes(kind)) expect(value(made), kind).not.toBe(value(madeOf(2)));
  }
  expect(made.email('A@B.test')).toBe(made.email('a@b.test'));
});

test('ShieldIDs keep their letters, have a right check digit, and never become one', () => {
  const numbers = Array.from({ length: 1_000 }, (_, n) => `FL${String(n * 99_991).padStart(8, '0')}0`);
  const others = numbers.map((number) => made.shieldNumber(number));
  expect(new Set(others).size).toBe(numbers.length);
  expect(others.filter((other) => !/^FL\d{9}$/.test(other) || !hasCheckDigit(other.slice(2)))).toEqual([]);
});

test('fields of COPY are read and written as PostgreSQL does, across pieces of any size', async () => {
  const plain = 'a tab\t, a line\n, a backslash \\, é and \\N';
  expect(readField(writeField(plain))).toBe(plain);
  expect(writeField(plain)).toBe('a tab\\t, a line\\n, a backslash \\\\, é and \\\\N');
  expect([readField('\\N'), writeField(null), readField('')]).toEqual([null, '\\N', '']);
  const bytes = Buffer.from(`${writeField(plain)}\t1\n\\N\t2\n`);
  const rows: string[][] = [];
  async function* single() {
    for (const byte of bytes) yield Buffer.of(byte);
  }
  for await (const fields of rowsOf(single())) rows.push(fields);
  expect(rows).toEqual([
    [writeField(plain), '1'],
    ['\\N', '2'],
  ]);
});

test('JSON keeps names, numbers, ids and days, and no text', () => {
  const id = '01a226f3-2020-765b-9435-63152ea05682';
  const value = { id, on: '2026-01-31', rows: 2, yes: true, none: null, who: ['Dana Whitfield', ''] };
  expect(replacements.scrubbed(JSON.stringify(value), row, 'detail')).toBe(
    `{"id": "${id}", "on": "2026-01-31", "rows": 2, "yes": true, "none": null, "who": ["Removed from this copy.", ""]}`,
  );
});

test('of a birthday the year stays, and an empty text stays empty', () => {
  expect(replacements.birthday('1984-03-09', row, 'dateofbirth')).toBe('1984-07-01');
  expect(replacements.phone('', row, 'mobile')).toBe('');
  expect(replacements.address('system', row, 'address')).toBe('system');
  expect(replacements.email('x@erased.invalid', row, 'emailaddress')).toBe('x@erased.invalid');
});

test('placeholders are files of their kind', async () => {
  expect(await pdfText(placeholderPdf.toString('base64'))).toBe(
    'Placeholder: this copy has no files of people.',
  );
  for (const [picture, width, height] of [
    [placeholderPicture, 320, 200],
    [placeholderSignature, 762, 200],
  ] as const) {
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([width, height]);
  }
});
