import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as admin from '#modules/admin/index.ts';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import { type AnyOperation, DAY, HOUR, type KeyCall, MINUTE } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import type { Rule } from './access.ts';

const exported: unknown[] = [identity, enterprise, applications, purchasing, network, admin].flatMap((face) =>
  Object.values(face),
);

/** The calls with a key, by `GET /api/v1/path`. */
const keyCalls = exported
  .flat()
  .filter((value): value is KeyCall => has(value, 'operation') && has(value, 'route'));

type Call = Pick<ListedCall, 'method' | 'path'> & { operation: AnyOperation };

const calls = exported.flat().filter((value): value is Call => has(value, 'operation') && has(value, 'path'));

/** Every operation that a page, a call or a callback can reach: the exports of the modules, and those of their calls. */
export const operations: readonly AnyOperation[] = [
  ...new Set([...exported, ...[...calls, ...keyCalls].map(({ operation }) => operation)].filter(isOperation)),
];

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}

function isOperation(value: unknown): value is AnyOperation {
  return has(value, 'access') && has(value, 'run');
}

const file = join(import.meta.dirname, 'operations.tsv');

/** The lines of the list, by the name of the operation. */
export function listedOperations(): Map<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return new Map(lines.map((line) => [line.split('\t')[0] ?? '', line]));
}

const lines = listedOperations();

/** Who may run an operation, as it is listed and not as it is declared. @throws Error for one that is not listed */
export function ruleOf(name: string): Rule {
  const line = lines.get(name);
  if (line === undefined) throw new Error(`test/checks/operations.tsv: add the line of ${name}`);
  return ruleIn(line);
}

function ruleIn(line: string): Rule {
  const [, access = '', , adminSession] = line.split('\t');
  return { access, inPerson: adminSession === 'in-person' };
}

/** A call with who may use it, as it is listed. */
export interface ListedCall extends Rule {
  method: 'GET' | 'POST';
  /** Under /hub/api. */
  path: string;
}

/** The calls of all operations under /hub/api. */
export function listCalls(): ListedCall[] {
  return [...lines.values()].flatMap((line) => {
    const listed = line.split('\t').at(-1) ?? '';
    return [...listed.matchAll(/(GET|POST) (?!\/api\/v1\/)(\S+?)(?:,|$)/g)].map(([, method, path = '']) => ({
      method: method === 'GET' ? 'GET' : 'POST',
      path,
      ...ruleIn(line),
    }));
  });
}

/** The line for an operation, made from its declaration. */
export function lineOf(operation: AnyOperation): string {
  const { name, access, kind, inPersonOnly, mayLag } = operation;
  return [
    name,
    access.name,
    mayLag ? `${kind}, may lag` : kind,
    inPersonOnly ? 'in-person' : '-',
    throttleOf(operation),
    callsOf(operation),
  ].join('\t');
}

/** For example `GET /logout, POST /logout`. */
function callsOf(operation: AnyOperation): string {
  const own = calls.filter((call) => call.operation === operation);
  const withKey = keyCalls
    .filter((call) => call.operation === operation)
    .map(({ route }) => route.replace(' ', ' /api/v1'));
  return [...own.map(({ method, path }) => `${method} ${path}`), ...withKey].sort().join(', ') || '-';
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
  return `${throttle.limit}${throttle.refusedOnly ? ' refused' : ''} per ${stretch} by ${whose}`;
}
