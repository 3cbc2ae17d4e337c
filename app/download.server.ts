import type { LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Operation } from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { attempt, leave } from './door.server.ts';

/**
 * Runs the operation behind a download. If it is refused, redirects to the page that the link was on and shows the
 * reason there, because a file response has no page.
 * @param home where to redirect if the request does not say which page it came from
 * @throws Response
 */
export async function download<C, I extends z.ZodType, O extends z.ZodType>(
  args: LoaderFunctionArgs,
  operation: Operation<C, I, O>,
  input: z.input<I>,
  home = '/user',
): Promise<z.output<O>> {
  const attempted = await attempt(args, operation, input);
  if (attempted.ok) return attempted.output;
  const { code, refusal } = attempted;
  const words = code === 'not-found' ? platformTexts['edge.file-gone'] : refusal.text;
  throw leave(args, words, pageBefore(args) ?? home);
}

function pageBefore({ request, context }: LoaderFunctionArgs): string | null {
  const before = URL.parse(request.headers.get('Referer') ?? '');
  if (before?.origin !== context.visit.origin || before.pathname === new URL(request.url).pathname)
    return null;
  // A path that begins with two slashes would lead to another host.
  return before.pathname.replace(/^\/+/, '/') + before.search;
}
