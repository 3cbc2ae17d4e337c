import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Operation } from '#modules/platform/index.ts';
import { attempt, perform } from '../../door.server.ts';

/**
 * Runs an operation about the application that the address names, or about the open one.
 * @throws Response a redirect home, for an address that names no application while none is open; and like `perform`
 */
export async function performOnOpen<C, I extends z.ZodType, O extends z.ZodType>(
  args: LoaderFunctionArgs,
  operation: Operation<C, I, O>,
  input: z.input<I> & { applicationid: string | undefined },
): Promise<z.output<O>> {
  const found = await attempt(args, operation, input);
  if (found.ok) return found.output;
  if (found.code === 'not-found' && input.applicationid === undefined) throw redirect('/user');
  return perform(args, operation, input);
}
