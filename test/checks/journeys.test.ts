import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { groups, unseen } from '#test/journeys/pages/index.ts';
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

/** The routes that draw a page or a dialog, with the paths of the routes above them. */
function pagesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/');
    const own = path !== undefined && file.endsWith('.tsx') ? [whole] : [];
    return [...own, ...pagesOf(children, whole)];
  });
}

const pages = new Set(pagesOf(routes));
const looked = new Set(groups.flatMap((group) => group.routes));

test('axe looks at every page', () => {
  const missing = [...pages].filter((page) => !looked.has(page) && !(page in unseen));
  expect(missing, 'add them to a group in test/journeys/pages').toEqual([]);
});

test('every page that axe looks at, or leaves out, is there', () => {
  const gone = [...looked, ...Object.keys(unseen)].filter((page) => !pages.has(page));
  expect(gone, 'take them out of test/journeys/pages').toEqual([]);
  expect(Object.keys(unseen).filter((page) => looked.has(page))).toEqual([]);
});
