import { expect, test } from 'vitest';
import { listedShapes, shapes } from './shapes.ts';

test('every operation and form takes what is listed, of the listed sizes and choices, and none else', () => {
  const listed = listedShapes();
  const wrong = [...shapes()].flatMap(([name, line]) => {
    const found = listed.get(name);
    listed.delete(name);
    if (found === line) return [];
    return [found ? `change the line to: ${line}` : `add the line: ${line}`];
  });
  wrong.push(...[...listed.keys()].map((name) => `remove the line of ${name}: no module has it`));
  expect(wrong, 'test/checks/shapes.tsv, if the change is meant').toEqual([]);
});
