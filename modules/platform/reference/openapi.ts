import type {
  CallExample,
  DocumentedCall,
  DocumentedEvent,
  JsonSchema,
  Refusals,
  Surface,
} from './declared.ts';
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
        ...(has('company') ? { companyKey: { type: 'http', scheme: 'bearer' } } : {}),
      },
    },
  };
}

const tagOf = ({ surface, group }: DocumentedCall) => `${surface}: ${group}`;

function operationOf(call: DocumentedCall, { refusals }: OpenApiParts): object {
  const { operation, example } = call;
  const limit = throttleWords(operation);
  const input = jsonSchemaOf(operation.input);
  return {
    operationId: call.id,
    summary: operation.summary,
    description: [accessWords(call), ...(limit ? [limit] : [])].join(' '),
    tags: [tagOf(call)],
    security: securityOf(call),
    'x-operation': operation.name,
    ...requestOf(call, input),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: call.dialect.success(jsonSchemaOf(operation.output)),
            example: example.output,
          },
        },
      },
      ...failuresOf(call, refusals),
    },
  };
}

function securityOf({ surface, scope }: DocumentedCall): object[] {
  if (surface === 'public') return [];
  return surface === 'company' ? [{ companyKey: scope ? [scope] : [] }] : [{ session: [] }];
}

/** The refusals of a call by their statuses, each with its words. */
function failuresOf(call: DocumentedCall, refusals: Refusals): Record<string, object> {
  const known = [...new Set([...call.refusals, ...call.common])].flatMap((code) =>
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

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'For 24 hours, a second request with the same value gets the first answer and does nothing. Another request with it is refused.',
};

/** The fields of a call, each where it is sent: in the path, in the query, or in the body. */
function requestOf(call: DocumentedCall, input: JsonSchema): object {
  const { method, path, lines, example, surface } = call;
  const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
  const others = Object.keys(input.properties ?? {}).filter(
    (name) => !inPath.includes(name) && name !== lines,
  );
  const inBody = method === 'GET' || lines !== undefined ? [] : others;
  const parameters = [
    ...inPath.map((name) => parameterOf(name, 'path', input, example)),
    ...others
      .filter((name) => !inBody.includes(name))
      .map((name) => parameterOf(name, 'query', input, example)),
    ...(surface === 'company' && method === 'POST' ? [idempotencyKey] : []),
  ];
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(lines ? { requestBody: linesOf(input.properties?.[lines]) } : {}),
    ...(method === 'GET' || lines ? {} : { requestBody: bodyOf(input, inBody, example) }),
  };
}

function parameterOf(
  name: string,
  place: 'path' | 'query',
  { properties, required }: JsonSchema,
  { input }: CallExample,
): object {
  return {
    name,
    in: place,
    required: place === 'path' || (required?.includes(name) ?? false),
    schema: properties?.[name] ?? { type: 'string' },
    ...(input[name] === undefined ? {} : { example: input[name] }),
  };
}

function bodyOf(input: JsonSchema, names: readonly string[], example: CallExample): object {
  const only = <T>(record: Record<string, T> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
  const required = (input.required ?? []).filter((name) => names.includes(name));
  const schema = { ...input, properties: only(input.properties), required };
  return {
    required: required.length > 0,
    content: { 'application/json': { schema, example: only(example.input) } },
  };
}

/** One JSON text for each line (NDJSON). The schema is that of all lines. */
function linesOf(schema: JsonSchema = {}): object {
  return { required: true, content: { 'application/x-ndjson': { schema } } };
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
