import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { shownForHeader } from '#app/intents.ts';
import { shownForMark } from '#modules/identity/index.ts';
import type { Portal } from '#modules/platform/index.ts';
import type { Visitor } from '#test/visitor.ts';

export type AskedHandler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

export interface PageRequest {
  /** With its query. */
  path: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as a form by POST; a string is sent as it is, and FormData in parts. */
  form?: Record<string, string> | string | FormData;
}

/** What the server passes to the loaders and actions that a visitor asks for. */
export function contextOf(portal: Portal, visitor: Visitor): AppLoadContext {
  return {
    portal,
    visit: visitor.visit(),
    nonce: '',
    csp: { allow: () => undefined },
    styleSheets: new Map(),
    drained: async () => true,
    showsPage: () => true,
  };
}

/**
 * Calls the loader or action of a route like the server, but without rendering.
 * @returns what it returned, or the Response that it threw
 */
export async function askPage(
  portal: Portal,
  visitor: Visitor,
  handler: AskedHandler,
  { path, params = {}, headers, form }: PageRequest,
): Promise<unknown> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const caller = form ? await visitor.caller() : null;
  const mark: Record<string, string> = caller ? { [shownForHeader]: shownForMark(portal.keys, caller) } : {};
  const request = new Request(
    new URL(path, portal.config.publicUrl),
    form
      ? {
          method: 'POST',
          headers: { ...mark, ...headers, ...(form instanceof FormData ? {} : type) },
          body:
            typeof form === 'string' || form instanceof FormData
              ? form
              : new URLSearchParams(form).toString(),
        }
      : { headers: headers ?? {} },
  );
  const context = contextOf(portal, visitor);
  try {
    return await handler({ request, params, context });
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

/** The status and the target of a redirect; `null` for any other answer. */
export function redirectOf(answer: unknown): string | null {
  if (!(answer instanceof Response) || answer.status < 300 || answer.status >= 400) return null;
  return answer.headers.get('location');
}
