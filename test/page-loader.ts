/**
 * Lets Node load pages. Node itself removes types, but knows neither JSX nor vite's `?url` and `?inline`. vitest.config.ts has each
 * worker load this file first.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

registerHooks({
  load(url, context, nextLoad) {
    const { pathname, searchParams } = new URL(url);
    if (searchParams.has('url'))
      return {
        format: 'module',
        source: `export default ${JSON.stringify(pathname)};`,
        shortCircuit: true,
      };
    if (searchParams.has('inline'))
      return {
        format: 'module',
        source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))};`,
        shortCircuit: true,
      };
    if (!pathname.endsWith('.tsx')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      jsx: { runtime: 'automatic' },
      sourcemap: false,
    });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('\n')}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
