import { describe, expect, test } from 'vitest';
import {
  isSameName,
  legalNames,
  nameOnDocument,
  namesSomebodyElse,
} from '#modules/applications/verification/names.ts';
import { documentSide } from '#modules/applications/verification/port.ts';

const names = (firstname: string, middlename: string, lastname: string, namesuffix = '') => ({
  firstname,
  middlename,
  lastname,
  namesuffix,
});
const read = (firstname: string, middlename: string, lastname: string) => ({
  firstname,
  middlename,
  lastname,
});

describe('the legal name', () => {
  test.each([
    ['capitals', names('Dana', '', 'Whitfield'), read('DANA', '', 'WHITFIELD')],
    ['accents', names('José', '', 'Núñez'), read('JOSE', '', 'NUNEZ')],
    ['letters without an accent', names('Søren', '', 'Großmann'), read('SOREN', '', 'GROSSMANN')],
    ['hyphens and spaces', names('Mary Ann', '', 'Smith-Jones'), read('MARYANN', '', 'SMITH JONES')],
    ['an apostrophe', names('Sean', '', 'O’Brien'), read('SEAN', '', "O'BRIEN")],
    ['a suffix behind the last name', names('Sam', '', 'King', 'Jr.'), read('SAM', '', 'KING JR')],
    ['a middle name that the ID does not show', names('Dana', 'Lee', 'Fox'), read('DANA', '', 'FOX')],
    [
      'a middle name of which the ID shows the initial',
      names('Dana', 'Lee', 'Fox'),
      read('DANA', 'L', 'FOX'),
    ],
    ['all given names as the first', names('Dana', 'Lee', 'Fox'), read('DANA LEE', '', 'FOX')],
    [
      'a first name of two words of which the ID shows one as middle name',
      names('Mary Ann', '', 'Fox'),
      read('MARY', 'ANN', 'FOX'),
    ],
    [
      'a suffix that the person wrote into the last name',
      names('Sam', '', 'King Jr'),
      read('SAM', '', 'KING JR'),
    ],
    ['letters with a stroke', names('Đorđe', '', 'Łukasz-Ærø'), read('DORDE', '', 'LUKASZ AERO')],
    ['vowels as two letters', names('Jürgen', '', 'Müller-Åberg'), read('JUERGEN', '', 'MUELLER AABERG')],
    ['no okina', names('Kaʻiulani', '', 'Kaʻahumanu'), read('KAIULANI', '', 'KAAHUMANU')],
    ['an apostrophe for an okina', names('Kaʻiulani', '', 'Kaʻahumanu'), read("KA'IULANI", '', 'KA`AHUMANU')],
    ['letters with a hook', names('An', '', 'Đặng'), read('AN', '', 'DANG')],
    ['other such letters', names('Þór', '', 'Viðar Cœur'), read('THOR', '', 'VIDAR COEUR')],
  ])('keeps the person’s spelling: %s', (_, entered, document) => {
    expect(legalNames(entered, document)).toEqual(entered);
    expect(namesSomebodyElse(entered, document)).toBe(false);
  });

  test.each([
    [
      'another last name',
      names('Dana', '', 'Whitfeld'),
      read('DANA', '', 'WHITFIELD'),
      names('Dana', '', 'Whitfield'),
    ],
    ['a short first name', names('Bob', '', 'Fox'), read('ROBERT', '', 'FOX'), names('Robert', '', 'Fox')],
    [
      'a missing middle name',
      names('Dana', '', 'Fox'),
      read('DANA', 'ELIZABETH', 'FOX'),
      names('Dana', 'Elizabeth', 'Fox'),
    ],
    [
      'an initial',
      names('Dana', 'E', 'Fox'),
      read('DANA', 'ELIZABETH', 'FOX'),
      names('Dana', 'Elizabeth', 'Fox'),
    ],
    [
      'more given names',
      names('Dana', '', 'Fox'),
      read('DANA ELIZABETH', '', 'FOX'),
      names('Dana', 'Elizabeth', 'Fox'),
    ],
    [
      'another middle name',
      names('Dana', 'Ann', 'Fox'),
      read('DANA', 'LEE', 'FOX'),
      names('Dana', 'Lee', 'Fox'),
    ],
    [
      'names with capitals inside',
      names('Sam', '', 'Donald'),
      read('SAM', '', "MCDONALD-O'NEIL"),
      names('Sam', '', "McDonald-O'Neil"),
    ],
    [
      'a name that is printed with small letters',
      names('Sam', '', 'Donald'),
      read('Sam', '', 'MacDonald'),
      names('Sam', '', 'MacDonald'),
    ],
    [
      'a last name that is also a suffix',
      names('Sam', '', 'Vee'),
      read('SAM', '', 'IV'),
      names('Sam', '', 'Iv'),
    ],
    [
      'a middle name beside a first name with an accent',
      names('José', '', 'Núñez'),
      read('JOSE', 'LUIS', 'NUNEZ'),
      names('José', 'Luis', 'Núñez'),
    ],
    [
      'more given names, and a middle name of its own',
      names('Dana', '', 'Fox'),
      read('DANA ELIZABETH', 'ANN', 'FOX'),
      names('Dana Elizabeth', 'Ann', 'Fox'),
    ],
    [
      'more given names behind a first name of two words',
      names('Mary Ann', '', 'Fox'),
      read('MARY ANN LEE', '', 'FOX'),
      names('Mary Ann', 'Lee', 'Fox'),
    ],
    [
      'more given names behind a first name with an accent',
      names('José', '', 'Fox'),
      read('JOSE LUIS', '', 'FOX'),
      names('José', 'Luis', 'Fox'),
    ],
    [
      'an initial where none was entered',
      names('Dana', '', 'Fox'),
      read('DANA', 'L', 'FOX'),
      names('Dana', 'L', 'Fox'),
    ],
    [
      'an initial of another name',
      names('Dana', 'Lee', 'Fox'),
      read('DANA', 'K', 'FOX'),
      names('Dana', 'K', 'Fox'),
    ],
    [
      'a shorter middle name',
      names('Dana', 'Lee', 'Fox'),
      read('DANA', 'LE', 'FOX'),
      names('Dana', 'Le', 'Fox'),
    ],
    [
      'a last name of two words',
      names('Sam', '', 'Smth Jones'),
      read('SAM', '', 'SMITH JONES'),
      names('Sam', '', 'Smith Jones'),
    ],
    [
      'a suffix that the person entered',
      names('Sam', '', 'Kng', 'III'),
      read('SAM', '', 'KING III'),
      names('Sam', '', 'King', 'III'),
    ],
  ])('is corrected by the ID: %s', (_, entered, document, legal) => {
    expect(legalNames(entered, document)).toEqual(legal);
    expect(namesSomebodyElse(entered, document)).toBe(false);
  });

  test('of two people is the same if both first and last name are', () => {
    const fox = { firstname: 'Zoë', lastname: 'Fox' };
    expect(isSameName(fox, { firstname: 'ZOE', lastname: 'FOX' })).toBe(true);
    expect(isSameName(fox, { firstname: 'Zoë', lastname: 'Wolf' })).toBe(false);
    expect(isSameName(fox, { firstname: 'Max', lastname: 'Fox' })).toBe(false);
  });

  test('of somebody else is recognized', () => {
    expect(namesSomebodyElse(names('Dana', '', 'Fox'), read('JOHN', '', 'SMITH'))).toBe(true);
  });
});

