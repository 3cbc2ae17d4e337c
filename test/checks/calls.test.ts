import { expect, test } from 'vitest';
import { testPortal } from '#test/portal.ts';
import { listCalls } from './call-list.ts';
import { type JsonSchema, schemaOf } from './inputs.ts';

const portal = await testPortal();
const listed = listCalls();
const named = (call: { method: string; path: string }) => `${call.method} ${call.path}`;

const list = 'test/checks/calls.tsv';

test('every call that is listed is answered by its operation, and no other is answered', () => {
  const operationOf = new Map(portal.calls.rows.map((call) => [named(call), call.operation.name]));
  const faults = [
    ...listed.flatMap((call) => {
      const found = operationOf.get(named(call)) ?? null;
      operationOf.delete(named(call));
      if (found === call.operation) return [];
      return found === null
        ? [`${named(call)}: add its row to the api.ts of its module, or write "later: AREA" in ${list}`]
        : [`${named(call)} runs ${found}: ${list} says ${call.operation ?? 'that it does not exist yet'}`];
    }),
    ...[...operationOf].map(
      ([call, operation]) => `${list}: add the line "${call.replace(' ', '\\t')}\\t${operation}"`,
    ),
  ];
  expect(faults).toEqual([]);
});

test('the list knows every call once', () => {
  const names = listed.map(named);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice.map((name) => `${list}: take one of the lines of ${name} out`)).toEqual([]);
});

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
