import type { z } from 'zod';
import type { Operation } from './contract.ts';

/** Declares an operation: the compiler infers caller, input and output, and refuses one without an access rule. */
export function operation<C, I extends z.ZodType, O extends z.ZodType>(
  declared: Operation<C, I, O>,
): Operation<C, I, O> {
  return declared;
}
