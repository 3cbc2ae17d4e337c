import { z } from 'zod';
import { CALL_BASE } from './calls.ts';
import type { Call } from './contract.ts';
import type { RefusalTable } from './refusals.ts';

/**
 * The public documentation of the calls, made from their declarations alone.
 * @param refusals every refusal that a call may return
 */
export function openApiOf(rows: readonly Call[], portalName: string, refusals: RefusalTable): object {
  const errorCodes = Object.entries(refusals).map(([code, { errorCode }]) => errorCode ?? code);
  const paths: Record<string, Record<string, object>> = {};
  for (const call of rows) {
    const path = `${CALL_BASE}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: documentationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${portalName} calls`,
      version: '1',
      description:
        'Every call takes and answers JSON. Flags are YES or NO. A failed call answers success false with an error_code and an error_message.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: { Failure: failureSchema(errorCodes) },
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
