import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Portal, Visit } from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { sheetName, stylesCookie, zoneCookie } from '../script-cookies.ts';
import type { AssetServer } from './assets.ts';
import { formLimit } from './body.ts';
import { handlersByBranch, showsPage } from './branches.ts';
import './context.ts';
import { guard, hasBody } from './guard.ts';
import { ContentSecurityPolicy, commonHeaders, cspRules, pageHeaders } from './headers.ts';
import { KeptAnswers, whenSent } from './kept-answers.ts';
import { plainPage } from './plain-page.ts';
import type { Reception } from './reception.ts';

export interface PagesOptions {
  portal: Portal;
  reception: Reception;
  /** The build that `remix vite:build` made, or in development a function that loads what a path needs. */
  build: ServerBuild | ((path: string) => Promise<ServerBuild>);
  assets: AssetServer | null;
  /** Vite's own middleware, in development with reload. */
  vite:
    | ((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void)
    | null;
}

/** The address at which the script requests routes/shell/too-large.ts. */
const tooLargePath = '/too-large.data';

/** Also a redirect that Remix answers to the page's script. */
const isRedirect = ({ statusCode }: Response) =>
  (statusCode >= 300 && statusCode < 400) || statusCode === 202;

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves everything that is not a call, a hook or a health check: assets, then Remix behind the guard. */
export function servePages({ portal, reception, build, assets, vite }: PagesOptions): PageHandler {
  const { config, log } = portal;
  const common = commonHeaders(config);
  const rules = cspRules(config, { vite: vite !== null });
  // With reload in development, a page may change between two requests.
  const kept = vite ? null : new KeptAnswers([...common, ...pageHeaders]);
  portal.notifications
    .listen('brand_changed', () => kept?.clear())
    .catch((error: unknown) => log.error({ err: error }, 'cached pages are not cleared for new brands'));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', () => ({}));
  // Safe, because Express sees only the headers that `receive` has set.
  app.set('trust proxy', true);

  if (vite) app.use(vite);
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    if (assets?.serve(request, response, request.path)) return;
    const cleared = kept?.cleared;
    const unsubscribes = request.method === 'POST' && request.path.startsWith('/unsubscribe/');
    const admitted =
      (await reception.admit(request)) ?? (unsubscribes ? await reception.admitReleased(request) : null);
    if (!admitted) return redirectHome(request, response);
    const visit = reception.visit(request, admitted, (line) => {
      // Whoever has left gets no cookie. What they asked for was done all the same, and has not failed.
      if (!response.destroyed) response.appendHeader('Set-Cookie', line);
    });
    const nonce = newNonce();
    const csp = new ContentSecurityPolicy(rules);
    const context: AppLoadContext = {
      portal,
      visit,
      nonce,
      csp,
      styleSheets: new Map(
        lacksStyles(request, visit.cookies, assets?.styleSheets) ? assets?.styleSheets : [],
      ),
      drained: () => drained(response),
      showsPage: () => showsPage(response.locals.build, request.path),
    };
    response.locals.context = context;
    response.locals.cleared = cleared;
    for (const [name, value] of [...common, ...pageHeaders]) response.setHeader(name, value);
    response.setHeader('X-Request-Id', visit.requestId);
    beforeHead(response, () => {
      response.setHeader('Content-Security-Policy', csp.toString(nonce));
      response.setHeader('Permissions-Policy', csp.permissions());
      if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
      if (isRedirect(response)) context.onRedirect?.();
      if (response.statusCode === 503) response.setHeader('Retry-After', '2');
      // Remix drops the headers of a refusal that a page shows.
      if (response.statusCode === 429 && context.retryAfter !== undefined) {
        response.setHeader('Retry-After', String(context.retryAfter));
      }
    });
    const verdict = guard(request.method, request.path, request.headers, admitted.origin);
    if (verdict !== 'pass') {
      log.info({ request: visit.requestId, verdict, method: request.method }, 'refused by the guard');
      const status = verdict === 'method' ? 405 : verdict === 'content-type' ? 415 : 403;
      return plainPage(response, status, platformTexts['edge.foreign-origin']);
    }
    if (hasBody(request.headers)) {
      // The size of a body has to be known before it is read.
      const length = request.headers['content-length'];
      if (length === undefined) return plainPage(response, 411, platformTexts['edge.invalid-input']);
      if (Number(length) > formLimit(request.path, request.headers['content-type'])) {
        if (!request.path.endsWith('.data')) return plainPage(response, 413, platformTexts['edge.too-large']);
        // Remix's client script understands only responses in Remix's own format.
        request.originalUrl = tooLargePath;
        request.url = tooLargePath;
        response.setHeader('Connection', 'close');
      }
    }
    receive(request, admitted);
    next();
  });
  app.use(compression({ threshold: 2048, level: 4 }));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { visit, nonce, csp } = response.locals.context as AppLoadContext & { csp: ContentSecurityPolicy };
    const key = kept?.keyOf(request, visit.host);
    if (key && request.method === 'GET') {
      whenSent(response, (sent) => {
        kept
          ?.keep(key, sent, nonce, csp, response.locals.cleared)
          .catch((error: unknown) => log.error({ err: error }, 'not kept'));
      });
    }
    next();
  });
  const handlerOf = (pages: ServerBuild) =>
    createRequestHandler({
      build: pages,
      mode: vite ? 'development' : 'production',
      getLoadContext: (_request, response) => {
        response.locals.build = pages;
        return response.locals.context;
      },
    });
  // Without reload the pages do not change after the start.
  if (typeof build !== 'function') app.use(handlersByBranch(build, handlerOf));
  else {
    app.use(async (request: Request, response: Response, next: NextFunction) => {
      try {
        await handlerOf(await build(request.path))(request, response, next);
      } catch (error) {
        next(error);
      }
    });
  }
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const requestId = response.locals.context?.visit.requestId;
    log.error({ err: error, request: requestId }, 'a page failed');
    if (response.headersSent) return next(error);
    plainPage(response, 500, `${platformTexts['edge.failed']} (${requestId ?? ''})`);
  });

  return async (request, response) => {
    const admitted = kept && (await reception.admit(request));
    const key = admitted && kept.keyOf(request, admitted.host);
    if (key) {
      if (kept.answer(key, newNonce(), request, response)) return;
      await kept.waitFor(key, response);
      if (kept.answer(key, newNonce(), request, response)) return;
    }
    app(request, response);
  };

  /** Redirects a request for an unregistered host to the same page of the default company (D15). */
  function redirectHome(request: Request, response: Response): void {
    for (const [name, value] of common) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    const redirects = request.method === 'GET' || request.method === 'HEAD';
    if (redirects)
      response.setHeader('Location', config.publicUrl + request.originalUrl.replace(/^\/*/, '/'));
    plainPage(response, redirects ? 302 : 421, redirects ? '' : platformTexts['edge.not-found']);
  }
}

/** Sets the headers that Remix builds the address from to the registered host, never to the received Host (D15). */
function receive(request: Request, admitted: { host: string; from: { scheme: string } }): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name];
  }
  request.headers.host = admitted.host;
  request.headers['x-forwarded-proto'] = admitted.from.scheme;
}

/**
 * Whether the page should contain its style sheets: for whoever sends no cookie, and for a browser whose cookie names
 * other ones, such as those of the release before. A browser without script would never set it and loads the files.
 */
function lacksStyles(
  request: Request,
  cookies: Visit['cookies'],
  sheets: ReadonlyMap<string, string> | undefined,
): boolean {
  if (!request.headers.cookie) return true;
  if (cookies.get(zoneCookie) === undefined) return false;
  const loaded = cookies.get(stylesCookie);
  return ![...(sheets?.keys() ?? [])].some((address) => sheetName(address) === loaded);
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Whether more can be sent, once the socket has room for it; false once the reader is gone. */
function drained(response: Response): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed || !response.writableNeedDrain) return resolve(!response.destroyed);
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve(!response.destroyed);
    };
    // The compression in front of the response would take its own listeners instead.
    EventEmitter.prototype.on.call(response, 'drain', done).on('close', done);
  });
}

/** Runs `then` once, just before the status line is sent. */
function beforeHead(response: Response, then: () => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    then();
    return writeHead(...args);
  }) as typeof response.writeHead;
}
