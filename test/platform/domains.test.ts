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
  'jo@gm.com',
  'gmial.com',
  'jo@',
  '',
  `jo@${'gmial'.repeat(5_000)}.com`,
])('nothing is said of %j', (typed) => {
  expect(hintOfDomain(typed)).toBeNull();
});
