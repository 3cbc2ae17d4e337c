import type { z } from 'zod';
import type { Operation } from './contract.ts';

/** Declares an operation. The compiler infers the types of caller, input and output, and requires an access rule. */
export function operation<C, I extends z.ZodType, O extends z.ZodType>(
  declared: Operation<C, I, O>,
): Operation<C, I, O> {
  return declared;
}
