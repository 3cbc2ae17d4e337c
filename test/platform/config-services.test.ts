import { expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig } from '#modules/platform/index.ts';

/** What the portal makes of the variables of outside services, and of those that are left out. */

const secrets = () => ({
  encryptionKey: Buffer.alloc(32, 1).toString('base64'),
  lookupKey: 'a-lookup-key-for-tests',
  signingKey: 'a-signing-key-for-tests',
  stripeWebhook: 'abc',
  craWebhook: 'a-webhook-secret-for-tests',
  databasePassword: 'password',
});
const read = (environment: Environment) => readConfig(environment, secrets);
const varied = '0123456789abcdef';

test('without variables development has sandboxes, each with its own secret for callbacks', () => {
  const config = read({});
  expect(config).toMatchObject({
    databasePool: 10,
    jobs: { concurrency: 10 },
    logLevel: 'warn',
    shutdownTimeout: 20_000,
    trustedProxies: [],
    databaseOwnerUrl: null,
    keyRing: { active: 'dev1', keys: { dev1: secrets().encryptionKey } },
    lookupKey: secrets().lookupKey,
    signingKeys: [secrets().signingKey],
    sms: { kind: 'sandbox', from: '+15550100000' },
    storage: { kind: 'folder', folder: expect.stringMatching(/\/\.data\/storage$/) },
    payments: { serviceUrl: 'http://localhost:3001', webhookSecret: 'whsec_abc' },
    cra: { kind: 'sandbox', webhookSecret: secrets().craWebhook },
    addressSearch: { kind: 'sandbox' },
    idVerification: { kind: 'sandbox' },
  });
  const { mail, sms, cra, idVerification, payments } = config;
  const own = [mail, cra, idVerification, payments].map(({ webhookSecret }) => webhookSecret);
  expect(new Set([...own, sms.authToken]).size).toBe(5);
});

const smtp = { MAIL: 'smtp', SMTP_URL: 'smtp://mail.example.com' };
const whsec = `whsec_${'A'.repeat(32)}`;
const resend = { MAIL: 'resend', RESEND_API_KEY: `re_${varied}`, MAIL_WEBHOOK_SECRET: whsec };
const s3 = { STORAGE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: varied };
const stripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_def',
};
const onfido = {
  IDV: 'onfido',
  ONFIDO_API_TOKEN: varied,
  ONFIDO_WORKFLOW_ID: '33333333-3333-4333-8333-333333333333',
  ONFIDO_WEBHOOK_TOKEN: `${varied}1`,
};

