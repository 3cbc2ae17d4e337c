import cluster from 'node:cluster';
import { businessFigures } from '#modules/admin/index.ts';
import { webhookFigures } from '#modules/enterprise/index.ts';
import { type Portal, queueFigures } from '#modules/platform/index.ts';
import { answerPrimary, openMetricsPort } from './metrics-port.ts';

/**
 * Serves the metrics of this process at METRICS_PORT. A process of a cluster gives them to the one that watches over it
 * instead.
 * @param options.database also figures of the database, which are the same in every process: the worker shows them
 * @returns a function that ends it
 * @throws StartError if the port is taken
 */
export async function serveMetrics(
  portal: Portal,
  { database }: { database: boolean },
): Promise<() => Promise<void>> {
  const { metrics, config } = portal;
  if (!metrics) return async () => undefined;
  if (database)
    metrics.show([...queueFigures(portal), ...webhookFigures(portal), ...businessFigures(portal)]);
  if (!cluster.isWorker) return openMetricsPort(config, () => metrics.text());
  answerPrimary(() => metrics.values());
  return async () => undefined;
}
