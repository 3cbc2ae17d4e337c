import { Writable } from 'node:stream';
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './components/nonce.tsx';

/** Milliseconds after which what a loader left open is given up, for page data and for the page around it. */
export const streamTimeout = 10_000;
const renderTimeout = streamTimeout + 1_000;

/**
 * Renders the whole page before sending it. No loader defers, so nothing would be streamed, and a single write costs a
 * quarter of four.
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
    // A timer that went on after the page is sent would keep all of the page in memory until it fires.
    const timer = setTimeout(() => stream.abort(), renderTimeout);
    let code = status;
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceContext.Provider>,
      {
        nonce,
        // Without it, what is long and was waited for would stand at the end and need script to be moved to its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          const page = new WholePage((html) => {
            headers.set('Content-Type', 'text/html; charset=utf-8');
            headers.set('Content-Length', String(html.length));
            resolve(new Response(html, { headers, status: code }));
          });
          stream.pipe(page);
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          code = 500;
          context.portal.log.error({ error }, 'rendering failed');
        },
      },
    );
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

/** Logs an unexpected error of a loader or action. Remix's default would print all of it to the console. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  // An unknown method or address is the client's fault. Logging it would let anyone fill the log.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.portal.log.error({ err: error, request: context.visit.requestId }, 'a page failed');
}
