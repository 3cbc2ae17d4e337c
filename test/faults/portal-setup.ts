/**
 * Node loads this before everything else in each process that the journeys start (`--import`). In a portal, it inserts
 * the fault of the environment's FAULT into its file when that is loaded. Commands such as the one that makes the demo
 * data, which is kept for later runs, stay without.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Fault, plant } from './fault.ts';

const fault = JSON.parse(process.env.FAULT ?? 'null') as Fault | null;
const [, program = '', command = ''] = process.argv;
const root = join(import.meta.dirname, '..', '..');
const urlOf = (...path: string[]) => pathToFileURL(join(root, ...path)).href;

if (fault && program === join(root, 'cli', 'shield.ts') && ['up', 'web', 'worker'].includes(command)) {
  const faulty = urlOf(fault.file);
  const built = urlOf('build', 'pages', 'server');
  const builtWithFault = process.env.FAULT_BUILD ? urlOf(process.env.FAULT_BUILD, 'server') : built;
  registerHooks({
    resolve: (specifier, context, next) => next(specifier.replace(built, builtWithFault), context),
    load(url, context, next) {
      const loaded = next(url, context);
      return url === faulty ? { ...loaded, source: plant(String(loaded.source), fault) } : loaded;
    },
  });
}
