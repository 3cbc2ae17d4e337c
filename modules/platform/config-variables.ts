import { isIP } from 'node:net';
import { z } from 'zod';

/** An invalid configuration; `message` has one line for each variable that is wrong. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** EX_CONFIG of sysexits(3). */
  readonly exitCode = 78;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const webUrl = z.url({ protocol: /^https?$/ });
/**
 * The smallest number of different characters in a secret. A random secret has many; a typed or default one has few.
 */
const LEAST_SIGNS = 10;
const isVaried = (signs: Iterable<unknown>) => new Set(signs).size >= LEAST_SIGNS;
const secret = z.string().min(16).max(4096).refine(isVaried);
/**
 * A secret that the portal itself uses. It must be strong, because it can be guessed offline from hashes or signatures
 * made with it.
 */
const ownSecret = secret.min(32);
const choice = <const T extends string[]>(...values: T) => z.enum(values);

/** The schema, and what to say if the value does not match it. `secret` values are never printed. */
interface Variable<T extends z.ZodType = z.ZodType> {
  schema: T;
  expects: string;
  secret?: true;
}
const variable = <T extends z.ZodType>(schema: T, expects: string): Variable<T> => ({ schema, expects });
const secretVariable = <T extends z.ZodType>(schema: T, expects: string): Variable<T> => ({
  schema,
  expects,
  secret: true,
});

const network = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // Requests from trusted proxies are believed about the client's address. A larger network would include strangers.
  const [fewest, most] = family === 4 ? [8, 32] : [16, 128];
  return /^\d{1,3}$/.test(bits) && Number(bits) >= fewest && Number(bits) <= most;
};

const keyRing = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every((entry) => /^[A-Za-z0-9_-]{1,16}:[A-Za-z0-9+/]{43}=$/.test(entry)))
  .transform((entries) => entries.map((entry) => entry.split(':') as [string, string]))
  .refine((pairs) => pairs.every(([, key]) => isVaried(Buffer.from(key, 'base64'))))
  // If two keys shared an id, one would be lost together with everything it encrypted.
  .refine((pairs) => new Set(pairs.map(([id]) => id)).size === pairs.length)
  .transform((pairs) => ({ active: pairs[0]?.[0] ?? '', keys: Object.fromEntries(pairs) }));

