import { expect, test } from 'vitest';
import { hintOfDomain } from '#modules/platform/fields/domains.ts';

test.each([
  ['jo@gmial.com', 'gmail.com'],
  ['jo@gmai.com', 'gmail.com'],
  ['jo@gmaill.com', 'gmail.com'],
  ['jo@gnail.con', 'gmail.com'],
  ['Jo@GMAIL.CO', 'gmail.com'],
  ['jo@gmail.con', 'gmail.com'],
  ['jo@yaho.com', 'yahoo.com'],
  ['jo@yahoo.cm', 'yahoo.com'],
  ['jo@hotmial.com', 'hotmail.com'],
  ['jo@outlok.com', 'outlook.com'],
  ['jo@comcst.net', 'comcast.net'],
  ['j•••@icoud.com', 'icloud.com'],
  ['jo@harborpine.con', 'harborpine.com'],
  ['jo@mail.harborpine.cmo', 'mail.harborpine.com'],
  ['jo@gmail.om', 'gmail.com'],
  ['jo@gmail.cim', 'gmail.com'],
  ['jo@gmail.ne', 'gmail.com'],
  ['jo@gmail.net', 'gmail.com'],
  ['jo@sbcglobal.com', 'sbcglobal.net'],
  ['jo@comcast.con', 'comcast.net'],
  ['jo@gmial.co', 'gmail.com'],
  ['jo@gxmail.com', 'gmail.com'],
  [' jo@gmail.con ', 'gmail.com'],
  [`jo@${'x'.repeat(56)}.con`, `${'x'.repeat(56)}.com`],
])('%s probably means %s', (typed, domain) => {
  expect(hintOfDomain(typed)).toEqual({ kind: 'mistyped', domain });
});

test.each(['jo@mailinator.com', 'jo@YOPMAIL.com', 'j•••@guerrillamail.net'])('%s is temporary', (typed) => {
  expect(hintOfDomain(typed)).toEqual({ kind: 'disposable' });
});

test.each([
  'jo@gmail.com',
  'jo@mail.com',
  'jo@ymail.com',
  'jo@email.com',
  'jo@yahoo.fr',
  'jo@yahoo.co.uk',
  'jo@hotmail.de',
  'jo@example.com',
  'jo@harborpine.co',
  'jo@tail.com',
  'jo@comcast.com',
  'jo@verizon.com',
  'jo@cloud.com',
  'jo@outlook.fr',
  'jo@rocketmail.com',
  'jo@gmial.fr',
  // Two letters are wrong.
  'jo@gmxyl.com',
  'jo@gmixl.com',
  'jo@gmxal.com',
  'jo@gmiax.com',
  'jo@gm.com',
  'gmial.com',
  'jo@',
  '',
  `jo@${'gmial'.repeat(5_000)}.com`,
  `jo@${'x'.repeat(57)}.con`,
])('nothing is said of %j', (typed) => {
  expect(hintOfDomain(typed)).toBeNull();
});
