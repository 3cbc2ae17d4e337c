import { describe, expect, test } from 'vitest';
import { isNeverIssued, requireAge } from '#modules/applications/steps/details.ts';
import { isNameOf, readSignatureVectors } from '#modules/applications/steps/signature.ts';

/** Rules about what an applicant enters, without a database. */

const code = (refusal: string) => expect.objectContaining({ code: refusal });

describe('D111: an applicant is 18', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  test.each(['2008-03-01', '2008-02-29', '1985-04-12'])('who was born on %s is', (born) => {
    expect(() => requireAge(born, now)).not.toThrow();
  });
  test.each(['2008-03-02', '2009-01-01', '2026-03-01'])('who was born on %s is not yet', (born) => {
    expect(() => requireAge(born, now)).toThrow(code('applications.too-young'));
  });
  test('whose birth is not known is asked elsewhere', () => {
    expect(() => requireAge(null, now)).not.toThrow();
  });
});

test.each([
  ['000123456', true],
  ['666123456', true],
  ['900123456', true],
  ['999123456', true],
  ['123004567', true],
  ['123450000', true],
  ['123450001', false],
  ['100010001', false],
  ['667010010', false],
  ['899990001', false],
])('D40: whether %s was never issued: %s', (digits, never) => {
  expect(isNeverIssued(digits)).toBe(never);
});

describe('a typed signature', () => {
  const signer = { firstname: 'José María', lastname: 'O’Neil-Fox' };
  test.each([
    'José María O’Neil-Fox',
    'jose maria o neil fox',
    'FOX, JOSÉ (MARÍA) LUIS O’NEIL',
    'Ｊosé María O’Neil Fox',
  ])('%s is the name of the signer', (typed) => {
    expect(isNameOf(typed, signer)).toBe(true);
  });
  test.each(['José O’Neil-Fox', 'José María Fox', 'JoséMarío O’Neil-Fox', ''])('%s is not', (typed) => {
    expect(isNameOf(typed, signer)).toBe(false);
  });
  test.each([
    ['An', 'Đặng', 'An Dang'],
    ['Łukasz', 'Nowak', 'Lukasz Nowak'],
    ['Pat', "O'Brien", 'Pat OBrien'],
    ['Pat', 'OBrien', 'Pat O`Brien'],
    ['Kaʻiulani', 'Kaʻahumanu', "Ka'iulani Ka'ahumanu"],
    ['Kaiulani', 'Kaahumanu', 'Kaʻiulani Kaʼahumanu'],
    ['Jürgen', 'Großmann', 'GROSSMANN, JUERGEN'],
    ['Mary-Ann', 'Smith Jones', 'Maryann Smith-Jones'],
    ['José María', 'O’Neil-Fox', 'JoséMaría O’Neil-Fox'],
  ])('of %s %s may be written %s', (firstname, lastname, typed) => {
    expect(isNameOf(typed, { firstname, lastname })).toBe(true);
  });
  test('with one vowel more is somebody else’s', () => {
    expect(isNameOf('Michal Fox', { firstname: 'Michael', lastname: 'Fox' })).toBe(false);
  });
  test('of nobody is nobody’s', () => {
    expect(isNameOf('Anybody', { firstname: '', lastname: '-' })).toBe(false);
  });
});

describe('the strokes of a signature', () => {
  const point = { x: 1, y: 2 };
  const strokes = (length: number, points = 1) =>
    JSON.stringify(Array.from({ length }, () => ({ points: Array.from({ length: points }, () => point) })));
  test('are kept without anything else', () => {
    const stroke = {
      points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }],
      minWidth: 1,
      maxWidth: 2,
      dotSize: 3,
      velocityFilterWeight: 0.7,
    };
    expect(readSignatureVectors(JSON.stringify([{ ...stroke, color: 'red' }]))).toBe(
      JSON.stringify([stroke]),
    );
  });
  test.each([
    ['500', strokes(500)],
    ['20,000 points', strokes(1, 20_000)],
  ])('are at most %s', (_what, text) => {
    expect(readSignatureVectors(text)).toBe(text);
  });
  test.each([
    ['none', '[]'],
    ['501', strokes(501)],
    ['a stroke without points', strokes(1, 0)],
    ['20,001 points', strokes(1, 20_001)],
    ['no numbers', '[{"points":[{"x":"1","y":2}]}]'],
    ['no JSON', 'x'],
  ])('are unreadable: %s', (_what, text) => {
    expect(() => readSignatureVectors(text)).toThrow(code('applications.signature-unreadable'));
  });
});
