import type { Dialect, JsonSchema, Refusals } from './declared.ts';

const issues: JsonSchema = {
  type: 'object',
  description: 'The fields that are wrong, each with the reasons.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

/** Calls under /hub/api: flags beside the answer, and the code of a refusal in `error_code` (D80). */
export const hubDialect: Dialect = {
  success: (output) => withProperties({ success: { const: true } }, output),
  failureType: 'application/json',
  failure: (codes, refusals) => ({
    type: 'object',
    required: ['success', 'error_code', 'error_message'],
    properties: {
      success: { const: false },
      error_code: { type: 'string', enum: errorCodesOf(codes, refusals) },
      error_message: { type: 'string', description: 'A sentence for the person.' },
      issues,
    },
  }),
};

/** Calls under /api/v1: the answer as it is, and refusals as RFC 9457 describes (D135). */
export const keyDialect: Dialect = {
  success: (output) => output,
  failureType: 'application/problem+json',
  failure: (codes, refusals) => ({
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'request_id'],
    properties: {
      type: { const: 'about:blank' },
      title: { type: 'string', description: 'A sentence for people.' },
      status: { type: 'integer' },
      code: { type: 'string', enum: errorCodesOf(codes, refusals) },
      request_id: { type: 'string', description: 'What support asks for.' },
      issues,
    },
  }),
};

function withProperties(properties: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  const names = Object.keys(properties);
  if (!schema.properties) return { allOf: [{ type: 'object', properties, required: names }, schema] };
  return {
    ...schema,
    properties: { ...properties, ...schema.properties },
    required: [...new Set([...names, ...(schema.required ?? [])])],
  };
}

/** The codes as answers have them. */
function errorCodesOf(codes: readonly string[], refusals: Refusals): string[] {
  return [...new Set(codes.map((code) => refusals[code]?.errorCode ?? code))];
}
