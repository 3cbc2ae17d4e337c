import { expect, test } from 'vitest';
import { areas, builtAreas, listCatalogue } from '#modules/platform/catalogue.ts';
import { findUnshown, shows } from '#test/shown.ts';
import { documentedNumbers, documentedTexts } from './documented-texts.ts';

test('an entry of a built area that nothing shows is found, others are left alone', () => {
  const entries = [
    { key: 'planted.shown', area: 'built' },
    { key: 'planted.unshown', area: 'built' },
    { key: 'planted.later', area: 'later' },
  ];
  expect(findUnshown(entries, ['built'], new Set(['planted.shown']))).toEqual(['planted.unshown']);
});

test('evidence that does not hold the text is refused', () => {
  expect(() => shows('edge.not-found', 'Something else')).toThrow('was not shown');
  expect(() => shows('session.poll', 31_000)).toThrow('was not shown');
});

test('every entry has a key of its own, a text or a number, and a known area', () => {
  const entries = listCatalogue();
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  for (const { key, area, value } of entries) {
    expect(areas, key).toContain(area);
    expect(['string', 'number', 'object'], key).toContain(typeof value);
  }
  expect(areas).toEqual(expect.arrayContaining([...builtAreas]));
});

test('the texts of the documents stand in the catalogue letter by letter', () => {
  const texts = new Set(listCatalogue().map(({ value }) => value));
  const missing = documentedTexts.filter(({ text, later }) => !later && !texts.has(text));
  expect(missing.map(({ text, source }) => `${source}: ${text}`)).toEqual([]);
});

test('a documented text that has come is no longer listed as one of a later area', () => {
  const texts = new Set(listCatalogue().map(({ value }) => value));
  expect(
    documentedTexts.filter(({ text, later }) => later && texts.has(text)).map(({ text }) => text),
  ).toEqual([]);
});

test('the numbers of the catalogue are those of the documents', () => {
  const numbers = listCatalogue().filter(({ value }) => typeof value !== 'string');
  expect(Object.fromEntries(numbers.map(({ key, value }) => [key, value]))).toEqual(documentedNumbers);
});
