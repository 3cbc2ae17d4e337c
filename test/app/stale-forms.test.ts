import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A form with the field `seen` is refused when somebody else saved meanwhile. With script, its page must then load what
 * is stored now, and the new `seen` with it: otherwise sending again is refused again. The router loads nothing after a
 * refusal by itself.
 */
const folder = join(import.meta.dirname, '../../app/routes');
const files = (await readdir(folder, { recursive: true }))
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => join(folder, file));
const textOf = (file: string) => readFileSync(file, 'utf8');

const hasSeen = (file: string) => /fields\.seen\b|<ChangedMeanwhile\b/.test(textOf(file));
const partsOf = (file: string) =>
  [...textOf(file).matchAll(/from '(\.[^']+\.tsx)'/g)].map(([, path = '']) => join(dirname(file), path));
const routes = files.filter((file) =>
  /^export (?:async )?function loader\b|^export const loader\b/m.test(textOf(file)),
);
const withSeen = routes.filter((file) =>
  [file, ...partsOf(file)].some((part) => files.includes(part) && hasSeen(part)),
);

test('there are pages whose forms are refused after somebody else saved', () => {
  expect(withSeen.length).toBeGreaterThan(10);
});

test.each(withSeen.map((file) => [file.slice(folder.length + 1), file]))(
  '%s loads what is stored after such a refusal',
  (_name, file) => {
    expect(textOf(file)).toMatch(/^export (?:const|function) shouldRevalidate\b/m);
  },
);
