import { expect, test } from 'vitest';
import { writeShapes } from './shapes.ts';

test('every operation and form takes and gives what is listed, of the listed sizes and choices', async () => {
  await expect(
    writeShapes(),
    'if the change is meant, write it with: npx vitest run test/checks/shapes.test.ts -u',
  ).toMatchFileSnapshot('shapes.txt');
});
