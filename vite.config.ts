import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import { browserChunks } from './cli/browser-chunks.ts';
import { remixFuture } from './cli/remix-future.ts';

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

/** The files of modules/ that browsers may load: fields, form schemas, statuses, texts, limits, units. */
const browserFaces =
  /\/modules\/(?:[^/]+\/(?:fields|forms|limits|statuses|texts)|platform\/(?:browser|fields\/[a-z]+))\.ts$/;

const fileOf = (specifier: string) => path.join(root, specifier.slice(1));

/** Node itself runs the code outside of app/, so that there is only one copy of every singleton. */
const isOutsideApp = (source: string) => /^#(?:modules|sandboxes|jobs|cli|migrations)\//.test(source);

/**
 * Keeps the code outside of app/ out of both bundles. The server build imports them by their bare specifier, which Node resolves
 * through package.json. The client build includes only their files for browsers, and fails for any other file.
 */
function outsideApp(): Plugin {
  let building = false;
  const loaded = new Map<string, Record<string, unknown>>();
  return {
    name: 'outside-app',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId(source, importer, options) {
      if (!isOutsideApp(source)) return null;
      if (!options.ssr) {
        const file = fileOf(source);
        if (browserFaces.test(file)) return { id: file, moduleSideEffects: false };
        return this.error(`${source} must not reach the browser; imported by ${importer ?? 'an entry'}`);
      }
      return building ? { id: source, external: true } : `\0outside-app:${source}`;
    },
    async load(id, options) {
      if (id.startsWith('\0outside-app:')) {
        // In development, Vite would bundle the file, so it gets the module that Node has loaded instead.
        const url = pathToFileURL(fileOf(id.slice('\0outside-app:'.length))).href;
        loaded.set(url, await import(url));
        Reflect.set(globalThis, '__outsideApp', loaded);
        const names = Object.keys(loaded.get(url) ?? {});
        return [
          `const loadedModule = globalThis.__outsideApp.get(${JSON.stringify(url)});`,
          ...names.map((name) => `export const ${name} = loadedModule[${JSON.stringify(name)}];`),
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

/** A file that loads itself again, by way of others, might run before what it needs. */
function circleOf(file: string, importsOf: (file: string) => string[], path: string[] = []): string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  for (const next of importsOf(file)) {
    const circle = circleOf(next, importsOf, [...path, file]);
    if (circle) return circle;
  }
  return null;
}

/** Splits the bundle for browsers into chunks, and writes the license notices of its contents to one file. */
function browserBundle(): Plugin {
  return {
    name: 'browser-bundle',
    config: {
      // After Remix, which would allow no other exports in the files of pages.
      order: 'post',
      handler(_config, { isSsrBuild }) {
        if (isSsrBuild) return null;
        const postBanner = ({ name }: { name: string }) =>
          name === 'framework' ? '/*! licenses: /licenses.txt */' : '';
        return {
          build: {
            license: { fileName: 'licenses.txt' },
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: { groups: browserChunks, includeDependenciesRecursively: false },
                postBanner,
              },
            },
          },
        };
      },
    },
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      for (const file of Object.keys(bundle)) {
        const circle = circleOf(file, importsOf);
        if (circle) this.error(`Files of the bundle import each other: ${circle.join(', ')}`);
      }
    },
  };
}

/**
 * If the script of a page cannot be loaded, Remix reloads the page that is shown, with all that was typed. In the build
 * it asks app/components/connection/keep-page.ts instead.
 */
function keptPages(): Plugin {
  const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{[^}]*\}\);/;
  return {
    name: 'kept-pages',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/@remix-run/react/dist/esm/routeModules.js')) return null;
      if (!reload.test(code))
        return this.error('Remix loads the scripts of pages in another way than before');
      return { code: code.replace(reload, 'return window.__routeModuleLost(route.module);'), map: null };
    },
  };
}

/**
 * Limits what the development server watches to the pages, and does not watch anything for the second server that Remix
 * opens to read the exports of routes. The rest of the project (tests, the database in `.data`, the last build) is
 * thousands of files, and changes in `modules/` restart the process.
 */
function watchedPages(): Plugin {
  const pages = path.join(root, 'app');
  const isOutside = (file: string) => file !== root && file !== pages && !file.startsWith(pages + path.sep);
  return {
    name: 'watched-pages',
    apply: 'serve',
    config({ server }) {
      if (server?.watch === null) return null;
      const ofRemix = server?.hmr === false;
      return { server: { watch: { ignored: ofRemix ? () => true : isOutside } } };
    },
  };
}

export default defineConfig({
  plugins: [
    outsideApp(),
    appImports(),
    browserBundle(),
    watchedPages(),
    keptPages(),
    remix({
      appDirectory: 'app',
      // A build is written to a separate folder, which replaces the last build when it is complete.
      buildDirectory: process.env.BUILD_FOLDER ?? 'build',
      serverModuleFormat: 'esm',
      future: remixFuture,
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Not needed, because the bench measures compressed sizes.
    reportCompressedSize: false,
    rolldownOptions: {
      // A route's chunk contains only the components that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/app\/components\//, sideEffects: false }] },
    },
  },
  server: { fs: { allow: [root] } },
  // For development: if Vite finds a package only later, it reloads the page while somebody uses it.
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
    // Only actions and loaders import these, and those are not sent to browsers.
    exclude: ['@remix-run/node', 'remix-auth', 'remix-auth-form'],
  },
});
