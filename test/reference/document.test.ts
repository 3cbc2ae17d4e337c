// Takes long: the linter and the schemas look at every call.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import examples from '#modules/call-examples.json' with { type: 'json' };
import { referenceDocument } from '#modules/reference.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const document = referenceDocument(portal);

test('the linter finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const lines = problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(' '),
  );
  expect(lines).toEqual([]);
});

test('every call has an example, and no example is of another call', () => {
  const keyed = portal.keyCalls.rows.map(({ route }) => route.replace(' ', '-v1'));
  const others = portal.calls.rows.map(({ method, path }) => `${method}${path}`);
  const ids = [...keyed, ...others].map((call) => call.toLowerCase().replaceAll(/[/:]+/g, '-'));
  expect(Object.keys(examples)).toEqual(ids.toSorted());
});

interface Parameter {
  name: string;
  schema: { description?: string };
}

test('what every list of the company API has in common is described at each', () => {
  const { paths } = document as { paths: Record<string, { get?: { parameters?: Parameter[] } }> };
  const lists = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, { get }]) => get?.parameters?.map((parameter) => ({ path, ...parameter })) ?? [])
    .filter(({ name }) => name === 'limit' || name === 'starting_after');
  expect(lists.length).toBeGreaterThan(8);
  const silent = lists.filter(({ schema }) => !schema.description);
  expect(silent.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

/** Every place of the document that has both a schema and an example of it. */
function examplesIn(value: unknown): { schema: object; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('schema' in value && 'example' in value) return [value as { schema: object; example: unknown }];
  return Object.values(value).flatMap(examplesIn);
}

test('each example is of the shape that the document promises', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  for (const { schema, example } of examplesIn(document)) {
    const validate = ajv.compile(schema);
    expect(validate(example) || validate.errors, JSON.stringify(example)).toBe(true);
  }
});
