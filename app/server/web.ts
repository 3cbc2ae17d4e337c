import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import {
  CALL_BASE,
  FolderStorage,
  KEY_CALL_BASE,
  type Portal,
  tracedRequest,
} from '#modules/platform/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { accessLog } from './access-log.ts';
import type { AssetServer } from './assets.ts';
import { serveCalls } from './calls.ts';
import { isOldDataRequest, isPlainPath } from './guard.ts';
import { type HealthCheck, healthAnswers } from './health.ts';
import { type Hook, serveHooks } from './hooks.ts';
import { HOST_CHECK, hostAnswers } from './host-check.ts';
import type { Hosts } from './hosts.ts';
import { serveKeyCalls } from './key-calls.ts';
import { type PagesOptions, servePages } from './pages.ts';
import { plainPage } from './plain-page.ts';
import { openReception } from './reception.ts';
import { type RequestRoute, routeFinder } from './request-routes.ts';
import { setUpCheck } from './set-up.ts';

export interface WebOptions {
  portal: Portal;
  hosts: Hosts;
  hooks: readonly Hook[];
  checks: readonly HealthCheck[];
  build: ServerBuild | ((path: string) => Promise<ServerBuild>);
  assets: AssetServer | null;
  vite?: PagesOptions['vite'];
  /** Each answer ends its connection. */
  isDraining?: () => boolean;
  /** `/readyz` asks for no more requests. */
  isLeaving?: () => boolean;
}

type Respond = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** The web server: health checks, calls, hooks and pages, each with its protection. The caller opens the port. */
export function createWeb(options: WebOptions): RequestListener {
  const { portal, hosts, hooks, checks, isDraining = () => false, isLeaving = () => false } = options;
  const reception = openReception(portal, hosts);
  const calls = serveCalls(portal, reception);
  const keyCalls = serveKeyCalls(portal, reception);
  const receiveHook = serveHooks(portal, reception, hooks);
  const health = healthAnswers(portal, checks, isLeaving);
  const checkHost = hostAnswers(hosts);
  const pages = servePages({ ...options, vite: options.vite ?? null, reception });
  const files = portal.storage instanceof FolderStorage ? portal.storage : null;
  const logAccess = accessLog(portal);
  const routeOf = routeFinder(options);
  const isSetUp = setUpCheck(portal);

  const respond: Respond = (request, response, path) => {
    if (!isPlainPath(path) || isOldDataRequest(request.url ?? '/')) {
      const words = platformTexts['edge.invalid-input'];
      return isKeyCall(path)
        ? problem(response, 400, 'invalid-input', words)
        : plainPage(response, 400, words);
    }
    if (isDraining()) response.setHeader('Connection', 'close');
    if (path === '/healthz' || path === '/readyz') return settle(health(request, response, path), response);
    if (path === HOST_CHECK) return settle(checkHost(request, response), response);
    if (path.startsWith('/hooks/')) return settle(receiveHook(request, response, path), response);
    if (files && path.startsWith('/files/')) return settle(files.serveFile(request, response), response);
    const ready = isSetUp();
    if (ready === true) return settle(answer(request, response, path), response);
    settle(
      ready.then((done) => (done ? answer(request, response, path) : sayNotSetUp(response, path))),
      response,
    );
  };

  return (request, response) => {
    const path = pathOf(request.url ?? '/');
    const answered = () => routeOf(request, response, path);
    measure(response, answered);
    tracedRequest(request, response, answered, () => {
      logAccess?.(request, response, path);
      respond(request, response, path);
    });
  };

  /** Measures the request until its answer has ended, if anything asks for metrics. */
  function measure(response: ServerResponse, answered: () => RequestRoute): void {
    const { metrics } = portal;
    if (!metrics) return;
    const start = performance.now();
    response.once('close', () => metrics.request(answered(), performance.now() - start));
  }

  function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (path.startsWith(`${CALL_BASE}/`)) return calls(request, response, path);
    return isKeyCall(path) ? keyCalls(request, response, path) : pages(request, response);
  }

  /** Answers and logs an error that no handler caught. The person sees none of its details. */
  function settle(work: Promise<void>, response: ServerResponse): void {
    work.catch((error: unknown) => {
      portal.log.error({ err: error }, 'a request failed');
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"success":false}');
    });
  }
}

const isKeyCall = (path: string) => path === KEY_CALL_BASE || path.startsWith(`${KEY_CALL_BASE}/`);

/** The answer of every page and call until `shield setup` has run (D87). */
function sayNotSetUp(response: ServerResponse, path: string): void {
  response.setHeader('Retry-After', '60');
  response.setHeader('Cache-Control', 'no-store');
  if (isKeyCall(path)) {
    problem(response, 503, 'unavailable', beingSetUp);
    return;
  }
  if (!path.startsWith(`${CALL_BASE}/`)) {
    plainPage(response, 503, beingSetUp);
    return;
  }
  const body = { success: false, error_code: 'unavailable', error_message: beingSetUp };
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** The answer to a client of /api/v1 before its key is looked at (RFC 9457). */
function problem(response: ServerResponse, status: number, code: string, title: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json; charset=utf-8' });
  response.end(JSON.stringify({ type: 'about:blank', title, status, code }));
}

const beingSetUp = 'This portal is being set up. Please come back later.';

function pathOf(url: IncomingMessage['url'] & string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
