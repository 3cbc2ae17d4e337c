import type { DocumentedCall, DocumentedEvent, JsonSchema, Refusals, Surface } from './declared.ts';
import { jsonSchemaOf } from './schemas.ts';
import { accessWords, throttleWords } from './words.ts';

export interface OpenApiParts {
  title: string;
  /** The address of the portal. */
  server: string;
  /** The name of the cookie that carries a session. */
  sessionCookie: string;
  calls: readonly DocumentedCall[];
  events: readonly DocumentedEvent[];
  refusals: Refusals;
  /** The codes that every call may answer. */
  anyCall: readonly string[];
}

const surfaceWords: Readonly<Record<Surface, string>> = {
  company: 'With a key of a company.',
  portal: 'With a person’s session.',
  staff: 'With a session of staff.',
  public: 'With or without a session.',
};

/** An OpenAPI 3.1 document, made from the declarations of the calls and events alone. */
export function openApiOf(parts: OpenApiParts): object {
  const { calls, events, title, server, sessionCookie } = parts;
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, parts) };
  }
  const tags = new Map(calls.map((call) => [tagOf(call), call.surface]));
  const has = (...wanted: Surface[]) => calls.some(({ surface }) => wanted.includes(surface));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Every call takes and answers JSON. A person’s or staff’s call is sent by a page of the portal: it carries the cookie of the session, and anything but a GET also an Origin of the portal. Flags are YES or NO.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    tags: [...tags].map(([name, surface]) => ({ name, description: surfaceWords[surface] })),
    paths,
    ...(events.length > 0
      ? { webhooks: Object.fromEntries(events.map((event) => [event.name, webhookOf(event)])) }
      : {}),
    components: {
      securitySchemes: {
        ...(has('portal', 'staff') ? { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } } : {}),
        ...(has('company') ? { key: { type: 'http', scheme: 'bearer' } } : {}),
      },
    },
  };
}

const tagOf = ({ surface, group }: DocumentedCall) => `${surface}: ${group}`;

function operationOf(call: DocumentedCall, { refusals, anyCall }: OpenApiParts): object {
  const { operation, example } = call;
  const limit = throttleWords(operation);
  const input = jsonSchemaOf(operation.input);
  const inPath = [...call.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
  return {
    operationId: call.id,
    summary: operation.summary,
    description: [accessWords(operation), ...(limit ? [limit] : [])].join(' '),
    tags: [tagOf(call)],
    security: securityOf(call),
    'x-operation': operation.name,
    ...(call.method === 'GET' || inPath.length > 0 ? { parameters: parametersOf(call, input, inPath) } : {}),
    ...(call.method === 'GET' ? {} : { requestBody: bodyOf(call, input, inPath) }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: call.dialect.success(jsonSchemaOf(operation.output)),
            ...(example ? { example: example.output } : {}),
          },
        },
      },
      ...failuresOf(call, refusals, anyCall),
    },
  };
}

function securityOf({ surface, scope }: DocumentedCall): object[] {
  if (surface === 'public') return [];
  return surface === 'company' ? [{ key: scope ? [scope] : [] }] : [{ session: [] }];
}

/** The refusals of a call by their statuses, each with its words. */
function failuresOf(
  call: DocumentedCall,
  refusals: Refusals,
  anyCall: readonly string[],
): Record<string, object> {
  const known = [...new Set([...call.refusals, ...anyCall])].flatMap((code) =>
    refusals[code] ? [{ code, ...refusals[code] }] : [],
  );
  const byStatus = Map.groupBy(known, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, answers]) => [
      String(status),
      {
        description: answers.map(({ code, errorCode, text }) => `${errorCode ?? code}: ${text}`).join('\n'),
        content: {
          [call.dialect.failureType]: {
            schema: call.dialect.failure(
              answers.map(({ code }) => code),
              refusals,
            ),
          },
        },
      },
    ]),
  );
}

function parametersOf(
  { method, example }: DocumentedCall,
  input: JsonSchema,
  inPath: readonly string[],
): object[] {
  return Object.entries(input.properties ?? {})
    .filter(([name]) => method === 'GET' || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (input.required?.includes(name) ?? false),
      schema,
      ...(example?.input[name] === undefined ? {} : { example: example.input[name] }),
    }));
}

function bodyOf({ example }: DocumentedCall, input: JsonSchema, inPath: readonly string[]): object {
  const required = (input.required ?? []).filter((name) => !inPath.includes(name));
  const schema = { ...input, properties: leftOf(input.properties ?? {}, inPath), required };
  return {
    required: required.length > 0,
    content: {
      'application/json': { schema, ...(example ? { example: leftOf(example.input, inPath) } : {}) },
    },
  };
}

/** The fields that are sent in the body, because they are not part of the path. */
function leftOf<T>(record: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function webhookOf({ name, summary, body, example }: DocumentedEvent): object {
  return {
    post: {
      operationId: name,
      summary,
      // The signature in its headers proves who sends it.
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(body), example } },
      },
      responses: { '2XX': { description: 'Stored.' } },
    },
  };
}
