import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { remixFuture } from '../../../cli/remix-future.ts';

/** Builds the bare page of the bench with the framework's own defaults. */
export default defineConfig({
  plugins: [
    remix({
      appDirectory: import.meta.dirname,
      buildDirectory: join(import.meta.dirname, '..', '..', '..', '.data', 'bench', 'bare-app'),
      serverModuleFormat: 'esm',
      future: remixFuture,
    }),
  ],
  build: { target: 'es2022', reportCompressedSize: false },
});
