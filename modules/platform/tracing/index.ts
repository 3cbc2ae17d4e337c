import type { Config } from '../config.ts';
import { traceOutside } from './spans.ts';

export { traced, tracedRequest, traceFields } from './spans.ts';

/**
 * Starts tracing if it is configured; without it, its libraries are not loaded.
 * @param process its name in the traces
 * @returns a function that ends it
 */
export async function startTracing(config: Config, process: string): Promise<() => Promise<void>> {
  if (config.tracing === null) return async () => undefined;
  const [{ exportSpans }, { watchOutsideCalls }] = await Promise.all([
    import('./exporting.ts'),
    import('../providers/outside-calls.ts'),
  ]);
  const end = exportSpans(config.tracing, process);
  const unwatch = watchOutsideCalls(config, traceOutside);
  return async () => {
    unwatch();
    await end();
  };
}
