import { expect, test } from 'vitest';
import type { AnyOperation } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { admitted, listCalls } from './call-list.ts';
import { type JsonSchema, schemaOf } from './inputs.ts';

const portal = await testPortal();
const listed = listCalls();
const named = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const built = listed.filter((call) => call.built).map(named);

const list = 'test/checks/calls.tsv';

/** The word of the list for the actors that an operation admits. */
function whoIs({ access, inPersonOnly }: AnyOperation): string {
  const same = Object.entries(admitted).find(
    ([, actors]) => [...actors].sort().join() === [...access.admits].sort().join(),
  );
  return `${same?.[0] ?? `(a new word in admitted of call-list.ts for ${access.name})`}${inPersonOnly ? ' in-person' : ''}`;
}

test('every call that is listed as built is answered, and every one that is answered is listed as built', () => {
  const answered = portal.calls.rows.map(named);
  const who = new Map(portal.calls.rows.map((call) => [named(call), whoIs(call.operation)]));
  const all = new Set(listed.map(named));
  const faults = [
    ...answered
      .filter((call) => !all.has(call))
      .map((call) => `${list}: add the line "${call.replace(' ', '\\t')}\\t${who.get(call)}\\tbuilt"`),
    ...answered
      .filter((call) => all.has(call) && !built.includes(call))
      .map((call) => `${list}: write "built" as the state of ${call}`),
    ...built
      .filter((call) => !answered.includes(call))
      .map(
        (call) =>
          `${call} is built, says ${list}: add its row to the api.ts of its module, or name its area there`,
      ),
  ];
  expect(faults).toEqual([]);
});

test('the list knows every call once', () => {
  const names = listed.map(named);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice.map((name) => `${list}: take one of the lines of ${name} out`)).toEqual([]);
});

test('each operation has a name, a summary, and admits whom the list says', () => {
  const faults = portal.calls.rows.flatMap(({ operation, ...call }) => {
    const { name, summary, access, inPersonOnly } = operation;
    const row = listed.find((candidate) => named(candidate) === named(call));
    const wanted = row ? [...admitted[row.who]].sort().join() : null;
    return [
      ...(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z0-9]+)*$/.test(name)
        ? []
        : [`${name}: name the operation as module.verb-object`]),
      ...(/^[A-Z].{10,}\.$/.test(summary) ? [] : [`${name}: give it a summary of one sentence`]),
      ...(wanted === null || wanted === [...access.admits].sort().join()
        ? []
        : [
            `${named(call)}: ${list} says ${row?.who} (${wanted}), its operation ${name} has access ${access.name} ` +
              `(${[...access.admits].sort().join()}): change the line, or the access in its module`,
          ]),
      ...(!row || row.inPerson === Boolean(inPersonOnly)
        ? []
        : [
            `${named(call)}: ${
              row.inPerson
                ? `give ${name} inPersonOnly: true, or take "in-person" out of its line in ${list}`
                : `write "${row.who} in-person" in its line of ${list}, or take inPersonOnly from ${name}`
            }`,
          ]),
    ];
  });
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
