import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as admin from '#modules/admin/index.ts';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import { type AnyOperation, DAY, HOUR, MINUTE } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import { type JsonSchema, schemaOf } from './inputs.ts';

/** Every operation that a page, a call or a callback can reach: the exports of the modules. */
export const operations: readonly AnyOperation[] = [
  identity,
  enterprise,
  applications,
  purchasing,
  network,
  admin,
]
  .flatMap((face) => Object.values(face) as unknown[])
  .filter(
    (value): value is AnyOperation =>
      typeof value === 'object' && value !== null && 'access' in value && 'run' in value,
  );

const file = join(import.meta.dirname, 'operations.tsv');

/** The lines of the list, by the name of the operation. */
export function listedOperations(): Map<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return new Map(lines.map((line) => [line.split('\t')[0] ?? '', line]));
}

/** The line for an operation, made from its declaration. */
export function lineOf(operation: AnyOperation): string {
  const { name, access, kind, inPersonOnly } = operation;
  return [
    name,
    access.name,
    kind,
    inPersonOnly ? 'in-person' : '-',
    throttleOf(operation),
    defaultsOf(operation),
  ].join('\t');
}

const units = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

/** For example `60 per hour by account`. */
function throttleOf({ throttle }: AnyOperation): string {
  if (!throttle) return '-';
  const [unit, name] = units.find(([length]) => throttle.per % length === 0) ?? [1, 'millisecond'];
  const whose = throttle.key ? 'its key' : (throttle.by ?? 'address');
  const stretch = throttle.per === unit ? name : `${throttle.per / unit} ${name}s`;
  return `${throttle.limit} per ${stretch} by ${whose}`;
}

/** The defaults of fields that are not sent, such as `dir=asc rows=10`. */
function defaultsOf({ input }: AnyOperation): string {
  return defaultsIn(schemaOf(input), '').join(' ') || '-';
}

function defaultsIn(schema: JsonSchema, at: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.default === undefined ? [] : [`${at}=${JSON.stringify(schema.default)}`]),
    ...parts.flatMap((part) => defaultsIn(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      defaultsIn(part, at ? `${at}.${name}` : name),
    ),
    ...(schema.items ? defaultsIn(schema.items, `${at}[]`) : []),
  ];
}
