import { expect, test } from 'vitest';
import { compilerErrors } from './compiler.ts';
import { snippets } from './snippets.ts';

const complaints = compilerErrors(Object.fromEntries(snippets.map(({ name, source }) => [name, source])));

test.each(snippets)('$name', ({ name, complaint }) => {
  const said = complaints.get(name) ?? [];
  if (complaint === null) {
    expect(said, 'the snippet compiles').toEqual([]);
    return;
  }
  expect(said.join('\n')).toMatch(complaint);
});

test('every snippet has a name of its own', () => {
  expect(new Set(snippets.map(({ name }) => name)).size).toBe(snippets.length);
});
