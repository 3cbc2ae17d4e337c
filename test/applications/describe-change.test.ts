import { expect, test } from 'vitest';
import { describeChange } from '#modules/applications/catalogue/describe-change.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

test.each([
  ['a short text as a whole', 'Pay in 10 days', 'Pay in 14 days', 'Pay in 10 days -> Pay in 14 days'],
  [
    'a word in the middle of a long one',
    `${words(100)} in 10 days ${words(100)}`,
    `${words(100)} in 14 days ${words(100)}`,
    '… word95 word96 word97 word98 word99 in 1[0] days word0 word1 word2 word3 word4 word… -> … word95 word96 word97 word98 word99 in 1[4] days word0 word1 word2 word3 word4 word…',
  ],
  ['what was added at the end', words(30), `${words(30)}!`, /^….*word29\[\] -> ….*word29\[!\]$/],
  [
    'what was doubled',
    `${'ab'.repeat(60)}`,
    `${'ab'.repeat(61)}`,
    new RegExp(`^…${'ab'.repeat(20)}\\[\\] -> …${'ab'.repeat(20)}\\[ab\\]$`),
  ],
  [
    'of a long passage as much as one reads',
    'x',
    `x${'y'.repeat(500)}`,
    /^x\[\] -> x\[y{400}… \(100 more characters\)\]$/,
  ],
  [
    'two changes far apart as two passages',
    [`<p>${words(9)} 10</p>`, `<p>${words(200)}</p>`, `<p>${words(9)} 20</p>`].join('\n'),
    [`<p>${words(9)} 11</p>`, `<p>${words(200)}</p>`, `<p>${words(9)} 22</p>`].join('\n'),
    /^….{40}\[0\]<\/p>\n -> ….{40}\[1\]<\/p>\n; ….{40}\[0\]<\/p> -> ….{40}\[2\]<\/p>$/,
  ],
  [
    'a paragraph that is gone, and one that is new, each after the one before it',
    ['<p>One</p>', '<p>Two</p>', `<p>${words(20)}</p>`, '<p>Four</p>'].join(''),
    ['<p>One</p>', `<p>${words(20)}</p>`, '<p>Four</p>', '<p>Five</p>'].join(''),
    '<p>One</p>[<p>Two</p>] -> <p>One</p>[]; <p>Four</p>[] -> <p>Four</p>[<p>Five</p>]',
  ],
])('shows %s', (_, then, now, shown) => {
  if (typeof shown === 'string') expect(describeChange(then, now)).toBe(shown);
  else expect(describeChange(then, now)).toMatch(shown);
});
