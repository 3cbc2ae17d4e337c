import { z } from 'zod';
import { applicationsTimings } from '../limits.ts';
import { type CraRequest, craRequests } from './contract.ts';
import { craEvent } from './port.ts';

/**
 * The documentation for a consumer reporting agency: the portal's requests, and the events that the portal accepts
 * (D40).
 */

/** The same for the pages of the reference. */
export const craContract = { requests: craRequests, event: craEvent };

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/**
 * An OpenAPI 3.1 document.
 * @param callbacks the address at which the portal accepts events
 */
export function craOpenApi(portalName: string, callbacks: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, request] of Object.entries<CraRequest>(craRequests)) {
    paths[request.path] = {
      ...paths[request.path],
      [request.method.toLowerCase()]: documentationOf(name, request),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${portalName}: contract for consumer reporting agencies`,
      version: '1',
      description: `The paths are what the portal asks of the agency, the webhooks what the agency posts to ${callbacks}.`,
    },
    paths,
    webhooks: { event: { post: eventDocumentation() } },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
}

function documentationOf(name: string, { path, summary, body, files, answer }: CraRequest): object {
  const parameters = [...path.matchAll(/{(\w+)}/g)].map(([, part]) => ({
    name: part,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const idempotency = {
    name: 'idempotency-key',
    in: 'header',
    required: true,
    schema: { type: 'string', maxLength: 80 },
  };
  return {
    operationId: name,
    summary,
    security: [{ key: [] }],
    parameters: name === 'submit' ? [...parameters, idempotency] : parameters,
    ...bodyOf(body, files),
    responses: {
      200: { description: 'Done', ...contentOf(answer) },
      default: { description: 'Not done; the portal asks again later' },
    },
  };
}

function bodyOf(body: z.ZodType, files: CraRequest['files']): object {
  if (files) {
    return { requestBody: { required: true, content: Object.fromEntries(files.map((type) => [type, {}])) } };
  }
  if (body instanceof z.ZodUndefined) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: jsonOf(body) } } } };
}

function contentOf(answer: CraRequest['answer']): object {
  if (answer === null) return {};
  if (answer === 'pdf') return { content: { 'application/pdf': {} } };
  return { content: { 'application/json': { schema: jsonOf(answer) } } };
}

function eventDocumentation(): object {
  return {
    operationId: 'event',
    summary: 'An event of a check. Sent again with the same event_id, it counts once.',
    parameters: [
      {
        name: 'cra-signature',
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description: `t=SECONDS,v1=HEX: the time of sending in seconds since 1970, and the HMAC-SHA256 of SECONDS, a period and the body byte for byte, under the secret that both know. At most ${applicationsTimings['cra.callback-age'] / 60_000} minutes old.`,
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: jsonOf(craEvent) } } },
    responses: {
      200: { description: 'Stored' },
      400: { description: 'Of another shape' },
      401: { description: 'Not signed, or too old' },
      default: { description: 'Not stored; send it again later' },
    },
  };
}
