import { expect, test } from 'vitest';
import { findCode } from '#modules/platform/fields/codes.ts';

test.each([
  ['ABC123', 'ABC123'],
  ['  abc-123 ', 'ABC123'],
  ['ab-c 12z', 'ABC12Z'],
  ['a b c d e f', 'ABCDEF'],
  ['qwerty', 'QWERTY'],
  ['ＡＢＣ１２３\u200b', 'ABC123'],
  ['Your code is: ABC123', 'ABC123'],
  ['Your code is ABC 123.', 'ABC123'],
  ['Please enter abc123 now', 'ABC123'],
  ['Your code is: QWERTY', 'QWERTY'],
  ['QWERTY is your code for ShieldHub', 'QWERTY'],
  ['Your security code\n\nQWERTY\n\nIt expires in 10 minutes.', 'QWERTY'],
  ['Order 123456. Your code is: ABC123', 'ABC123'],
  ['https://portal.example/verify?code=ABC123', 'ABC123'],
  ['Sent 10-12-26. Code: ABC123', 'ABC123'],
])('%j holds the code %s', (text, code) => {
  expect(findCode(text, 6)).toBe(code);
});

test.each([
  'Your code',
  'your co',
  'Please enter the number',
  'Your SECRET code',
  'PLEASE ENTER YOUR CODE IS: COMING',
  'Your code is coming soon',
  'Your code is for 123 Main Street',
  'ABC123 or DEF456',
  'ABC1234',
  '',
])('no word of %j is taken for a code', (text) => {
  expect(findCode(text, 6)).toBeNull();
});

test('digits alone, and codes of other lengths in groups', () => {
  expect(
    findCode('1234 is your code for the invitation from Acme. It expires in 10 minutes', 4, 'digits'),
  ).toBe('1234');
  expect(findCode('1234 or 5678', 4, 'digits')).toBeNull();
  expect(findCode('Your coupon: ABCD-EFGH-JKLM-NPQ2', 16)).toBe('ABCDEFGHJKLMNPQ2');
  expect(findCode('ABCD EFGH JKLM NPQR', 16)).toBe('ABCDEFGHJKLMNPQR');
  expect(findCode(' abcd efgh jkmn pqrs ', 16)).toBe('ABCDEFGHJKMNPQRS');
  expect(findCode('Recovery code: OIBAB-CDEFG', 10)).toBe('OIBABCDEFG');
});
