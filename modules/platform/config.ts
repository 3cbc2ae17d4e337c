import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type Environment,
  Faults,
  isLoopback,
  type Name,
  readVariables,
  type Values,
  variables,
} from './config-variables.ts';
import { developmentSecrets, type Secrets } from './secrets.ts';

export { ConfigError, type Environment } from './config-variables.ts';

/** The part of the configuration that names the database. It is all that a command needs that only changes tables. */
export interface DatabaseConfig {
  environment: 'development' | 'production';
  /** null: the embedded PostgreSQL in the data folder (development only). */
  databaseUrl: string | null;
  /**
   * The same database and role without the pooler that `databaseUrl` leads to, which gives each transaction any connection.
   * For what needs one connection for longer: LISTEN, the worker's queue, and everything that changes tables. null without
   * a pooler.
   */
  databaseDirectUrl: string | null;
  /** The same database with the role that owns its tables, for migrations only; null if this process runs none. */
  databaseOwnerUrl: string | null;
  /** Absolute path of the folder for the embedded database, secrets, uploads and build records. */
  dataFolder: string;
}

/**
 * The configuration from the environment, checked once at the start (config-variables.ts lists the variables). If it is
 * wrong, the start fails with one line for each variable that is wrong or missing (`ConfigError`).
 */
export interface Config extends DatabaseConfig {
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
  /** A streaming replica of the database, from which the web also reads (D142); null for none. */
  databaseReadUrl: string | null;
  /** Maximum number of connections of one process. */
  databasePool: number;
  /** Keys of 32 bytes in base64 by id: `active` encrypts, all decrypt. */
  keyRing: { active: string; keys: Record<string, string> };
  /** The key of the HMAC columns that are used to search for encrypted values. */
  lookupKey: string;
  /** Signs cookies and expiring URLs. */
  signingKeys: string[];
  cookies: { secure: boolean; prefix: '__Host-' | '' };
  mail: MailConfig;
  sms: SmsConfig;
  storage: StorageConfig;
  payments: PaymentsConfig;
  cra: CraConfig;
  addressSearch: AddressSearchConfig;
  idVerification: IdVerificationConfig;
  jobs: { concurrency: number };
  /** Where Prometheus reads the metrics of this process; null if it does not. */
  metrics: { host: string; port: number } | null;
  /** Where spans of this process are sent; null if nothing is traced. */
  tracing: TracingConfig | null;
  /** How many web processes share the port; null for one without a process that watches it. */
  webConcurrency: number | null;
  /** The memory for hashing one password with argon2id, in KiB. */
  passwordMemory: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Milliseconds that a shutdown waits for running requests and jobs. */
  shutdownTimeout: number;
  /** Milliseconds that a web process still takes requests after `/readyz` has begun to say that it stops. */
  shutdownDelay: number;
}

export type IdVerificationConfig = { webhookSecret: string } & (
  | { kind: 'sandbox' }
  | { kind: 'onfido'; url: string; apiToken: string; workflowId: string }
);

/** `webhookSecret` verifies the provider's events about mails that it has accepted; null if the provider sends none. */
export interface TracingConfig {
  /** Takes spans as OTLP over HTTP. */
  url: string;
  headers: Record<string, string>;
  /** The share of traces that are recorded, from 0 to 1. */
  share: number;
}

export type MailConfig =
  | { kind: 'sandbox'; webhookSecret: string }
  | { kind: 'smtp'; url: string; webhookSecret: string | null }
  | { kind: 'resend'; apiKey: string; followedDomain: string | null; webhookSecret: string };

export type SmsConfig =
  | { kind: 'sandbox'; authToken: string; from: string }
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
  /** The port of the sandbox's own origin; not used with the real Stripe. */
  sandboxPort: number;
  /**
   * The origin that replaces Stripe's API, scripts and hosted pages, for both this process and the browser: that of the
   * sandbox, or STRIPE_URL; null for the real Stripe.
   */
  serviceUrl: string | null;
}

export type CraConfig =
  | { kind: 'sandbox'; webhookSecret: string }
  | { kind: 'https'; url: string; apiKey: string; webhookSecret: string };

/** Without a maps service (`none`), addresses are accepted as typed. */
export type AddressSearchConfig = { kind: 'none' } | { kind: 'sandbox' } | { kind: 'google'; apiKey: string };

/** In KiB: the memory that OWASP recommends for argon2id with two passes (D14). */
const LEAST_PASSWORD_MEMORY = 19_456;

/**
 * The configuration of this process.
 * @param environment variables, as of process.env
 * @param secrets where development gets the secrets that are not set; by default they are kept in the data folder
 * @throws ConfigError with each variable that is wrong, missing, or not allowed in production (D7)
 */
