import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** A route of a build that is made without a bundler. */
export interface BareRoute {
  path: string;
  component?: () => ReactElement;
  /** Shown instead after a refusal. */
  refused?: () => ReactElement;
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}

/** A minimal Remix app: real routing, real requests and answers, no scripts. Errors are passed to `onError`. */
export function bareBuild(
  routes: readonly BareRoute[],
  onError: (error: unknown) => void = () => undefined,
): ServerBuild {
  const nothing = {
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasLoader: false,
    hasErrorBoundary: false,
    module: '/none.js',
    imports: [],
  };
  const built = routes.map(({ path, component, refused, loader, action }) => {
    const index = path === '';
    return {
      id: `routes/${path || 'index'}`,
      parentId: undefined,
      ...(index ? { index } : { path }),
      module: {
        ...(component ? { default: component } : {}),
        ...(refused ? { ErrorBoundary: refused } : {}),
        ...(loader ? { loader } : {}),
        ...(action ? { action } : {}),
      },
    };
  });
  return {
    mode: 'production',
    entry: {
      module: {
        default: (request, status, headers, context) => {
          headers.set('Content-Type', 'text/html; charset=utf-8');
          const html = renderToString(createElement(RemixServer, { context, url: request.url }));
          return new Response(`<!doctype html>${html}`, { status, headers });
        },
        handleError: onError,
      },
    },
    routes: Object.fromEntries(built.map((route) => [route.id, route])) as ServerBuild['routes'],
    assets: {
      version: 'bare',
      url: '/manifest.js',
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(
        built.map(({ module: _module, ...route }) => [route.id, { ...nothing, ...route }]),
      ),
    },
    assetsBuildDirectory: 'build/client',
    publicPath: '/',
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
    basename: '/',
  };
}