/** Each variable with its format. */
export const variables = {
  SHIELD_ENV: variable(choice('development', 'production'), 'development or production'),
  HOST: variable(
    z.string().refine((value) => isIP(value) !== 0 || value === 'localhost'),
    'an IP address to listen on',
  ),
  PORT: variable(wholeNumber(1, 65535), 'a port from 1 to 65535'),
  PUBLIC_URL: variable(
    webUrl.refine((value) => URL.parse(value)?.pathname === '/' && !/[?#]/.test(value)),
    'the web address of the portal without a path, such as https://portal.example.com',
  ),
  BRANDED_HOST_SUFFIX: variable(
    z.string().regex(/^\.[a-z0-9-]+(\.[a-z0-9-]+)*$/),
    'a domain that starts with a dot, such as .portal.example.com',
  ),
  TRUSTED_PROXIES: variable(
    z
      .string()
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine((entries) => entries.every(network)),
    'IP addresses or networks with commas between, such as 10.0.0.0/8,127.0.0.1',
  ),
  DATABASE_URL: secretVariable(databaseUrl, 'postgres://user:password@host:port/database'),
  DATABASE_DIRECT_URL: secretVariable(databaseUrl, 'postgres://user:password@host:port/database'),
  DATABASE_READ_URL: secretVariable(databaseUrl, 'postgres://user:password@replica:port/database'),
  DATABASE_OWNER_URL: secretVariable(databaseUrl, 'postgres://owner:password@host:port/database'),
  DATABASE_POOL: variable(wholeNumber(2, 500), 'connections of one process, from 2 to 500'),
  KEY_RING: secretVariable(
    keyRing,
    'id:key pairs with commas between, no id twice, each key 32 random bytes in base64, the first one encrypts',
  ),
  LOOKUP_KEY: secretVariable(ownSecret, 'at least 32 random characters'),
  SIGNING_KEY: secretVariable(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(ownSecret)),
    'at least 32 random characters, not those of LOOKUP_KEY; former keys may follow, with commas between',
  ),
  BACKUP_KEY: secretVariable(
    keyRing,
    'id:key pairs with commas between, no id twice, each key 32 random bytes in base64, the first one encrypts backups',
  ),
  BACKUP_S3_ENDPOINT: variable(webUrl, 'a web address (leave it out for Amazon S3)'),
  BACKUP_S3_REGION: variable(z.string().regex(/^[a-z0-9-]+$/), 'a region, such as us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: secretVariable(z.string().min(3), 'an access key id'),
  BACKUP_S3_SECRET_ACCESS_KEY: secretVariable(z.string().min(8), 'a secret access key'),
  MAIL: variable(choice('sandbox', 'smtp', 'resend'), 'sandbox, smtp or resend'),
  SMTP_URL: secretVariable(z.url({ protocol: /^smtps?$/ }), 'smtp://user:password@host:port or smtps://...'),
  RESEND_API_KEY: secretVariable(z.string().regex(/^re_\w{16,200}$/), 'a key that starts with re_'),
  RESEND_FOLLOWED_DOMAIN: variable(
    z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/),
    'a domain of its own, such as invitations.example.com',
  ),
  MAIL_WEBHOOK_SECRET: secretVariable(
    z.string().regex(/^whsec_[A-Za-z0-9+/]{24,200}={0,2}$/),
    'a secret that starts with whsec_',
  ),
  SMS: variable(choice('sandbox', 'twilio'), 'sandbox or twilio'),
  SMS_FROM: variable(z.string().regex(/^\+\d{8,15}$/), 'a telephone number, such as +15550100000'),
  TWILIO_ACCOUNT_SID: variable(z.string().regex(/^AC[0-9a-f]{32}$/), 'an account SID that starts with AC'),
  TWILIO_AUTH_TOKEN: secretVariable(secret, 'at least 16 random characters'),
  STORAGE: variable(choice('folder', 's3'), 'folder or s3'),
  STORAGE_FOLDER: variable(z.string().min(1), 'a folder'),
  S3_ENDPOINT: variable(webUrl, 'a web address (leave it out for Amazon S3)'),
  S3_REGION: variable(z.string().regex(/^[a-z0-9-]+$/), 'a region, such as us-east-1'),
  S3_BUCKET: variable(z.string().regex(/^[a-z0-9][a-z0-9.-]{2,62}$/), 'the name of a bucket'),
  S3_ACCESS_KEY_ID: secretVariable(z.string().min(3), 'an access key id'),
  S3_SECRET_ACCESS_KEY: secretVariable(z.string().min(8), 'a secret access key'),
  PAYMENTS: variable(choice('sandbox', 'stripe'), 'sandbox or stripe'),
  STRIPE_SECRET_KEY: secretVariable(z.string().regex(/^(sk|rk)_\w+$/), 'a key that starts with sk_ or rk_'),
  STRIPE_PUBLISHABLE_KEY: variable(z.string().regex(/^pk_\w+$/), 'a key that starts with pk_'),
  STRIPE_WEBHOOK_SECRET: secretVariable(z.string().regex(/^whsec_\w+$/), 'a secret that starts with whsec_'),
  STRIPE_URL: variable(
    webUrl.refine(isSafeOrigin),
    'an address without a path that starts with https://, or http:// on this machine',
  ),
  STRIPE_SANDBOX_PORT: variable(wholeNumber(1, 65535), 'a port from 1 to 65535'),
  CRA: variable(choice('sandbox', 'https'), 'sandbox or https'),
  CRA_URL: variable(z.url({ protocol: /^https$/ }), 'an address that starts with https://'),
  CRA_API_KEY: secretVariable(secret, 'at least 16 random characters'),
  CRA_WEBHOOK_SECRET: secretVariable(secret, 'at least 16 random characters'),
  ADDRESS_SEARCH: variable(choice('none', 'sandbox', 'google'), 'none, sandbox or google'),
  GOOGLE_PLACES_API_KEY: secretVariable(
    z.string().regex(/^[\w-]{30,80}$/),
    'a key of the Places API (New), restricted to it',
  ),
  IDV: variable(choice('sandbox', 'onfido'), 'sandbox or onfido'),
  ONFIDO_API_TOKEN: secretVariable(secret, 'at least 16 random characters'),
  ONFIDO_URL: variable(
    webUrl.refine(isSafeOrigin),
    'an address without a path that starts with https://, or http:// on this machine',
  ),
  ONFIDO_REGION: variable(choice('us', 'eu', 'ca'), 'us, eu or ca'),
  ONFIDO_WORKFLOW_ID: variable(z.uuid(), 'the id of a workflow of Onfido Studio'),
  ONFIDO_WEBHOOK_TOKEN: secretVariable(secret, 'at least 16 random characters'),
  PASSWORD_MEMORY: variable(wholeNumber(8, 4_194_304), 'KiB, 19456 or more in production'),
  METRICS_PORT: variable(wholeNumber(1, 65535), 'a port from 1 to 65535'),
  METRICS_HOST: variable(
    z.string().refine((value) => isIP(value) !== 0 || value === 'localhost'),
    'an IP address to listen on',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(webUrl, 'the web address of an OpenTelemetry collector'),
  OTEL_EXPORTER_OTLP_HEADERS: secretVariable(
    z
      .string()
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine((entries) => entries.every((entry) => /^[\w-]+=[\x21-\x7e ]+$/.test(entry)))
      .transform((entries) =>
        Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s, 2) as [string, string])),
      ),
    'name=value pairs with commas between',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    z
      .string()
      .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0)?)$/)
      .transform(Number),
    'the share of traces that are recorded, from 0 to 1',
  ),
  JOBS_CONCURRENCY: variable(wholeNumber(1, 200), 'jobs at a time, from 1 to 200'),
  WEB_CONCURRENCY: variable(wholeNumber(1, 64), 'processes that share the port, from 1 to 64'),
  DATA_FOLDER: variable(z.string().min(1), 'a folder'),
  LOG_LEVEL: variable(
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  SHUTDOWN_TIMEOUT: variable(wholeNumber(1, 600), 'seconds, from 1 to 600'),
  SHUTDOWN_DELAY: variable(wholeNumber(0, 300), 'seconds, from 0 to 300'),
};

