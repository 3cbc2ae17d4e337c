import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from './access.ts';
import { ruleOf } from './operation-list.ts';

/**
 * Every call that the portal should have, listed from the specification and not from the code, with the operation that
 * it runs. operations.tsv says who may run it.
 */
export interface ListedCall {
  method: 'GET' | 'POST';
  path: string;
  /** Null for a call that does not exist yet. */
  operation: string | null;
}

export type BuiltCall = ListedCall & { operation: string } & Rule;

export function listCalls(): ListedCall[] {
  const lines = readFileSync(join(import.meta.dirname, 'calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [method, path = '', operation = ''] = line.split('\t');
    if (method !== 'GET' && method !== 'POST')
      throw new Error(`test/checks/calls.tsv: GET or POST begins the line "${line}"`);
    return { method, path, operation: operation.startsWith('later') ? null : operation };
  });
}

/** The calls that exist, with who may use them. */
export function listBuiltCalls(): BuiltCall[] {
  return listCalls().flatMap(({ operation, ...call }) =>
    operation === null ? [] : [{ ...call, operation, ...ruleOf(operation) }],
  );
}
