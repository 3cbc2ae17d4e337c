import type { z } from 'zod';
import type { Operation, Work } from './contract.ts';
import { parseInput } from './parsing.ts';

/** Declares an operation. The compiler infers the types of caller, input and output, and requires an access rule. */
export function operation<C, I extends z.ZodType, O extends z.ZodType>(
  declared: Operation<C, I, O>,
): Operation<C, I, O> {
  return declared;
}

/** Makes an operation's `ready` from a schema of the ids that the check needs. */
export function readyWith<C, S extends z.ZodType>(
  about: S,
  check: (work: Work<C>, about: z.output<S>) => Promise<unknown>,
): (work: Work<C>, about: unknown) => Promise<void> {
  return async (work, given) => {
    await check(work, parseInput(about, given));
  };
}
