import { describe, expect, it } from 'vitest';
import { ConfigError, type Environment, readConfig } from '#modules/platform/index.ts';
import { keyOf, production } from './production.ts';

const secrets = () => ({
  encryptionKey: Buffer.alloc(32, 1).toString('base64'),
  lookupKey: 'a-lookup-key-for-tests',
  signingKey: 'a-signing-key-for-tests',
  stripeWebhook: 'abc',
  craWebhook: 'a-webhook-secret-for-tests',
  databasePassword: 'password',
});

function refusal(environment: Environment): string {
  try {
    readConfig(environment, secrets);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('the configuration was taken');
}

describe('the configuration of development', () => {
  it('needs no variable at all and listens on loopback', () => {
    const config = readConfig({}, secrets);
    expect(config).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      baseHost: 'localhost:3000',
      brandedHostSuffix: '.localhost',
      databaseUrl: null,
      mail: { kind: 'sandbox', webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
      payments: { kind: 'sandbox', sandboxPort: 3001 },
      cookies: { secure: false, prefix: '' },
    });
  });

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, secrets)).toMatchObject({
      port: 3000,
      databaseUrl: null,
    });
  });

  it('takes the one role that it is given as the owner, too', () => {
    const url = 'postgres://me@localhost/portal';
    expect(readConfig({ DATABASE_URL: url }, secrets)).toMatchObject({ databaseOwnerUrl: url });
    const ownerUrl = 'postgres://owner@localhost/portal';
    expect(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }, secrets)).toMatchObject({
      databaseUrl: url,
      databaseOwnerUrl: ownerUrl,
    });
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      expect(refusal({ [name]: ownerUrl })).toMatch(/^DATABASE_URL: is required with/);
  });

  it('does not listen on the network', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toMatch(/^HOST: development listens on loopback only/);
  });
});

