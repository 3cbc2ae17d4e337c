import { z } from 'zod';
import { CALL_BASE } from './calls.ts';
import type { Call, KeyCall } from './contract.ts';
import { KEY_CALL_BASE } from './key-calls.ts';
import type { RefusalTable } from './refusals.ts';

/**
 * The public documentation of the calls, made from their declarations alone.
 * @param keyRows the calls for companies, under /api/v1
 * @param refusals every refusal that a call may return
 */
export function openApiOf(
  { rows, keyRows }: { rows: readonly Call[]; keyRows: readonly KeyCall[] },
  portalName: string,
  refusals: RefusalTable,
): object {
  const errorCodes = Object.entries(refusals).map(([code, { errorCode }]) => errorCode ?? code);
  const paths: Record<string, Record<string, object>> = {};
  for (const call of rows) {
    const path = `${CALL_BASE}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: documentationOf(call) };
  }
  for (const call of keyRows) {
    const [method = '', route = ''] = call.route.split(' ');
    const path = `${KEY_CALL_BASE}${route.replaceAll(/:([a-z]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [method.toLowerCase()]: keyDocumentationOf(call, method, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${portalName} calls`,
      version: '1',
      description:
        'Every call takes and answers JSON. Under /hub/api flags are YES or NO, and a failed call answers success false with an error_code and an error_message. Under /api/v1 a company calls with its key, flags are true or false, and a failed call answers problem details (RFC 9457) with a code.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        companyKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: failureSchema(errorCodes), Problem: problemSchema(errorCodes) },
    },
  };
}

const failureSchema = (errorCodes: readonly string[]) => ({
  type: 'object',
  required: ['success', 'error_code', 'error_message'],
  properties: {
    success: { const: false },
    error_code: { enum: errorCodes },
    error_message: { type: 'string' },
    issues: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
});

function documentationOf(call: Call): object {
  const { operation } = call;
  const input = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const output = z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.name.split('.')[0]],
    security: operation.access.admits.includes('anonymous') ? [] : [{ session: [] }],
    'x-access': operation.access.name,
    ...(call.method === 'GET'
      ? { parameters: queryParameters(input) }
      : { requestBody: { content: { 'application/json': { schema: input } } } }),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': {
            schema: { allOf: [{ type: 'object', properties: { success: { const: true } } }, output] },
          },
        },
      },
      default: {
        description: 'Not done',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

const problemSchema = (errorCodes: readonly string[]) => ({
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'request_id'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: errorCodes },
    request_id: { type: 'string' },
    issues: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'For 24 hours a second request with the same value gets the first answer and does nothing. Another request with it is refused.',
};

/** @param route the path under /api/v1, whose parameters are not part of query or body */
function keyDocumentationOf({ operation, lines }: KeyCall, method: string, route: string): object {
  const { scope } = operation.access;
  const input = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const output = z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' });
  const inPath = [...route.matchAll(/:([a-z]+)/g)].map(([, name = '']) => name);
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const rest: JsonSchema = {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => name !== lines)),
    required: (input.required ?? []).filter((name) => !inPath.includes(name) && name !== lines),
  };
  const inQuery = method === 'GET' || lines !== undefined ? queryParameters(rest) : [];
  const body = lines
    ? { 'application/x-ndjson': { schema: input.properties?.[lines] ?? {} } }
    : { 'application/json': { schema: rest } };
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: ['company'],
    security: [{ companyKey: scope ? [scope] : [] }],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' },
      })),
      ...inQuery,
      ...(method === 'POST' ? [idempotencyKey] : []),
    ],
    ...(method === 'POST' && (lines || properties.length > 0) ? { requestBody: { content: body } } : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: output } } },
      default: {
        description: 'Not done',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

interface JsonSchema {
  properties?: Record<string, object>;
  required?: string[];
}

function queryParameters(input: JsonSchema): object[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }));
}
