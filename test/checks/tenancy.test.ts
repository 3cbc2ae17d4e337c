import { expect, test } from 'vitest';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import { type Actor, type AnyOperation, Refusal } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import { testPortal } from '#test/portal.ts';
import { makeActors } from './actors.ts';
import { isAsked } from './asked-areas.ts';
import { changedTables, fingerprint } from './fingerprint.ts';
import { type JsonSchema, schemaOf, validInput } from './inputs.ts';
import { listAllIds, listIds, makeTenant } from './strangers.ts';

/** Ids of other people's and other companies' rows, handed to everything that takes an id. */

const portal = await testPortal();
await makeTenant(portal);
const foreign = await listAllIds(portal);
const foreignIds = Object.entries(await listIds(portal)).flatMap(([table, ids]) =>
  ids.slice(0, 1).map((id) => ({ table, id })),
);
await makeTenant(portal);
const { visitors } = await makeActors(portal);
/** Rows that came after: none of them a stranger's first tenant. */
const ownIds = Object.values(await listIds(portal, foreign)).flat();

/** One outside any company, one with all the rights that a company gives. */
const askers: Actor[] = ['individual', 'owner'];

/** What takes an id for a place in one's own list, not for a row: it answers what comes after. */
const places = ['network.read-export'];

const operations = [identity, enterprise, applications, purchasing, network]
  .flatMap((face) => Object.values(face) as unknown[])
  .filter(
    (value): value is AnyOperation =>
      typeof value === 'object' && value !== null && 'access' in value && 'run' in value,
  )
  .filter(
    ({ name, access, input }) =>
      access.name !== 'anyone' && !places.includes(name) && fieldsWithIds(schemaOf(input)).length > 0,
  );

/** Paths to the fields that take an id. */
function fieldsWithIds(schema: JsonSchema, at: string[] = []): string[][] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.format === 'uuid' ? [at] : []),
    ...parts.flatMap((part) => fieldsWithIds(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => fieldsWithIds(part, [...at, name])),
    ...(schema.items ? fieldsWithIds(schema.items, [...at, '0']) : []),
  ];
}

function withField(input: unknown, [head, ...rest]: string[], value: string): unknown {
  if (head === undefined) return value;
  const holder = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (head === '0') return [withField(undefined, rest, value)];
  return { ...holder, [head]: withField(holder[head], rest, value) };
}

test('there is something to try', () => {
  expect(operations.length).toBeGreaterThan(15);
  expect(foreignIds.length).toBeGreaterThan(12);
  expect(ownIds.length).toBeGreaterThan(10);
});

test.each(operations.filter(isAsked))('$name refuses ids of strangers', async (operation) => {
  const fields = fieldsWithIds(schemaOf(operation.input));
  const valid = validInput(operation.input);
  const before = await fingerprint(portal);
  const answered: string[] = [];
  for (const actor of askers.filter((each) => operation.access.admits.includes(each))) {
    for (const { table, id } of foreignIds) {
      for (const field of fields) {
        const inputs = [withField(valid, field, id)];
        // Two ids: one of one's own beside the stranger's.
        for (const other of fields.filter((each) => each !== field)) {
          for (const own of ownIds.slice(0, 6))
            inputs.push(withField(withField(valid, other, own), field, id));
        }
        for (const input of inputs) {
          const answer = await visitors[actor]
            .perform(operation, input as never)
            .catch((error: unknown) => error);
          if (answer instanceof Refusal)
            expect(answer.status, `${actor}: ${answer.message}`).toBeLessThan(500);
          else
            answered.push(
              `${actor} with ${table} in ${field.join('.')}: ${JSON.stringify(answer)?.slice(0, 200)}`,
            );
        }
      }
    }
  }
  expect([...new Set(answered)]).toEqual([]);
  expect(changedTables(before, await fingerprint(portal))).toEqual([]);
});
