import { expect, test } from 'vitest';
import { findGrade, grades } from '#modules/platform/browser.ts';

test('F37: a grade is read by its name or its number, and nothing else is one', () => {
  expect(['1+', '1', '2', '3', '4'].map(findGrade)).toEqual(['IC01+', 'IC01', 'IC02', 'IC03', 'IC04']);
  expect(grades.map(findGrade)).toEqual([...grades]);
  expect([' ic01+ ', 'na'].map(findGrade)).toEqual(['IC01+', 'NA']);
  expect(['', '0', '5', '1 +', 'IC', 'IC05', 'IC011'].map(findGrade)).toEqual(Array(7).fill(null));
});
