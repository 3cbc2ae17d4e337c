import type { z } from 'zod';
import type { Access } from './caller.ts';
import type { RefusalCode } from './refusals.ts';
import type { Visit } from './visit.ts';
import type { Work } from './work.ts';

/** How often one key may ask. */
export interface Throttle<I> {
  /** Whose tries are counted together; `key` makes one from the input instead. */
  by?: 'address' | 'account';
  key?(visit: Visit, input: I): string;
  limit: number;
  /** Milliseconds. */
  per: number;
}

/**
 * One thing that the portal does, with everything that guards it. Pages, calls, the CLI and tests run it through
 * `portal.perform`, so that the access rule, the schema, the throttle and the transaction are the same for all doors.
 */
export interface Operation<C, I extends z.ZodType, O extends z.ZodType> {
  /** `module.verb-object`, also the name in audit, logs and metrics. */
  name: string;
  /** One sentence for the public documentation. */
  summary: string;
  access: Access<C>;
  /**
   * `write` runs in one transaction; `read` runs without one and must not change anything; `staged` runs without one
   * and opens its own with `work.apart`: for slow hashing, and for counts that must survive a refusal.
   */
  kind: 'read' | 'write' | 'staged';
  input: I;
  /** What wrong input is told, where the documents have words for it; else `invalid-input`. */
  invalidAs?: RefusalCode | undefined;
  output: O;
  throttle?: Throttle<z.output<I>> | undefined;
  /** Not in an admin session: password, two-step, card, consent, acceptance (D16). */
  inPersonOnly?: boolean | undefined;
  run(work: Work<C>, input: z.output<I>): Promise<z.output<O>>;
}

export type AnyOperation = Operation<unknown, z.ZodType, z.ZodType>;
export type InputOf<T> = T extends Operation<infer _C, infer I, infer _O> ? z.input<I> : never;
export type OutputOf<T> = T extends Operation<infer _C, infer _I, infer O> ? z.output<O> : never;

export function operation<C, I extends z.ZodType, O extends z.ZodType>(
  declared: Operation<C, I, O>,
): Operation<C, I, O> {
  return declared;
}
