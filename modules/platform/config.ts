import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { developmentSecrets, type Secrets } from './secrets.ts';

/**
 * The configuration from the environment, checked once at the start. `variables` lists each variable with its format. A
 * wrong one stops the start with one line that names it (`ConfigError`).
 */
export interface Config {
  environment: 'development' | 'production';
  /** Address and port that the web server listens on. */
  host: string;
  port: number;
  /** Origin of the base host, without a slash at the end: absolute links are built from it (D15). */
  publicUrl: string;
  /** Host with port, as a browser sends it for `publicUrl`. */
  baseHost: string;
  /** `acme` + suffix is the host of the company with the branding host name `acme`. */
  brandedHostSuffix: string;
  /** Addresses and networks (CIDR) whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  /** null: the embedded PostgreSQL in the data folder (development only). */
  databaseUrl: string | null;
  /** The same database as the role that owns its tables: for migrations alone, and null where none are run. */
  databaseOwnerUrl: string | null;
  /** Maximum number of connections of one process. */
  databasePool: number;
  /** Keys of 32 bytes in base64 by id: `active` encrypts, all decrypt. */
  keyRing: { active: string; keys: Record<string, string> };
  /** Key of the HMAC columns by which encrypted values are found. */
  lookupKey: string;
  /** Signs cookies and expiring URLs. */
  signingKey: string;
  cookies: { secure: boolean; prefix: '__Host-' | '' };
  mail: MailConfig;
  sms: SmsConfig;
  storage: StorageConfig;
  payments: PaymentsConfig;
  cra: CraConfig;
  jobs: { concurrency: number };
  /** KiB that hashing one password takes (argon2id). */
  passwordMemory: number;
  /** Absolute path of the folder for the embedded database, secrets, uploads and build records. */
  dataFolder: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Milliseconds that a shutdown waits for running requests and jobs. */
  shutdownTimeout: number;
}

export type MailConfig = { kind: 'sandbox' } | { kind: 'smtp'; url: string };

export type SmsConfig =
  | { kind: 'sandbox'; from: string }
  | { kind: 'twilio'; accountSid: string; authToken: string; from: string };

export type StorageConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      endpoint: string | null;
      region: string;
      bucket: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export interface PaymentsConfig {
  kind: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Port of the sandbox's own origin; unused with Stripe itself. */
  sandboxPort: number;
  /**
   * Origin that stands in for all of Stripe's, API, scripts and hosted pages, for this machine and the browser alike:
   * the sandbox's, or STRIPE_URL; null for Stripe itself.
   */
  serviceUrl: string | null;
}

export type CraConfig =
  | { kind: 'sandbox'; webhookSecret: string }
  | { kind: 'https'; url: string; apiKey: string; webhookSecret: string };

/** An invalid configuration; `message` is the one line to print. */
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
/** Least number of different characters in a secret. A random one has many; a typed or default one has few. */
const LEAST_SIGNS = 10;
const isVaried = (signs: Iterable<unknown>) => new Set(signs).size >= LEAST_SIGNS;
/** KiB: what OWASP asks of argon2id with two passes (D14). */
const LEAST_PASSWORD_MEMORY = 19_456;
const secret = z.string().min(16).max(4096).refine(isVaried);
/** A secret of the portal's own. It must be strong, because it can be guessed offline from its hashes or signatures. */
const ownSecret = secret.min(32);
const choice = <const T extends string[]>(...values: T) => z.enum(values);

/** Schema, and what to say when the value does not fit it. `secret` values are never echoed. */
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
  // A larger network would let strangers say which address they come from.
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

