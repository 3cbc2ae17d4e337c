import { expect, test } from 'vitest';
import { z } from 'zod';
import { testPortal } from '#test/portal.ts';
import { documentedPayloads } from './documented-payloads.ts';
import { type JsonSchema, schemaOf } from './inputs.ts';

const portal = await testPortal();
const named = (call: { method: string; path: string }) => `${call.method} ${call.path}`;

test('each operation has a name and a summary', () => {
  const faults = portal.calls.rows.flatMap(({ operation: { name, summary } }) => [
    ...(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z0-9]+)*$/.test(name)
      ? []
      : [`${name}: name the operation as module.verb-object`]),
    ...(/^[A-Z].{10,}\.$/.test(summary) ? [] : [`${name}: give it a summary of one sentence`]),
  ]);
  expect(faults).toEqual([]);
});

test('two operations never share a name', () => {
  const operations = [...new Set(portal.calls.rows.map(({ operation }) => operation))].map(
    ({ name }) => name,
  );
  const twice = operations.filter((name, index) => operations.indexOf(name) !== index);
  expect(twice, 'rename one of the two: the name is in the audit log, the logs and the throttles').toEqual(
    [],
  );
});

test('every text that a call takes has an end, and every list', () => {
  const open = portal.calls.rows.flatMap((call) =>
    findOpen(schemaOf(call.operation.input), '').map(
      (field) =>
        `${named(call)}: give ${field} a greatest length, .max(…), in the input of ${call.operation.name}`,
    ),
  );
  expect(open).toEqual([]);
});

/** Texts without a maximum length, and lists without a maximum number of items. */
function findOpen(schema: JsonSchema, at: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inner = [
    ...parts.flatMap((part) => findOpen(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => findOpen(part, `${at}.${name}`)),
    ...(schema.items ? findOpen(schema.items, `${at}[]`) : []),
  ];
  const fixed = schema.enum ?? schema.const ?? schema.format ?? schema.maxLength;
  const short = /^\^[^*+]*\$$/.test(schema.pattern ?? '');
  if (schema.type === 'string' && fixed === undefined && !short) inner.push(at);
  if (schema.type === 'array' && schema.maxItems === undefined) inner.push(`${at}[]`);
  return inner;
}

/** D120: what the documents send is enough, and nothing of it is dropped. */
test.each(documentedPayloads)('$call takes what the documents send', ({ call, payloads }) => {
  const [method = '', path = ''] = call.split(' ');
  const input = portal.calls.find(method, path)?.operation.input ?? z.never();
  for (const payload of payloads) {
    expect(input.safeParse(payload).error?.issues ?? []).toEqual([]);
    const known = schemaOf(input).properties ?? {};
    expect(Object.keys(payload).filter((name) => !(name in known))).toEqual([]);
  }
});