describe('a wrong value', () => {
  it.each([
    ['SHIELD_ENV', 'staging'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['HOST', 'example.com'],
    ['PUBLIC_URL', 'portal.example.com'],
    ['PUBLIC_URL', 'https://portal.example.com/path'],
    ['BRANDED_HOST_SUFFIX', 'portal.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '127.0.0.1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/7'],
    ['TRUSTED_PROXIES', '2001::/15'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['DATABASE_URL', 'mysql://localhost/portal'],
    ['DATABASE_OWNER_URL', 'mysql://localhost/portal'],
    ['DATABASE_POOL', '1'],
    ['PASSWORD_MEMORY', '7'],
    ['KEY_RING', 'short'],
    ['MAIL', 'pigeon'],
    ['SMTP_URL', 'http://mail'],
    ['STRIPE_SECRET_KEY', 'pk_test_wrong'],
    ['CRA_URL', 'http://cra.example.com'],
    ['CRA_API_KEY', 'short'],
    ['GOOGLE_PLACES_API_KEY', 'a'.repeat(29)],
    ['GOOGLE_PLACES_API_KEY', `${'a'.repeat(30)} b`],
    ['LOG_LEVEL', 'loud'],
    ['SHUTDOWN_TIMEOUT', '0'],
  ])('%s=%s stops the start with one line that names it', (name, value) => {
    const line = refusal({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: expected `));
    expect(line).not.toContain('\n');
  });

  it.each([
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['192.0.2.1/32', ['192.0.2.1/32']],
    ['2001::/16', ['2001::/16']],
    ['10.0.0.1, ::1/128', ['10.0.0.1', '::1/128']],
  ])('takes the proxies %s', (given, proxies) => {
    expect(readConfig({ TRUSTED_PROXIES: given }, secrets).trustedProxies).toEqual(proxies);
  });

  it('hashes passwords at the cost that production asks for, which takes no less', () => {
    expect(readConfig({}, secrets).passwordMemory).toBe(19_456);
    expect(readConfig(production, secrets).passwordMemory).toBe(19_456);
    expect(readConfig({ PASSWORD_MEMORY: '64' }, secrets).passwordMemory).toBe(64);
    expect(readConfig({ ...production, PASSWORD_MEMORY: '65536' }, secrets).passwordMemory).toBe(65_536);
    expect(refusal({ ...production, PASSWORD_MEMORY: '19455' })).toMatch(/^PASSWORD_MEMORY: expected /);
  });

  it('that is a secret is not echoed', () => {
    expect(refusal({ STRIPE_SECRET_KEY: 'hidden-word' })).not.toContain('hidden-word');
  });

  it('of a live adapter names what it lacks', () => {
    expect(refusal({ MAIL: 'smtp' })).toMatch(/^SMTP_URL: is required with MAIL=smtp/);
    expect(refusal({ STORAGE: 's3' })).toMatch(/^S3_BUCKET: is required with STORAGE=s3/);
  });
});

describe('production', () => {
  it('starts with everything set, with secure cookies and every key of the ring', () => {
    const config = readConfig(production, () => {
      throw new Error('production makes up no secret');
    });
    expect(config).toMatchObject({
      environment: 'production',
      host: '0.0.0.0',
      cookies: { secure: true, prefix: '__Host-' },
      keyRing: { active: 'k2' },
      brandedHostSuffix: '.portal.example.com',
      databaseOwnerUrl: null,
    });
    expect(Object.keys(config.keyRing.keys)).toEqual(['k2', 'k1']);
  });

  it.each(['MAIL', 'SMS', 'PAYMENTS', 'CRA', 'IDV'])(
    'refuses the sandbox of %s, said or by default',
    (name) => {
      expect(refusal({ ...production, [name]: 'sandbox' })).toMatch(
        new RegExp(`^${name}: the sandbox is refused`),
      );
      expect(refusal({ ...production, [name]: undefined })).toMatch(
        new RegExp(`^${name}: the sandbox is refused`),
      );
    },
  );

  it.each([
    'PUBLIC_URL',
    'DATABASE_URL',
    'BRANDED_HOST_SUFFIX',
    'KEY_RING',
    'LOOKUP_KEY',
    'SIGNING_KEY',
    'STORAGE',
    'CRA_WEBHOOK_SECRET',
    'ONFIDO_WEBHOOK_TOKEN',
  ])('does not start without %s', (name) => {
    expect(refusal({ ...production, [name]: undefined })).toMatch(
      new RegExp(`^${name}: is required in production`),
    );
  });

  it('names everything at once that is missing or wrong', () => {
    const { STRIPE_PUBLISHABLE_KEY, MAIL } = production;
    const lines = refusal({
      SHIELD_ENV: 'production',
      PORT: 'x',
      PAYMENTS: 'stripe',
      STRIPE_PUBLISHABLE_KEY,
      MAIL,
    });
    expect(
      lines.split('\n').map((line) =>
        line
          .split(/ (?:is|are|the)? ?/)
          .slice(0, 2)
          .join(' '),
      ),
    ).toEqual([
      'PORT: expected',
      ...['DATABASE_URL', 'PUBLIC_URL', 'BRANDED_HOST_SUFFIX', 'KEY_RING', 'LOOKUP_KEY', 'SIGNING_KEY'].map(
        (name) => `${name}: required`,
      ),
      'SMTP_URL: required',
      'SMS: sandbox',
      'SMS_FROM: required',
      'TWILIO_AUTH_TOKEN: required',
      'STORAGE: required',
      'STRIPE_SECRET_KEY: required',
      'STRIPE_WEBHOOK_SECRET: required',
      'CRA: sandbox',
      'CRA_WEBHOOK_SECRET: required',
      'IDV: sandbox',
      'ONFIDO_WEBHOOK_TOKEN: required',
    ]);
  });

  const zeros = Buffer.alloc(32).toString('base64');
  it.each([
    ['KEY_RING', `k1:${zeros}`],
    ['KEY_RING', `k1:${keyOf('first')},k2:${zeros}`],
    ['KEY_RING', `k1:${keyOf('first')},k1:${keyOf('second')}`],
    ['LOOKUP_KEY', 'a'.repeat(64)],
    ['LOOKUP_KEY', 'changemechangeme'],
    ['SIGNING_KEY', 'short-but-16-chr'],
    ['SIGNING_KEY', production.LOOKUP_KEY ?? ''],
    ['SIGNING_KEY', `${keyOf('signing')},${production.LOOKUP_KEY}`],
    ['SIGNING_KEY', `${keyOf('signing')},`],
    ['CRA_WEBHOOK_SECRET', '1111111111111111'],
    ['ONFIDO_API_TOKEN', '1111111111111111'],
    ['ONFIDO_WEBHOOK_TOKEN', '1111111111111111'],
  ])('does not start with the weak %s %s, and does not echo it', (name, value) => {
    const line = refusal({ ...production, [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: expected `));
    expect(line).not.toContain(value);
  });

  it('does not mix keys of Stripe’s test mode with live ones', () => {
    const line = refusal({ ...production, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' });
    expect(line).toMatch(/^STRIPE_PUBLISHABLE_KEY: expected a key of the same mode as STRIPE_SECRET_KEY/);
  });

  it('does not start on http', () => {
    expect(refusal({ ...production, PUBLIC_URL: 'http://portal.example.com' })).toMatch(
      /^PUBLIC_URL: expected https/,
    );
  });
});