export function readConfig(
  environment: Environment = process.env,
  secrets: (dataFolder: string) => Secrets = developmentSecrets,
): Config {
  const faults = new Faults();
  const values = readVariables(environment, faults);
  const database = databaseOf(values, faults);
  const { dataFolder } = database;
  const production = database.environment === 'production';
  let kept: Secrets | undefined;

  /** The variable's value, or in development a generated secret. Production must set it. */
  function required<K extends Name>(
    name: K,
    inDevelopment: (secrets: Secrets) => Values[K],
  ): NonNullable<Values[K]> {
    const value = values[name];
    if (value !== undefined) return value as NonNullable<Values[K]>;
    if (production) return missing(name, 'in production');
    kept ??= secrets(dataFolder);
    return inDevelopment(kept) as NonNullable<Values[K]>;
  }
  /** The value of a variable that the chosen live adapter requires. */
  function needed<K extends Name>(name: K, because: string): NonNullable<Values[K]> {
    return (values[name] as NonNullable<Values[K]> | undefined) ?? missing(name, `with ${because}`);
  }
  /** Notes the fault. What it returns is never used, because a configuration with a fault is thrown away at the end. */
  function missing<K extends Name>(name: K, why: string): NonNullable<Values[K]> {
    faults.add(name, `is required ${why} (${variables[name].expects})`);
    return '' as NonNullable<Values[K]>;
  }
  function adapter<K extends 'MAIL' | 'SMS' | 'PAYMENTS' | 'CRA' | 'IDV'>(name: K): NonNullable<Values[K]> {
    const kind = values[name] ?? 'sandbox';
    if (production && kind === 'sandbox')
      faults.add(name, `the sandbox is refused in production (${variables[name].expects})`);
    return kind as NonNullable<Values[K]>;
  }

  const port = values.PORT ?? 3000;
  const publicUrl = required('PUBLIC_URL', () => `http://localhost:${port}`).replace(/\/$/, '');
  if (production && !publicUrl.startsWith('https://'))
    faults.add('PUBLIC_URL', `expected https:// in production, got "${publicUrl}"`);
  const host = values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  if (!production && !isLoopback(host))
    faults.add('HOST', `development listens on loopback only (127.0.0.1, ::1), got "${host}"`);
  if (production && (values.PASSWORD_MEMORY ?? LEAST_PASSWORD_MEMORY) < LEAST_PASSWORD_MEMORY)
    faults.add('PASSWORD_MEMORY', `expected ${variables.PASSWORD_MEMORY.expects}`);
  if (values.DATABASE_READ_URL !== undefined && database.databaseUrl === null)
    faults.add('DATABASE_URL', `is required with DATABASE_READ_URL (${variables.DATABASE_URL.expects})`);
  if (values.METRICS_PORT === port) faults.add('METRICS_PORT', 'expected another port than PORT');
  if (values.LOOKUP_KEY !== undefined && values.SIGNING_KEY?.includes(values.LOOKUP_KEY))
    faults.add('SIGNING_KEY', `expected ${variables.SIGNING_KEY.expects}`);

  const config: Config = {
    ...database,
    host,
    port,
    publicUrl,
    baseHost: URL.parse(publicUrl)?.host ?? '',
    brandedHostSuffix: required('BRANDED_HOST_SUFFIX', () => '.localhost'),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    databasePool: values.DATABASE_POOL ?? 10,
    keyRing: required('KEY_RING', (secrets) => ({ active: 'dev1', keys: { dev1: secrets.encryptionKey } })),
    lookupKey: required('LOOKUP_KEY', (secrets) => secrets.lookupKey),
    signingKeys: required('SIGNING_KEY', (secrets) => [secrets.signingKey]),
    cookies: production ? { secure: true, prefix: '__Host-' } : { secure: false, prefix: '' },
    mail: readMail(),
    sms: readSms(),
    storage: readStorage(),
    payments: readPayments(),
    cra: readCra(),
    addressSearch: readAddressSearch(),
    idVerification: readIdVerification(),
    jobs: { concurrency: values.JOBS_CONCURRENCY ?? 10 },
    metrics:
      values.METRICS_PORT === undefined
        ? null
        : { host: values.METRICS_HOST ?? '127.0.0.1', port: values.METRICS_PORT },
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            url: `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            share: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
          },
    webConcurrency: values.WEB_CONCURRENCY ?? null,
    passwordMemory: values.PASSWORD_MEMORY ?? LEAST_PASSWORD_MEMORY,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    shutdownTimeout: (values.SHUTDOWN_TIMEOUT ?? 20) * 1000,
    shutdownDelay: (values.SHUTDOWN_DELAY ?? 0) * 1000,
  };
  faults.check();
  return config;

  function readMail(): MailConfig {
    const kind = adapter('MAIL');
    if (kind === 'sandbox') {
      const webhookSecret = required(
        'MAIL_WEBHOOK_SECRET',
        (secrets) => `whsec_${createHash('sha256').update(`mail:${secrets.craWebhook}`).digest('base64')}`,
      );
      return { kind, webhookSecret };
    }
    if (kind === 'smtp') {
      return {
        kind,
        url: needed('SMTP_URL', 'MAIL=smtp'),
        webhookSecret: values.MAIL_WEBHOOK_SECRET ?? null,
      };
    }
    return {
      kind,
      apiKey: needed('RESEND_API_KEY', 'MAIL=resend'),
      followedDomain: values.RESEND_FOLLOWED_DOMAIN ?? null,
      webhookSecret: needed('MAIL_WEBHOOK_SECRET', 'MAIL=resend'),
    };
  }
  function readSms(): SmsConfig {
    const kind = adapter('SMS');
    const from = required('SMS_FROM', () => '+15550100000');
    const authToken = required('TWILIO_AUTH_TOKEN', (secrets) =>
      createHash('sha256').update(`sms:${secrets.craWebhook}`).digest('hex'),
    );
    if (kind === 'sandbox') return { kind, from, authToken };
    return { kind, from, authToken, accountSid: needed('TWILIO_ACCOUNT_SID', 'SMS=twilio') };
  }
  function readStorage(): StorageConfig {
    const kind = required('STORAGE', () => 'folder');
    if (kind !== 's3') {
      // Without a kind, it is not known which of the others are missing.
      if (!kind) return { kind, folder: '' };
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
    if (secretKey && publishableKey && stripeMode(secretKey) !== stripeMode(publishableKey))
      faults.add('STRIPE_PUBLISHABLE_KEY', 'expected a key of the same mode as STRIPE_SECRET_KEY');
    return {
      kind,
      sandboxPort,
      serviceUrl: values.STRIPE_URL?.replace(/\/$/, '') ?? null,
      secretKey,
      publishableKey,
      webhookSecret: needed('STRIPE_WEBHOOK_SECRET', 'PAYMENTS=stripe'),
    };
  }
  function readIdVerification(): IdVerificationConfig {
    const kind = adapter('IDV');
    const webhookSecret = required('ONFIDO_WEBHOOK_TOKEN', (secrets) =>
      createHash('sha256').update(`idv:${secrets.craWebhook}`).digest('hex'),
    );
    if (kind === 'sandbox') return { kind, webhookSecret };
    return {
      kind,
      webhookSecret,
      url: `${values.ONFIDO_URL?.replace(/\/$/, '') ?? `https://api.${needed('ONFIDO_REGION', 'IDV=onfido')}.onfido.com`}/v3.6`,
      apiToken: needed('ONFIDO_API_TOKEN', 'IDV=onfido'),
      workflowId: needed('ONFIDO_WORKFLOW_ID', 'IDV=onfido'),
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
  function readAddressSearch(): AddressSearchConfig {
    const kind = values.ADDRESS_SEARCH ?? (production ? 'none' : 'sandbox');
    if (production && kind === 'sandbox')
      faults.add('ADDRESS_SEARCH', 'the sandbox is refused in production (none or google)');
    if (kind !== 'google') return { kind };
    return { kind, apiKey: needed('GOOGLE_PLACES_API_KEY', 'ADDRESS_SEARCH=google') };
  }
}

const databaseNames = [
  'SHIELD_ENV',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATA_FOLDER',
] as const;

/**
 * What a command needs that only changes tables. It reads no other variable, so the process that migrates gets no other
 * secret.
 * @throws ConfigError with each of these variables that is wrong or missing
 */
export function readDatabaseConfig(environment: Environment): DatabaseConfig {
  const faults = new Faults();
  const config = databaseOf(readVariables(environment, faults, databaseNames), faults);
  faults.check();
  return config;
}

function databaseOf(values: Values, faults: Faults): DatabaseConfig {
  const production = values.SHIELD_ENV === 'production';
  const databaseUrl = values.DATABASE_URL ?? null;
  const { expects } = variables.DATABASE_URL;
  if (databaseUrl === null && production)
    faults.add('DATABASE_URL', `is required in production (${expects})`);
  else if (databaseUrl === null)
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)
      if (values[name] !== undefined) faults.add('DATABASE_URL', `is required with ${name} (${expects})`);
  return {
    environment: production ? 'production' : 'development',
    databaseUrl,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseOwnerUrl:
      values.DATABASE_OWNER_URL ?? (production ? null : (values.DATABASE_DIRECT_URL ?? databaseUrl)),
    dataFolder: resolve(values.DATA_FOLDER ?? '.data'),
  };
}

/** `live` or `test`, as the provider's keys contain it. */
function stripeMode(key: string): string | undefined {
  return key.split('_')[1];
}
