import type { LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Operation } from '#modules/platform/index.ts';
import { perform } from '../../door.server.ts';

/**
 * Like `perform`, for a page in a frame. If the session lacks a step, the page around the frame must be loaded again,
 * instead of showing the step in the frame.
 * @returns the output; null if the page around the frame must be loaded again
 * @throws Response the error page of a refusal; outside a frame also a redirect to the step
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

/** Whether the request is for a document in a frame, or for its polling. */
function isFramed({ request, context: { visit } }: LoaderFunctionArgs): boolean {
  return visit.polling || request.headers.get('Sec-Fetch-Dest') === 'iframe';
}
