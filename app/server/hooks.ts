import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { type Operation, type Portal, Refusal } from '#modules/platform/index.ts';
import { bodyLimits, readBody } from './body.ts';
import type { Reception } from './reception.ts';

/** The input of an operation that receives callbacks: the unparsed body, and what authenticates the sender. */
export interface HookInput {
  body: string;
  signature?: string | undefined;
}

/** One address that an outside service calls, and the operation that verifies and stores the callback. */
export interface Hook {
  /** Under /hooks/. */
  name: string;
  /** The headers that authenticate the sender, in lower case. Their values are passed on, separated by spaces. */
  headers: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the caller's shape does not matter here; perform checks it
  operation: Operation<any, z.ZodType<unknown, HookInput>, z.ZodType>;
  /** Makes the answer, if the provider expects more than a confirmation. */
  answer?: (output: unknown) => { type: string; body: string };
}

/**
 * Answers /hooks/*. The request may come from anywhere; the operation verifies its signature. 2xx means that the
 * callback is stored. A refusal is answered with its status and text, which providers show in their logs before they
 * try again.
 */
export function serveHooks(portal: Portal, reception: Reception, hooks: readonly Hook[]) {
  const byPath = new Map(hooks.map((hook) => [`/hooks/${hook.name}`, hook]));
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const admitted = await reception.admit(request);
    const own = { host: portal.config.baseHost, origin: portal.config.publicUrl };
    const visit = reception.visit(
      request,
      admitted ?? { from: { address: request.socket.remoteAddress ?? '', scheme: 'http', host: '' }, ...own },
      () => undefined,
    );
    let refusal: Refusal | null = null;
    let answer: { type: string; body: string } | null = null;
    try {
      const hook = byPath.get(path);
      if (!hook || request.method !== 'POST') throw new Refusal('not-found');
      const body = await readBody(request, bodyLimits.hook);
      const proof = hook.headers.map((name) => String(request.headers[name] ?? ''));
      const signature = proof.join(' ').slice(0, 2000);
      const output = await portal.perform(hook.operation, { body: body.toString('utf8'), signature }, visit);
      answer = hook.answer?.(output) ?? null;
    } catch (error) {
      refusal = portal.asRefusal(error, visit, `POST ${path}`);
    }
    const status = refusal?.status ?? 200;
    response.writeHead(status, {
      'Content-Type': answer?.type ?? 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': visit.requestId,
      ...(status === 413 ? { Connection: 'close' } : {}),
    });
    response.end(
      answer?.body ??
        JSON.stringify(
          refusal
            ? { received: false, error_code: refusal.code, error_message: refusal.text }
            : { received: true },
        ),
    );
  };
}
