import type { LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Operation } from '#modules/platform/index.ts';
import { perform } from '../../door.server.ts';

/**
 * Like `perform`, for a page in a frame: the step that a session lacks belongs to the page around the frame, not into it.
 * @returns the output; null where the page around has to be opened again
 * @throws Response the error page of a refusal; outside a frame a redirect to the step as well
 */
export async function performFramed<C, I extends z.ZodType, O extends z.ZodType>(
  args: LoaderFunctionArgs,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<z.output<O> | null> {
  try {
    return await perform(args, operation, input);
  } catch (answer) {
    if (isFramed(args) && answer instanceof Response && answer.headers.has('Location')) return null;
    throw answer;
  }
}

/** A document in a frame, or what it fetches again by itself. */
function isFramed({ request, context: { visit } }: LoaderFunctionArgs): boolean {
  return visit.polling || request.headers.get('Sec-Fetch-Dest') === 'iframe';
}
