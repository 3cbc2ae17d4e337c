import type { DocumentedCall, DocumentedEvent, Refusals } from './declared.ts';
import { type FieldView, fieldsOf } from './fields.ts';
import { jsonSchemaOf } from './schemas.ts';
import { curlOf, javascriptOf } from './snippets.ts';
import { accessWords, throttleWords } from './words.ts';

/** A call as its page shows it. */
export interface CallView {
  id: string;
  method: string;
  path: string;
  summary: string;
  access: string;
  scope: string | null;
  takes: FieldView[];
  answers: FieldView[];
  errors: ErrorView[];
  limit: string | null;
  example: { curl: string; javascript: string; answer: string };
}

export interface ErrorView {
  status: number;
  code: string;
  words: string;
}

export function viewOf(call: DocumentedCall, refusals: Refusals, sessionCookie: string): CallView {
  const { id, method, path, operation, scope = null, example } = call;
  return {
    id,
    method,
    path,
    summary: operation.summary,
    access: accessWords(call),
    scope,
    takes: fieldsOf(jsonSchemaOf(operation.input)),
    answers: fieldsOf(jsonSchemaOf(operation.output)),
    errors: errorsOf(call.refusals, refusals),
    limit: throttleWords(operation),
    example: {
      curl: curlOf(call, sessionCookie),
      javascript: javascriptOf(call),
      answer: JSON.stringify(example.output, null, 2),
    },
  };
}

/** Refusals by status, then by code. */
export function errorsOf(codes: readonly string[], refusals: Refusals): ErrorView[] {
  return codes
    .flatMap((code) => {
      const answer = refusals[code];
      return answer ? [{ status: answer.status, code: answer.errorCode ?? code, words: answer.text }] : [];
    })
    .toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
}

/** An event as the chapter of webhooks shows it. */
export interface EventView {
  name: string;
  summary: string;
  fields: FieldView[];
  example: string;
}

export function eventViewOf({ name, summary, body, example }: DocumentedEvent): EventView {
  return { name, summary, fields: fieldsOf(jsonSchemaOf(body)), example: JSON.stringify(example, null, 2) };
}
