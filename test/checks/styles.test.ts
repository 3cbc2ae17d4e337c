import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'app', 'styles');

/** media.css changes parts of all other files, and index.css only imports. */
const acrossParts = ['index.css', 'media.css'];

function readStyles(): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The selectors of a file, without its comments and at-rules. */
function selectorsOf(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return [...rules]
    .map(([, head = '']) => withoutArguments(head.trim()))
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(',').map((selector) => selector.trim()));
}

/**
 * Changes `.part:not(.open)` to `.part:not`, so that the arguments of a pseudo-class do not count as classes or commas.
 */
function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '');
  return shorter === selector ? selector : withoutArguments(shorter);
}

/**
 * The classes that a file defines: those of selectors without ancestors. A selector that begins with another class only
 * places a part inside another one, and states (`is-open`) belong to all files.
 */
function definedIn(css: string): Set<string> {
  const alone = selectorsOf(css).filter((selector) => !/[\s>+~]/.test(selector));
  return new Set(
    alone.flatMap((selector) =>
      [...selector.matchAll(/\.(?!is-)([a-z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  );
}

function definedTwice(styles: ReadonlyMap<string, string>): string[] {
  const homes = new Map<string, string[]>();
  for (const [file, css] of styles) {
    if (acrossParts.includes(file)) continue;
    for (const name of definedIn(css)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return [...homes]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `.${name} is defined in ${files.join(' and ')}: move it into one of them`);
}

test('each class is defined in one file', () => {
  expect(definedTwice(readStyles())).toEqual([]);
});

test('a class in two files is seen, in a list and in a media query too; one inside another part is not', () => {
  const planted = new Map([
    ['cards.css', '.card, .tile:hover { color: red }'],
    ['grid.css', '@media (min-width: 1rem) { .tile { color: red } } .grid .card { color: red }'],
    ['media.css', '.card { color: red }'],
  ]);
  expect(definedTwice(planted)).toEqual([
    '.tile is defined in cards.css and grid.css: move it into one of them',
  ]);
});

/**
 * Browsers keep one list of what any `:has()` may change, and look for all of it below each element whose state one
 * depends on. So a row that is selected would have each cell of its grid styled again if one rule said `:has() td`.
 */
function broadChanges(styles: ReadonlyMap<string, string>): string[] {
  return [...styles].flatMap(([file, css]) =>
    selectorsOf(css.replaceAll(/(?::not\()?:has\((?:[^()]|\([^()]*\))*\)+/g, ':has'))
      .filter((selector) => /:has[^\s>+~]*[\s>+~][^.]*$/.test(selector))
      .map((selector) => `${file}: ${selector} changes elements of every class; name one`),
  );
}

test('what :has() changes below an element has a class', () => {
  expect(broadChanges(readStyles())).toEqual([]);
});

test('a rule whose :has() changes elements of every class is seen, in whatever it stands', () => {
  const planted = new Map([
    ['grid.css', '.data:has(+ .foot) td, .data tr:has(:checked) .name { color: red }'],
    ['cards.css', '.card:not(:has(.open)) > * { color: red } .list .row:has(~ .end)::after { color: red }'],
  ]);
  expect(broadChanges(planted)).toEqual([
    'grid.css: .data:has td changes elements of every class; name one',
    'cards.css: .card:has > * changes elements of every class; name one',
  ]);
});

test('every file stands in a layer', () => {
  const index = readStyles().get('index.css') ?? '';
  const layers = /@layer ([^;]+);/.exec(index)?.[1]?.split(', ') ?? [];
  for (const name of readStyles().keys()) {
    if (name === 'index.css') continue;
    const layer = new RegExp(`@import "\\./${name}" layer\\((\\w+)\\);`).exec(index)?.[1];
    expect(layers, `app/styles/index.css: import ${name} into a layer`).toContain(layer);
  }
});
