import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.ts';
import { traceWith } from './spans.ts';

/**
 * From now on, sends this process's spans to a collector, in the background.
 * @param process its name in the traces, such as shield-web
 * @returns a function that sends what waits and ends it
 */
export function exportSpans({ url, headers, share }: TracingConfig, process: string): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'shieldhub', 'service.name': process }),
    // A trace that began elsewhere is recorded if it was recorded there.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  const contexts = new AsyncLocalStorageContextManager();
  context.setGlobalContextManager(contexts.enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  traceWith(provider.getTracer('shieldhub'));
  return async () => {
    traceWith(null);
    await provider.shutdown();
    context.disable();
    propagation.disable();
  };
}
