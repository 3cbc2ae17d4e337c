import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areas, wholeJourneys } from '#test/run/areas.ts';

const folder = join(import.meta.dirname, '..', 'journeys');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => file.replaceAll('\\', '/').replace(/\.spec\.ts$/, ''));
const named = [...Object.values(areas).flatMap(({ journeys }) => journeys), ...wholeJourneys];

test('every journey belongs to an area', () => {
  const missing = files.filter((file) => !named.includes(file));
  expect(missing, 'add them to an area in test/run/areas.ts').toEqual([]);
});

test('every journey of an area is there', () => {
  const gone = named.filter((name) => !files.includes(name));
  expect(gone, 'take them out of test/run/areas.ts').toEqual([]);
});