const variables = {
  SHIELD_ENV: variable(choice('development', 'production'), 'development or production'),
  HOST: variable(
    z.string().refine((value) => isIP(value) !== 0 || value === 'localhost'),
    'an IP address to listen on',
  ),
  PORT: variable(wholeNumber(1, 65535), 'a port from 1 to 65535'),
  PUBLIC_URL: variable(
    webUrl.refine((value) => URL.parse(value)?.pathname === '/' && !/[?#]/.test(value)),
    'the web address of the portal without a path, as https://portal.example.com',
  ),
  BRANDED_HOST_SUFFIX: variable(
    z.string().regex(/^\.[a-z0-9-]+(\.[a-z0-9-]+)*$/),
    'a domain that starts with a dot, as .portal.example.com',
  ),
  TRUSTED_PROXIES: variable(
    z
      .string()
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .refine((entries) => entries.every(network)),
    'IP addresses or networks with commas between, as 10.0.0.0/8,127.0.0.1',
  ),
  DATABASE_URL: secretVariable(databaseUrl, 'postgres://user:password@host:port/database'),
  DATABASE_OWNER_URL: secretVariable(databaseUrl, 'postgres://owner:password@host:port/database'),
  DATABASE_POOL: variable(wholeNumber(2, 500), 'connections of one process, from 2 to 500'),
  KEY_RING: secretVariable(
    keyRing,
    'id:key pairs with commas between, no id twice, each key 32 random bytes in base64, the first one encrypts',
  ),
  LOOKUP_KEY: secretVariable(ownSecret, 'at least 32 random characters'),
  SIGNING_KEY: secretVariable(ownSecret, 'at least 32 random characters, not those of LOOKUP_KEY'),
  MAIL: variable(choice('sandbox', 'smtp'), 'sandbox or smtp'),
  SMTP_URL: secretVariable(z.url({ protocol: /^smtps?$/ }), 'smtp://user:password@host:port or smtps://...'),
  SMS: variable(choice('sandbox', 'twilio'), 'sandbox or twilio'),
  SMS_FROM: variable(z.string().regex(/^\+\d{8,15}$/), 'a telephone number, as +15550100000'),
  TWILIO_ACCOUNT_SID: variable(z.string().regex(/^AC[0-9a-f]{32}$/), 'an account SID that starts with AC'),
  TWILIO_AUTH_TOKEN: secretVariable(secret, 'at least 16 random characters'),
  STORAGE: variable(choice('folder', 's3'), 'folder or s3'),
  STORAGE_FOLDER: variable(z.string().min(1), 'a folder'),
  S3_ENDPOINT: variable(webUrl, 'a web address (leave it out for Amazon S3)'),
  S3_REGION: variable(z.string().regex(/^[a-z0-9-]+$/), 'a region, as us-east-1'),
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
  PASSWORD_MEMORY: variable(wholeNumber(8, 4_194_304), 'KiB, 19456 or more in production'),
  JOBS_CONCURRENCY: variable(wholeNumber(1, 200), 'jobs at a time, from 1 to 200'),
  DATA_FOLDER: variable(z.string().min(1), 'a folder'),
  LOG_LEVEL: variable(
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  SHUTDOWN_TIMEOUT: variable(wholeNumber(1, 600), 'seconds, from 1 to 600'),
};

type Name = keyof typeof variables;
type Values = { [K in Name]?: z.output<(typeof variables)[K]['schema']> };
export type Environment = Record<string, string | undefined>;

/** An empty variable counts as not set, as in a compose file with `NAME=`. */
function readVariables(environment: Environment): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { schema, expects, secret }] of Object.entries(variables) as [Name, Variable][]) {
    const raw = environment[name]?.trim();
    if (!raw) continue;
    const parsed = schema.safeParse(raw);
    if (!parsed.success) {
      const got = secret ? '' : `, got ${JSON.stringify(raw.slice(0, 80))}`;
      throw new ConfigError(`${name}: expected ${expects}${got}`);
    }
    values[name] = parsed.data;
  }
  return values;
}

/**
 * The configuration of this process.
 * @param environment variables, as of process.env
 * @param secrets where development takes the secrets that are not set; by default kept in the data folder
 * @throws ConfigError for the first variable that is wrong, missing, or not allowed in production (D7)
 */
