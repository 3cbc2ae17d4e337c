import { RemixServer } from '@remix-run/react';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

type Context = ComponentProps<typeof RemixServer>['context'];
const route = { id: 'page', path: '*' };

/**
 * The HTML of a component as the server sends it in a page. For components that use the page's address.
 * @param path with its query
 * @param root what the root's loader answers
 */
export function renderedAt(path: string, part: ReactNode, root?: object): string {
  const url = new URL(path, 'http://localhost:3000');
  const { pathname, search } = url;
  const location = { pathname, search, hash: '', state: null, key: 'default' };
  const manifestRoute = {
    ...route,
    hasAction: false,
    hasLoader: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
    module: '',
  };
  const context: Context = {
    manifest: { entry: { imports: [], module: '' }, routes: { page: manifestRoute }, url: '', version: '' },
    routeModules: { page: { default: () => part } },
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_lazyRouteDiscovery: false,
      v3_singleFetch: true,
    },
    isSpaMode: false,
    serializeError: ({ message }) => ({ message }),
    staticHandlerContext: {
      basename: '/',
      location,
      matches: [{ params: {}, pathname, pathnameBase: pathname, route }],
      loaderData: root ? { root } : {},
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
  };
  return renderToStaticMarkup(createElement(RemixServer, { context, url: url.href }));
}
