import { PassThrough } from 'node:stream';
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './components/nonce.tsx';

/** Deferred data that has not come by then is given up; the page goes out without it. */
export const streamTimeout = 10_000;

/** Streams a page. A crawler gets it whole, a person from the first complete shell on. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const whole = isbot(request.headers.get('user-agent') ?? '') || remix.isSpaMode;
  const { nonce } = context;
  return new Promise((resolve, reject) => {
    let started = false;
    let code = status;
    const respond = () => {
      started = true;
      const body = new PassThrough();
      headers.set('Content-Type', 'text/html; charset=utf-8');
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
      stream.pipe(body);
    };
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady: whole ? undefined : respond,
        onAllReady: whole ? respond : undefined,
        onShellError: reject,
        onError(error) {
          code = 500;
          // Before the shell is out the error reaches the caller through onShellError.
          if (started) context.portal.log.error({ error }, 'rendering failed');
        },
      },
    );
    setTimeout(() => stream.abort(), streamTimeout + 1_000).unref();
  });
}

/** What a loader or an action did not expect goes to the log; by itself Remix would print it whole. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  context.portal.log.error({ err: error, request: context.visit.requestId }, 'a page failed');
}
