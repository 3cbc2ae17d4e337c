import { Writable } from 'node:stream';
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './components/nonce.tsx';

/** What has not come by then is given up; the page goes out without it. */
export const streamTimeout = 10_000;

/**
 * Renders a page whole: a loader never defers, so that there is nothing to stream, and one write costs a quarter of
 * four.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce } = context;
  return new Promise((resolve, reject) => {
    let code = status;
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          const page = new WholePage((html) => {
            headers.set('Content-Type', 'text/html; charset=utf-8');
            headers.set('Content-Length', String(html.length));
            resolve(new Response(html, { headers, status: code }));
          });
          stream.pipe(page);
        },
        onShellError: reject,
        onError(error) {
          code = 500;
          context.portal.log.error({ error }, 'rendering failed');
        },
      },
    );
    setTimeout(() => stream.abort(), streamTimeout + 1_000).unref();
  });
}

class WholePage extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #done: (html: Buffer<ArrayBuffer>) => void;

  constructor(done: (html: Buffer<ArrayBuffer>) => void) {
    super();
    this.#done = done;
  }

  override _write(chunk: Buffer, _encoding: string, next: () => void): void {
    this.#chunks.push(chunk);
    next();
  }

  override _final(next: () => void): void {
    this.#done(Buffer.concat(this.#chunks));
    next();
  }
}

/** What a loader or an action did not expect goes to the log; by itself Remix would print it whole. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  // A method or an address that is not there is the asker's fault; anybody could fill the log with it.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.portal.log.error({ err: error, request: context.visit.requestId }, 'a page failed');
}