describe('the name on a document', () => {
  const side = (first_name: string | null, last_name: string | null, middle_name: string | null = null) =>
    documentSide.parse({ first_name, last_name, middle_name });

  test('is that of the front, with a middle name of the back', () => {
    const front = side('DANA', 'FOX');
    expect(nameOnDocument({ front, back: side(null, 'FOX', 'LEE') })).toEqual(read('DANA', 'LEE', 'FOX'));
  });

  test('has single spaces between its words, and the middle name of the front before that of the back', () => {
    const front = side(' ANNA \n MARIA ', '  DE  LA CRUZ ', 'LEE');
    expect(nameOnDocument({ front, back: side(null, null, 'KAY') })).toEqual(
      read('ANNA MARIA', 'LEE', 'DE LA CRUZ'),
    );
  });

  test('is that of the back where the front could not be read', () => {
    expect(nameOnDocument({ front: side('DANA', null), back: side('DANA', 'FOX') })).toEqual(
      read('DANA', '', 'FOX'),
    );
  });

  test.each([
    [null, 'FOX'],
    ['DANA', ''],
    ['D4NA<<', 'FOX'],
    ['DANA', 'https://x.example'],
  ])('is none where %s %s was read', (first, last) => {
    expect(nameOnDocument({ front: side(first, last), back: null })).toBeNull();
  });
});
