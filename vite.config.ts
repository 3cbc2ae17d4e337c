import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';

declare module '@remix-run/node' {
  interface Future {
    v3_fetcherPersist: true;
    v3_relativeSplatPath: true;
    v3_throwAbortReason: true;
    v3_routeConfig: true;
    v3_singleFetch: true;
    v3_lazyRouteDiscovery: true;
  }
}

const root = path.dirname(fileURLToPath(import.meta.url));

/** What of modules/ a browser may hold: fields, form schemas, texts, limits, units. */
const browserFaces =
  /\/modules\/(?:[^/]+\/(?:fields|forms|texts|limits)|platform\/(?:browser|fields\/[a-z]+))\.ts$/;

const fileOf = (specifier: string) => path.join(root, specifier.slice(1));

/** The floors below app/ run by Node itself: one copy of every singleton, whoever imports it. */
const isFloor = (source: string) => /^#(?:modules|sandboxes|jobs|cli|migrations)\//.test(source);

/**
 * Keeps the floors out of both bundles: the server build imports them by their bare specifier, which Node resolves
 * through package.json; the client build takes their browser faces and refuses everything else by name.
 */
function floors(): Plugin {
  let building = false;
  const loaded = new Map<string, Record<string, unknown>>();
  return {
    name: 'floors',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId(source, importer, options) {
      if (!isFloor(source)) return null;
      if (!options.ssr) {
        const file = fileOf(source);
        if (browserFaces.test(file)) return { id: file, moduleSideEffects: false };
        return this.error(`${source} must not reach the browser; imported by ${importer ?? 'an entry'}`);
      }
      return building ? { id: source, external: true } : `\0floor:${source}`;
    },
    async load(id, options) {
      if (id.startsWith('\0floor:')) {
        // In development Vite would bundle what it resolves: hand over the module that Node has loaded instead.
        const url = pathToFileURL(fileOf(id.slice('\0floor:'.length))).href;
        loaded.set(url, await import(url));
        Reflect.set(globalThis, '__floors', loaded);
        const names = Object.keys(loaded.get(url) ?? {});
        return [
          `const floor = globalThis.__floors.get(${JSON.stringify(url)});`,
          ...names.map((name) => `export const ${name} = floor[${JSON.stringify(name)}];`),
        ].join('\n');
      }
      if (!options?.ssr && id.startsWith(`${root}/modules/`) && !browserFaces.test(id)) {
        const importers = this.getModuleInfo(id)?.importers.join(', ');
        return this.error(`${path.relative(root, id)} must not reach the browser; imported by ${importers}`);
      }
      return null;
    },
  };
}

/** Resolves `#app/...`. */
function appImports(): Plugin {
  return {
    name: 'app-imports',
    enforce: 'pre',
    resolveId(source) {
      if (!source.startsWith('#app/')) return null;
      const [specifier = '', query] = source.split('?');
      const file = fileOf(specifier);
      if (!existsSync(file)) return null;
      return query === undefined ? file : `${file}?${query}`;
    },
  };
}

/**
 * Parts that nearly every page shows, in one chunk: without it /login loads more than 100 kB (gzip), which is
 * the limit in the bench.
 */
const everyday =
  /vite\/preload-helper|\/app\/(?:terms-due|title)\.ts|\/app\/(?:components\/(?:credential|icon|button|nonce|toasts|banner|shield-id|form\/(?:state|form|summary|field|grouped|password)|shell\/(?:admin-session-banner|logo|footer|open-frames|types|head-script))|routes\/(?:identity\/passkey-button|shell\/(?:use-root|vitals|error-page)))\.tsx?$|inter-latin-wght-normal|\/modules\/identity\/(?:fields|limits)\.ts$|\/modules\/platform\/(?:browser|fields\/(?:field|html|kinds))\.ts$/;

/** Changes with our dependencies alone, so that browsers keep it over our releases. */
const framework =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;

/** How the bundle for browsers is cut, and the license notices of what is in it, in one file. */
function browserBundle(): Plugin {
  return {
    name: 'browser-bundle',
    config(_config, { isSsrBuild }) {
      if (isSsrBuild) return null;
      const groups = [
        { name: 'framework', test: framework, priority: 2 },
        { name: 'everyday', test: everyday, priority: 1 },
      ];
      const postBanner = ({ name }: { name: string }) =>
        name === 'framework' ? '/*! licenses: /licenses.txt */' : '';
      return {
        build: {
          license: { fileName: 'licenses.txt' },
          rolldownOptions: { output: { codeSplitting: { groups }, postBanner } },
        },
      };
    },
  };
}

export default defineConfig({
  plugins: [
    floors(),
    appImports(),
    browserBundle(),
    remix({
      appDirectory: 'app',
      // A build goes to a folder of its own, and takes the place of the last one when it is whole.
      buildDirectory: process.env.BUILD_FOLDER ?? 'build',
      serverModuleFormat: 'esm',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The bench measures the packed files.
    reportCompressedSize: false,
    rolldownOptions: {
      // So that a route's chunk holds only the components that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/app\/components\//, sideEffects: false }] },
    },
  },
  server: { fs: { allow: [root] } },
  // In development: a package that is only found later reloads the page under somebody's hands.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@remix-run/react',
      '@simplewebauthn/browser',
      '@tanstack/react-table',
      'driver.js',
      'signature_pad',
      'web-vitals',
      'zod',
      '@conform-to/zod/v4',
    ],
    // Only actions and loaders import these, which no browser is sent.
    exclude: ['@remix-run/node', 'remix-auth', 'remix-auth-form'],
  },
});
