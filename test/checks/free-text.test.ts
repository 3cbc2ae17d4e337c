import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { line } from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { plainText } from '#modules/platform/index.ts';
import { operations } from './operation-list.ts';

/**
 * Tries every text that an operation takes: one that takes any words must refuse a Social Security number (D149), and
 * one that is called a name must refuse what a mail program would read as something else (D109).
 */

const list = 'test/checks/unchecked-texts.tsv';
const unchecked = new Map(
  readFileSync(join(import.meta.dirname, 'unchecked-texts.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t') as [string, string]),
);

const words = ['words', 'two words', 'words in a row, as people write them'];
const numbers = ['900-12-3456', 'it is 900-12-3456, as people write it'];
const addresses = ['=?utf-8?B?SGVsbG8=?=', 'evil\u2024example'];

interface Part {
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  left?: z.ZodType;
  right?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
}

/** The schemas of single values in an input, by their paths. */
function* leavesOf(schema: z.ZodType, path: string): Generator<[string, z.ZodType]> {
  const { shape, element, innerType, left, right, valueType, in: from } = schema._zod.def as Part;
  const inside = innerType ?? from;
  if (shape) for (const [name, part] of Object.entries(shape)) yield* leavesOf(part, `${path}.${name}`);
  else if (element) yield* leavesOf(element, path);
  else if (valueType) yield* leavesOf(valueType, path);
  else if (left && right) {
    yield* leavesOf(left, path);
    yield* leavesOf(right, path);
  } else if (inside && isComposed(inside)) yield* leavesOf(inside, path);
  else yield [path, schema];
}

function isComposed(schema: z.ZodType): boolean {
  const { shape, element, innerType, left, in: from } = schema._zod.def as Part;
  const inside = innerType ?? from;
  return Boolean(shape ?? element ?? left) || (inside !== undefined && isComposed(inside));
}

const takesAny = (schema: z.ZodType, texts: readonly string[]) =>
  texts.some((text) => schema.safeParse(text).success);

/** The names of files and hosts. */
const isOtherName = /\.(documents|theftreport|identity|file)\.name$|hostname$/;

const leaves = operations.flatMap(({ name, input }) => [...leavesOf(input, name)]);
const fieldOf = (path: string) => path.split('.').at(-1) ?? '';
/** The line of the list that names the field or its operation. */
const reasonFor = (path: string) =>
  [fieldOf(path), path.split('.').slice(0, 2).join('.')].find((key) => unchecked.has(key));

test('every text that takes any words refuses a Social Security number', () => {
  const found = leaves.filter(([, schema]) => takesAny(schema, words) && takesAny(schema, numbers));
  const used = new Set(found.map(([path]) => reasonFor(path)));
  const faults = [
    ...found
      .filter(([path]) => !reasonFor(path))
      .map(
        ([path]) => `${path} takes a Social Security number: make it a line, a note, a name or a freeText`,
      ),
    ...[...unchecked.keys()]
      .filter((key) => !used.has(key))
      .map((key) => `${list}: '${key}' is checked, take the line out`),
  ];
  expect(faults).toEqual([]);
});

test('every name refuses encoded words and dots of any shape', () => {
  const names = leaves.filter(
    ([path, schema]) =>
      /name$|suffix$|label$|^cardholder$/.test(fieldOf(path)) &&
      !isOtherName.test(path) &&
      takesAny(schema, words),
  );
  expect(names.length).toBeGreaterThan(30);
  const faults = names
    .filter(([path, schema]) => !reasonFor(path) && takesAny(schema, addresses))
    .map(([path]) => `${path} takes what is no name: make it a personName or a businessName`);
  expect(faults).toEqual([]);
});

test('sees a text without the rule', () => {
  expect(
    [plainText(100), schemaOf(line('Text', { max: 100 }))].map((schema) => takesAny(schema, numbers)),
  ).toEqual([true, false]);
});
