import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { type Fault, plant } from './fault.ts';
import { withProbes } from './rewrites.ts';

export const root = join(import.meta.dirname, '..', '..');

/**
 * Changes sources on their way from the disk to the server's code; what browsers get stays as it is.
 * @param planted the fault at this moment
 * @param isProbed whether the functions of a file, relative to the root, are to report that they were reached
 */
export function planting(planted: () => Fault | null, isProbed = (_file: string) => false): Plugin {
  return {
    name: 'faults',
    enforce: 'pre',
    transform(code, id, options) {
      if (!options?.ssr) return null;
      const file = relative(root, id.split('?')[0] ?? id);
      if (isProbed(file)) return { code: withProbes(file, code), map: null };
      const fault = planted();
      return fault?.file === file ? { code: plant(code, fault), map: null } : null;
    },
  };
}
