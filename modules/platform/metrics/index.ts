import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

export type { Figures, Metrics } from './metrics.ts';
export { queueFigures } from './queue-figures.ts';

export interface OpenedMetrics {
  metrics: Metrics;
  close(): void;
}

/** @returns null if nothing asks for metrics, which then cost nothing */
export async function openMetrics(
  config: Config,
  measured: ConstructorParameters<typeof Metrics>[0],
): Promise<OpenedMetrics | null> {
  if (config.metrics === null) return null;
  const [{ Metrics }, { watchOutsideCalls }] = await Promise.all([
    import('./metrics.ts'),
    import('../providers/outside-calls.ts'),
  ]);
  const metrics = new Metrics(measured);
  const close = watchOutsideCalls(config, () => {
    const start = performance.now();
    return (service, result) => metrics.outside(service, result, performance.now() - start);
  });
  return { metrics, close };
}