export function readConfig(
  environment: Environment = process.env,
  secrets: (dataFolder: string) => Secrets = developmentSecrets,
): Config {
  const values = readVariables(environment);
  const production = values.SHIELD_ENV === 'production';
  const dataFolder = resolve(values.DATA_FOLDER ?? '.data');
  let kept: Secrets | undefined;

  /** The variable's value, or in development a generated secret. Production must set it. */
  function required<K extends Name>(
    name: K,
    inDevelopment: (secrets: Secrets) => Values[K],
  ): NonNullable<Values[K]> {
    const value = values[name];
    if (value !== undefined) return value as NonNullable<Values[K]>;
    if (production) throw new ConfigError(`${name}: is required in production (${variables[name].expects})`);
    kept ??= secrets(dataFolder);
    return inDevelopment(kept) as NonNullable<Values[K]>;
  }
  /** The value of a variable that the chosen live adapter requires. */
  function needed<K extends Name>(name: K, because: string): NonNullable<Values[K]> {
    const value = values[name];
    if (value === undefined) {
      throw new ConfigError(`${name}: is required with ${because} (${variables[name].expects})`);
    }
    return value as NonNullable<Values[K]>;
  }
  function adapter<K extends 'MAIL' | 'SMS' | 'PAYMENTS' | 'CRA'>(name: K): NonNullable<Values[K]> {
    const kind = values[name] ?? 'sandbox';
    if (production && kind === 'sandbox') {
      throw new ConfigError(`${name}: the sandbox is refused in production (${variables[name].expects})`);
    }
    return kind as NonNullable<Values[K]>;
  }

  const port = values.PORT ?? 3000;
  const publicUrl = required('PUBLIC_URL', () => `http://localhost:${port}`).replace(/\/$/, '');
  if (production && !publicUrl.startsWith('https://')) {
    throw new ConfigError(`PUBLIC_URL: expected https:// in production, got "${publicUrl}"`);
  }
  const host = values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  if (!production && !isLoopback(host)) {
    throw new ConfigError(`HOST: development listens on loopback only (127.0.0.1, ::1), got "${host}"`);
  }
  if (production) required('DATABASE_URL', () => undefined);
  if (production && (values.PASSWORD_MEMORY ?? LEAST_PASSWORD_MEMORY) < LEAST_PASSWORD_MEMORY) {
    throw new ConfigError(`PASSWORD_MEMORY: expected ${variables.PASSWORD_MEMORY.expects}`);
  }
  if (values.DATABASE_OWNER_URL !== undefined) needed('DATABASE_URL', 'DATABASE_OWNER_URL');
  if (values.SIGNING_KEY !== undefined && values.SIGNING_KEY === values.LOOKUP_KEY) {
    throw new ConfigError(`SIGNING_KEY: expected ${variables.SIGNING_KEY.expects}`);
  }

  return {
    environment: production ? 'production' : 'development',
    host,
    port,
    publicUrl,
    baseHost: new URL(publicUrl).host,
    brandedHostSuffix: required('BRANDED_HOST_SUFFIX', () => '.localhost'),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    databaseUrl: values.DATABASE_URL ?? null,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? (production ? null : (values.DATABASE_URL ?? null)),
    databasePool: values.DATABASE_POOL ?? 10,
    keyRing: required('KEY_RING', (secrets) => ({ active: 'dev1', keys: { dev1: secrets.encryptionKey } })),
    lookupKey: required('LOOKUP_KEY', (secrets) => secrets.lookupKey),
    signingKey: required('SIGNING_KEY', (secrets) => secrets.signingKey),
    cookies: production ? { secure: true, prefix: '__Host-' } : { secure: false, prefix: '' },
    mail: readMail(),
    sms: readSms(),
    storage: readStorage(),
    payments: readPayments(),
    cra: readCra(),
    jobs: { concurrency: values.JOBS_CONCURRENCY ?? 10 },
    passwordMemory: values.PASSWORD_MEMORY ?? LEAST_PASSWORD_MEMORY,
    dataFolder,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    shutdownTimeout: (values.SHUTDOWN_TIMEOUT ?? 20) * 1000,
  };

  function readMail(): MailConfig {
    const kind = adapter('MAIL');
    return kind === 'sandbox' ? { kind } : { kind, url: needed('SMTP_URL', 'MAIL=smtp') };
  }
  function readSms(): SmsConfig {
    const kind = adapter('SMS');
    const from = required('SMS_FROM', () => '+15550100000');
    if (kind === 'sandbox') return { kind, from };
    return {
      kind,
      from,
      accountSid: needed('TWILIO_ACCOUNT_SID', 'SMS=twilio'),
      authToken: needed('TWILIO_AUTH_TOKEN', 'SMS=twilio'),
    };
  }
  function readStorage(): StorageConfig {
    const kind = required('STORAGE', () => 'folder');
    if (kind === 'folder') {
      return { kind, folder: resolve(required('STORAGE_FOLDER', () => resolve(dataFolder, 'storage'))) };
    }
    return {
      kind,
      endpoint: values.S3_ENDPOINT ?? null,
      region: values.S3_REGION ?? 'us-east-1',
      bucket: needed('S3_BUCKET', 'STORAGE=s3'),
      accessKeyId: needed('S3_ACCESS_KEY_ID', 'STORAGE=s3'),
      secretAccessKey: needed('S3_SECRET_ACCESS_KEY', 'STORAGE=s3'),
    };
  }
  function readPayments(): PaymentsConfig {
    const kind = adapter('PAYMENTS');
    const sandboxPort = values.STRIPE_SANDBOX_PORT ?? (port < 65535 ? port + 1 : port - 1);
    if (kind === 'sandbox') {
      return {
        kind,
        sandboxPort,
        serviceUrl: `http://localhost:${sandboxPort}`,
        secretKey: 'sk_test_sandbox',
        publishableKey: 'pk_test_sandbox',
        webhookSecret: required('STRIPE_WEBHOOK_SECRET', (secrets) => `whsec_${secrets.stripeWebhook}`),
      };
    }
    const secretKey = needed('STRIPE_SECRET_KEY', 'PAYMENTS=stripe');
    const publishableKey = needed('STRIPE_PUBLISHABLE_KEY', 'PAYMENTS=stripe');
    if (stripeMode(secretKey) !== stripeMode(publishableKey)) {
      throw new ConfigError('STRIPE_PUBLISHABLE_KEY: expected a key of the same mode as STRIPE_SECRET_KEY');
    }
    return {
      kind,
      sandboxPort,
      serviceUrl: values.STRIPE_URL?.replace(/\/$/, '') ?? null,
      secretKey,
      publishableKey,
      webhookSecret: needed('STRIPE_WEBHOOK_SECRET', 'PAYMENTS=stripe'),
    };
  }
  function readCra(): CraConfig {
    const kind = adapter('CRA');
    const webhookSecret = required('CRA_WEBHOOK_SECRET', (secrets) => secrets.craWebhook);
    if (kind === 'sandbox') return { kind, webhookSecret };
    return {
      kind,
      webhookSecret,
      url: needed('CRA_URL', 'CRA=https'),
      apiKey: needed('CRA_API_KEY', 'CRA=https'),
    };
  }
}

/** An origin to which secrets may be sent: encrypted, or of this machine. */
function isSafeOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url?.pathname !== '/' || /[?#@]/.test(value)) return false;
  return url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
}

/** `live` or `test`, as the provider's keys contain it. */
function stripeMode(key: string): string | undefined {
  return key.split('_')[1];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
