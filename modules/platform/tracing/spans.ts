import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Refusal } from '../refusals.ts';

/*
 * Spans of what the portal does, for whoever configures tracing; without it, each function here only runs its work. A
 * span has the name of a route, operation, statement, job or service, and never an address, an id or a value.
 */

let tracer: Tracer | null = null;

/** @param next null: from now on nothing is traced */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Runs work as a span of the current trace, or as a trace of its own. */
export function traced<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
  if (!tracer) return run();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The message of an error may name a person, so only its kind is kept. A refusal is an answer, no failure. */
function noteFailure(span: Span, error: unknown): void {
  if (error instanceof Refusal) {
    span.setAttribute('shield.refusal', error.code);
    return;
  }
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR, message: type });
}

/** What is known about a request once it has been answered. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of its route, such as /user/:id. */
  route: string;
  status: number;
}

/**
 * Runs the answer to a request as a span that continues the caller's trace, if its `traceparent` header names one. The
 * span ends with the answer.
 */
export function tracedRequest(
  request: IncomingMessage,
  response: ServerResponse,
  about: () => AnsweredRequest,
  answer: () => void,
): void {
  if (!tracer) {
    answer();
    return;
  }
  const from = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, from);
  response.once('close', () => {
    const { method, route, status } = about();
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(from, span), answer);
}

/** Begins a request to an outside service. @returns a function that ends it with its result, such as 2xx or error */
export function traceOutside(): (service: string, result: string) => void {
  const { active, start }: { active: Context; start: Date } = { active: context.active(), start: new Date() };
  return (service, result) => {
    const attributes = { 'peer.service': service, 'shield.result': result };
    const span = tracer?.startSpan(service, { kind: SpanKind.CLIENT, startTime: start, attributes }, active);
    if (result === 'error' || result === '5xx') span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
}

/** The ids by which a line of the log is found with its trace; nothing without tracing. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const spoken = tracer ? trace.getActiveSpan()?.spanContext() : undefined;
  return spoken ? { trace_id: spoken.traceId, span_id: spoken.spanId } : {};
}
