import { Writable } from 'node:stream';
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './components/nonce.tsx';
import { StyleSheetsContext } from './components/shell/style-sheets.tsx';
import { packScripts } from './packed-scripts.server.ts';

/** After this many milliseconds, data that a loader has not sent yet is given up. The page gets a second more. */
export const streamTimeout = 10_000;
const renderTimeout = streamTimeout + 1_000;

/**
 * Renders the whole page before sending it. No loader defers data, so streaming would gain nothing, and one write costs
 * a quarter of four writes.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, styleSheets } = context;
  return new Promise((resolve, reject) => {
    // The timer is cleared after the page is sent, because it would keep the whole page in memory until it fires.
    const timer = setTimeout(() => stream.abort(), renderTimeout);
    let code = status;
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <StyleSheetsContext.Provider value={styleSheets}>
          <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
        </StyleSheetsContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        // Without this, a long part that was waited for would be put at the end of the document and need script to be
        // moved to its place.
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
    this.#done(packScripts(scriptAfterStyles(Buffer.concat(this.#chunks))));
    next();
  }
}

const preload = Buffer.from('rel="modulepreload"');
const later = Buffer.from('rel="modulepreload" fetchpriority="low"');

/**
 * Marks the page's scripts as less urgent than its style sheet and font, which a browser would otherwise ask for with
 * the same urgency: on a slow line the page is drawn a third earlier, and its scripts run no later. The framework's
 * `Scripts` passes no such attribute on.
 */
function scriptAfterStyles(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(preload); at !== -1; at = html.indexOf(preload, from)) {
    parts.push(html.subarray(from, at), later);
    from = at + preload.length;
  }
  parts.push(html.subarray(from));
  return Buffer.concat(parts);
}

/** Logs an unexpected error of a loader or action. Remix's default would print the complete error to the console. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  // An unknown method or address is an error of the client. If it were logged, anybody could fill the log.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.portal.log.error({ err: error, request: context.visit.requestId }, 'a page failed');
}
