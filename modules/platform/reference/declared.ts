import type { z } from 'zod';
import type { AnyOperation } from '../contract.ts';

/** What the reference is made of: the declarations of the calls, and what is known of them beside their operations. */

/** Whose calls they are, and how a caller proves who they are. */
export const surfaces = ['company', 'portal', 'staff', 'public'] as const;
export type Surface = (typeof surfaces)[number];

/** How a family of calls answers. */
export interface Dialect {
  /** The schema of a successful answer, made from that of the operation's output. */
  success(output: JsonSchema): JsonSchema;
  /** The media type of a refusal, and its schema for the codes that it may have. */
  failureType: string;
  failure(codes: readonly string[], refusals: Refusals): JsonSchema;
}

/** A call that the reference describes. */
export interface DocumentedCall {
  /** Unique, and part of addresses: `post-user-register`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole path, with its variable parts in braces. */
  path: string;
  operation: AnyOperation;
  surface: Surface;
  /** The chapter of the surface that it belongs to. */
  group: string;
  /** What a key needs for it; none where a session is asked for. */
  scope?: string;
  dialect: Dialect;
  /** The codes of the refusals that it may answer, without those that every call may answer. */
  refusals: readonly string[];
  /** The codes that every call of its family may answer. */
  common: readonly string[];
  /** The field that is sent as lines of JSON: it is the body, and the other fields are in the address. */
  lines?: string | undefined;
  example: CallExample;
}

/** A request that was sent to a running portal, and its answer. */
export interface CallExample {
  input: Record<string, unknown>;
  output: Record<string, unknown>;
}

/** The refusals by their codes. */
export type Refusals = Readonly<Record<string, { status: number; text: string; errorCode?: string }>>;

/** An event that the portal sends to endpoints of a company. */
export interface DocumentedEvent {
  /** Its type, such as `score.changed`. */
  name: string;
  summary: string;
  /** The whole body. */
  body: z.ZodType;
  example: Record<string, unknown>;
}

/** JSON Schema 2020-12, as far as the reference uses it. */
export interface JsonSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  $ref?: string;
}
