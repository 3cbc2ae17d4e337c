/** Adds up the metrics of several processes, in the text format of Prometheus. */
export async function addMetrics(values: readonly object[][]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate([...values]).metrics();
}
