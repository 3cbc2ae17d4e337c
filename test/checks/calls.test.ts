import { expect, test } from 'vitest';
import { testPortal } from '#test/portal.ts';
import { admitted, listCalls } from './call-list.ts';
import { type JsonSchema, schemaOf } from './inputs.ts';

const portal = await testPortal();
const listed = listCalls();
const named = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const built = listed.filter((call) => call.built).map(named);

test('every call that is listed as built is answered, and every one that is answered is listed as built', () => {
  expect(portal.calls.rows.map(named).sort()).toEqual(built.sort());
});

test('the list knows every call once', () => {
  expect(new Set(listed.map(named)).size).toBe(listed.length);
  expect(listed).toHaveLength(153);
});

test('each operation has a name, a summary, and admits whom the list says', () => {
  for (const { operation, ...call } of portal.calls.rows) {
    expect(operation.name, named(call)).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z0-9]+)*$/);
    expect(operation.summary, named(call)).toMatch(/^[A-Z].{10,}\.$/);
    const row = listed.find((candidate) => named(candidate) === named(call));
    if (!row) continue;
    expect([...operation.access.admits].sort(), `${named(call)} (${operation.access.name})`).toEqual(
      [...admitted[row.who]].sort(),
    );
    expect(Boolean(operation.inPersonOnly), `${named(call)} in an admin session`).toBe(row.inPerson);
  }
});

test('two operations never share a name', () => {
  const operations = new Set(portal.calls.rows.map(({ operation }) => operation));
  expect(new Set([...operations].map(({ name }) => name)).size).toBe(operations.size);
});

test('every text that a call takes has an end, and every list', () => {
  const open = portal.calls.rows.flatMap((call) =>
    findOpen(schemaOf(call.operation.input), '').map((field) => `${named(call)} ${field}`),
  );
  expect(open).toEqual([]);
});

/** Texts without a greatest length, and lists without a greatest number of items. */
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
