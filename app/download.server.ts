import type { LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Operation } from '#modules/platform/index.ts';
import { leave, perform } from './door.server.ts';

/**
 * Runs the operation behind a download. Refused, it leads back to the page with the link, and says why there: a file
 * has no page of its own.
 * @param home the page that has the link, for whoever came by the address
 * @throws Response
 */
export async function download<C, I extends z.ZodType, O extends z.ZodType>(
  args: LoaderFunctionArgs,
  operation: Operation<C, I, O>,
  input: z.input<I>,
  home = '/user',
): Promise<z.output<O>> {
  try {
    return await perform(args, operation, input);
  } catch (answer) {
    if (!(answer instanceof Response) || answer.status < 400 || answer.status >= 500) throw answer;
    throw leave(args, await answer.text(), pageBefore(args) ?? home);
  }
}

function pageBefore({ request, context }: LoaderFunctionArgs): string | null {
  const before = URL.parse(request.headers.get('Referer') ?? '');
  if (before?.origin !== context.visit.origin || before.pathname === new URL(request.url).pathname)
    return null;
  // Two slashes at its beginning would name another host.
  return before.pathname.replace(/^\/+/, '/') + before.search;
}
