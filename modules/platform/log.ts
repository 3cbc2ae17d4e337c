import { type DestinationStream, pino } from 'pino';
import { traceFields } from './tracing/index.ts';

type Fields = Record<string, unknown>;

/** Structured log lines: first the fields, then the message. The message never contains a personal value. */
export interface Log {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  fatal(fields: Fields, message: string): void;
  /** A log that adds these fields to every line. */
  child(fields: Fields): Log;
}

export interface LogOptions {
  level: string;
  /** stdout by default. */
  destination?: DestinationStream;
}

const secretNames = new Set(
  [
    'authorization',
    'cookie',
    'set-cookie',
    'password',
    'newpassword',
    'currentpassword',
    'confirmpassword',
    'passphrase',
    'secret',
    'token',
    'code',
    'otp',
    'invitecode',
    'approvalcode',
    'ssn',
    'ssn4',
    'last4ssn',
    'social',
    'tax_id',
    'dob',
    'dateofbirth',
    'signature',
    'clientsecret',
    'client_secret',
    'apikey',
    'api_key',
    'x-api-key',
    'stripe-signature',
    'email',
    'emailaddress',
    'mobile',
    'phone',
    'html',
    'text',
  ].map(plainName),
);

const maxDepth = 6;

/**
 * A `code` in lowercase letters is the code of a refusal (`identity.wrong-credentials`), not one that was sent to a
 * person.
 */
function isSecret(name: string, value: unknown): boolean {
  if (name === 'code' && typeof value === 'string' && /^[a-z]+(?:[.-][a-z]+)+$/.test(value)) return false;
  return secretNames.has(plainName(name));
}

export function createLog({ level, destination }: LogOptions): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    // The formatter below describes errors, so the default serializer must not.
    serializers: { err: (value: unknown) => value },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Fields) => redact(fields, 0) as Fields,
    },
  };
  return wrap(destination ? pino(options, destination) : pino(options));
}

/** A log that writes nothing, for commands that print their own output. */
export function silentLog(): Log {
  return createLog({ level: 'silent' });
}

interface Sink {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
  child(fields: object): Sink;
}

function wrap(sink: Sink): Log {
  return {
    debug: (fields, message) => sink.debug(fields, message),
    info: (fields, message) => sink.info(fields, message),
    warn: (fields, message) => sink.warn(fields, message),
    error: (fields, message) => sink.error(fields, message),
    fatal: (fields, message) => sink.fatal(fields, message),
    child: (fields) => wrap(sink.child(redact(fields, 0) as Fields)),
  };
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrub(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value;
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return '[bytes]';
  if (depth >= maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  const result: Fields = {};
  for (const [name, item] of Object.entries(value)) {
    result[name] = isSecret(name, item) ? '[redacted]' : redact(item, depth + 1);
  }
  return result;
}

/** Removes nine digits written like an SSN, and codes in addresses, from texts of any field or error. */
function scrub(text: string): string {
  return text
    .replaceAll(/\b\d{3}-\d{2}-\d{4}\b/g, '[redacted]')
    .replaceAll(/([?&](?:code|token|sig|signature|email|emailaddress)=)[^&\s"']*/gi, '$1[redacted]');
}

/**
 * Errors of the database contain the statement with its values, the violated row and the parameters. Of all that, only
 * the name of the constraint is kept.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(error, 1);
  const fields = error as Error & { code?: unknown; constraint?: unknown; status?: unknown };
  const message = withoutStatement(error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: scrub(message),
    ...(typeof fields.code === 'string' ? { code: fields.code } : {}),
    ...(typeof fields.constraint === 'string' ? { constraint: fields.constraint } : {}),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function withoutStatement(message: string): string {
  const statement = /^\s*(?:select|insert|update|delete|with|merge|begin|commit|call|create|alter)\b/i.test(
    message,
  );
  if (!statement) return message.slice(0, 2000);
  const at = message.lastIndexOf(' - ');
  return at < 0 ? 'a statement failed' : message.slice(at + 3).slice(0, 500);
}
