import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable, type ServerBuild } from '@remix-run/node';
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration } from '@remix-run/react';
import { createElement as h } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** F2: the page of `create-remix` with one heading: a document with its scripts, streamed. */
const document = () =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h(Meta), h(Links)),
    h('body', null, h(Outlet), h(ScrollRestoration), h(Scripts)),
  );

const entries = {
  root: { id: 'root', path: '' },
  heading: { id: 'heading', parentId: 'root', index: true },
};
const modules = { root: { default: document }, heading: { default: () => h('h1', null, 'Hello') } };
const plain = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
  imports: [],
};

export const barePage: ServerBuild = {
  mode: 'production',
  entry: {
    module: {
      default: (request, status, headers, context) =>
        new Promise((resolve, reject) => {
          const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: request.url }), {
            onShellReady() {
              const body = new PassThrough();
              headers.set('Content-Type', 'text/html');
              resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
              pipe(body);
            },
            onShellError: reject,
          });
        }),
    },
  },
  routes: {
    root: { ...entries.root, parentId: undefined, module: modules.root },
    heading: { ...entries.heading, path: '', module: modules.heading },
  } as ServerBuild['routes'],
  assets: {
    version: 'bare',
    url: '/assets/manifest.js',
    entry: { module: '/assets/entry.js', imports: [] },
    routes: {
      root: { ...plain, ...entries.root, module: '/assets/root.js' },
      heading: { ...plain, ...entries.heading, path: '', module: '/assets/heading.js' },
    },
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