test.each<[string, Environment, object]>([
  ['SMTP', smtp, { mail: { kind: 'smtp', url: smtp.SMTP_URL, webhookSecret: null } }],
  [
    'SMTP whose provider signs its events',
    { ...smtp, MAIL_WEBHOOK_SECRET: whsec },
    { mail: { kind: 'smtp', url: smtp.SMTP_URL, webhookSecret: whsec } },
  ],
  [
    'Resend',
    resend,
    { mail: { kind: 'resend', apiKey: `re_${varied}`, followedDomain: null, webhookSecret: whsec } },
  ],
  [
    'Resend with a domain that is followed',
    { ...resend, RESEND_FOLLOWED_DOMAIN: 'invitations.example.com' },
    { mail: expect.objectContaining({ followedDomain: 'invitations.example.com' }) },
  ],
  [
    'Twilio',
    {
      SMS: 'twilio',
      SMS_FROM: '+15550100001',
      TWILIO_AUTH_TOKEN: varied,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    },
    { sms: { kind: 'twilio', from: '+15550100001', authToken: varied, accountSid: `AC${'0'.repeat(32)}` } },
  ],
  [
    'Amazon S3',
    s3,
    {
      storage: {
        kind: 's3',
        endpoint: null,
        region: 'us-east-1',
        bucket: 'files',
        accessKeyId: 'key-id',
        secretAccessKey: varied,
      },
    },
  ],
  [
    'another store',
    { ...s3, S3_ENDPOINT: 'https://files.example.com', S3_REGION: 'eu-west-1' },
    { storage: expect.objectContaining({ endpoint: 'https://files.example.com', region: 'eu-west-1' }) },
  ],
  ['a folder', { STORAGE_FOLDER: '/srv/files' }, { storage: { kind: 'folder', folder: '/srv/files' } }],
  [
    'Stripe',
    stripe,
    {
      payments: {
        kind: 'stripe',
        sandboxPort: 3001,
        serviceUrl: null,
        secretKey: 'sk_test_abc',
        publishableKey: 'pk_test_abc',
        webhookSecret: 'whsec_def',
      },
    },
  ],
  [
    'what stands in for Stripe',
    { ...stripe, STRIPE_URL: 'https://stripe.example.com/' },
    { payments: expect.objectContaining({ serviceUrl: 'https://stripe.example.com' }) },
  ],
  ['the last port', { PORT: '65535' }, { payments: expect.objectContaining({ sandboxPort: 65_534 }) }],
  ['the port before it', { PORT: '65534' }, { payments: expect.objectContaining({ sandboxPort: 65_535 }) }],
  [
    'another port of the sandbox',
    { STRIPE_SANDBOX_PORT: '4000' },
    { payments: expect.objectContaining({ sandboxPort: 4_000 }) },
  ],
  [
    'an agency',
    {
      CRA: 'https',
      CRA_URL: 'https://cra.example.com',
      CRA_API_KEY: varied,
      CRA_WEBHOOK_SECRET: `${varied}2`,
    },
    { cra: { kind: 'https', url: 'https://cra.example.com', apiKey: varied, webhookSecret: `${varied}2` } },
  ],
  [
    'Onfido',
    { ...onfido, ONFIDO_REGION: 'eu' },
    {
      idVerification: {
        kind: 'onfido',
        url: 'https://api.eu.onfido.com/v3.6',
        apiToken: varied,
        workflowId: onfido.ONFIDO_WORKFLOW_ID,
        webhookSecret: `${varied}1`,
      },
    },
  ],
  [
    'what stands in for Onfido',
    { ...onfido, ONFIDO_URL: 'https://onfido.example.com/' },
    { idVerification: expect.objectContaining({ url: 'https://onfido.example.com/v3.6' }) },
  ],
  [
    'Google’s addresses',
    { ADDRESS_SEARCH: 'google', GOOGLE_PLACES_API_KEY: 'a'.repeat(30) },
    { addressSearch: { kind: 'google', apiKey: 'a'.repeat(30) } },
  ],
  ['no addresses', { ADDRESS_SEARCH: 'none' }, { addressSearch: { kind: 'none' } }],
  ['seconds to stop in', { SHUTDOWN_TIMEOUT: '7' }, { shutdownTimeout: 7_000 }],
  ['seconds before it stops', { SHUTDOWN_DELAY: '5' }, { shutdownDelay: 5_000 }],
  ['processes on one port', { WEB_CONCURRENCY: '3' }, { webConcurrency: 3 }],
  ['a level of the log', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  ['jobs at a time', { JOBS_CONCURRENCY: '3' }, { jobs: { concurrency: 3 } }],
])('%s', (_what, environment, made) => {
  const config: object = read(environment);
  const parts = Object.fromEntries(Object.entries(config).filter(([name]) => name in made));
  expect(parts).toEqual(made);
});

test.each<[Environment, string]>([
  [{ MAIL: 'smtp' }, 'SMTP_URL'],
  [{ ...resend, RESEND_API_KEY: undefined }, 'RESEND_API_KEY'],
  [{ ...resend, MAIL_WEBHOOK_SECRET: undefined }, 'MAIL_WEBHOOK_SECRET'],
  [{ SMS: 'twilio' }, 'TWILIO_ACCOUNT_SID'],
  ...Object.keys(s3)
    .slice(1)
    .map((name): [Environment, string] => [{ ...s3, [name]: undefined }, name]),
  ...Object.keys(stripe)
    .slice(1)
    .map((name): [Environment, string] => [{ ...stripe, [name]: undefined }, name]),
  [{ CRA: 'https', CRA_API_KEY: varied }, 'CRA_URL'],
  [{ CRA: 'https', CRA_URL: 'https://cra.example.com' }, 'CRA_API_KEY'],
  [onfido, 'ONFIDO_REGION'],
  [{ ...onfido, ONFIDO_REGION: 'us', ONFIDO_API_TOKEN: undefined }, 'ONFIDO_API_TOKEN'],
  [{ ...onfido, ONFIDO_REGION: 'us', ONFIDO_WORKFLOW_ID: undefined }, 'ONFIDO_WORKFLOW_ID'],
  [{ ADDRESS_SEARCH: 'google' }, 'GOOGLE_PLACES_API_KEY'],
])('%o does not start without %s', (environment, name) => {
  expect(() => read(environment)).toThrow(ConfigError);
  expect(() => read(environment)).toThrow(new RegExp(`^${name}: is required with `));
});
