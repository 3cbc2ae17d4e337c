import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import {
  ConfigError,
  type Environment,
  isLoopback,
  type Name,
  readVariables,
  type Values,
  variables,
} from './config-variables.ts';
import { developmentSecrets, type Secrets } from './secrets.ts';

export { ConfigError, type Environment } from './config-variables.ts';

/**
 * The configuration from the environment, checked once at the start (config-variables.ts lists the variables). If it is
 * wrong, the start fails with one line that names the variable (`ConfigError`).
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
  /** The same database with the role that owns its tables, for migrations only; null if this process runs none. */
  databaseOwnerUrl: string | null;
  /** Maximum number of connections of one process. */
  databasePool: number;
  /** Keys of 32 bytes in base64 by id: `active` encrypts, all decrypt. */
  keyRing: { active: string; keys: Record<string, string> };
  /** The key of the HMAC columns that are used to search for encrypted values. */
  lookupKey: string;
  /** Signs cookies and expiring URLs. */
  signingKey: string;
  cookies: { secure: boolean; prefix: '__Host-' | '' };
  mail: MailConfig;
  sms: SmsConfig;
  storage: StorageConfig;
  payments: PaymentsConfig;
  cra: CraConfig;
  addressSearch: AddressSearchConfig;
  idVerification: IdVerificationConfig;
  jobs: { concurrency: number };
  /** The memory for hashing one password with argon2id, in KiB. */
  passwordMemory: number;
  /** Absolute path of the folder for the embedded database, secrets, uploads and build records. */
  dataFolder: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Milliseconds that a shutdown waits for running requests and jobs. */
  shutdownTimeout: number;
}

export type IdVerificationConfig = { webhookSecret: string } & (
  | { kind: 'sandbox' }
  | { kind: 'onfido'; url: string; apiToken: string; workflowId: string }
);

/** `webhookSecret` verifies the provider's events about mails that it has accepted; null if the provider sends none. */
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
  function adapter<K extends 'MAIL' | 'SMS' | 'PAYMENTS' | 'CRA' | 'IDV'>(name: K): NonNullable<Values[K]> {
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
    addressSearch: readAddressSearch(),
    idVerification: readIdVerification(),
    jobs: { concurrency: values.JOBS_CONCURRENCY ?? 10 },
    passwordMemory: values.PASSWORD_MEMORY ?? LEAST_PASSWORD_MEMORY,
    dataFolder,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    shutdownTimeout: (values.SHUTDOWN_TIMEOUT ?? 20) * 1000,
  };

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
    if (production && kind === 'sandbox') {
      throw new ConfigError(`ADDRESS_SEARCH: the sandbox is refused in production (none or google)`);
    }
    if (kind !== 'google') return { kind };
    return { kind, apiKey: needed('GOOGLE_PLACES_API_KEY', 'ADDRESS_SEARCH=google') };
  }
}

/** `live` or `test`, as the provider's keys contain it. */
function stripeMode(key: string): string | undefined {
  return key.split('_')[1];
}