export type Name = keyof typeof variables;
export type Values = { [K in Name]?: z.output<(typeof variables)[K]['schema']> };
export type Environment = Record<string, string | undefined>;

/** What is wrong with the variables, collected so that everything is reported at once. */
export class Faults {
  readonly #lines = new Map<Name, string>();

  /** Only the first fault of a variable counts: one with a wrong format is not also missing. */
  add(name: Name, what: string): void {
    if (!this.#lines.has(name)) this.#lines.set(name, `${name}: ${what}`);
  }

  /** @throws ConfigError if there is any */
  check(): void {
    if (this.#lines.size > 0) throw new ConfigError([...this.#lines.values()].join('\n'));
  }
}

/**
 * Reads each variable that is set. An empty one counts as not set, such as `NAME=` in a compose file.
 * @param faults gets each one with a wrong format
 * @param names which are read; by default all
 */
export function readVariables(
  environment: Environment,
  faults: Faults,
  names: readonly Name[] = Object.keys(variables) as Name[],
): Values {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const { schema, expects, secret }: Variable = variables[name];
    const raw = environment[name]?.trim();
    if (!raw) continue;
    const parsed = schema.safeParse(raw);
    if (parsed.success) {
      values[name] = parsed.data;
      continue;
    }
    const got = secret ? '' : `, got ${JSON.stringify(raw.slice(0, 80))}`;
    faults.add(name, `expected ${expects}${got}`);
  }
  return values;
}

/** An origin to which secrets may be sent: over an encrypted connection, or on this machine. */
function isSafeOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url?.pathname !== '/' || /[?#@]/.test(value)) return false;
  return url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
