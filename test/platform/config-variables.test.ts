import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  ConfigError,
  type Environment,
  Faults,
  type Name,
  readVariables,
} from '#modules/platform/config-variables.ts';

function readAll(environment: Environment) {
  const faults = new Faults();
  const values = readVariables(environment, faults);
  faults.check();
  return values;
}
const read = (name: Name, value: string) => readAll({ [name]: value })[name];
const isTaken = (name: Name, value: string) => {
  try {
    return read(name, value) !== undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    // EX_CONFIG of sysexits(3), by which a supervisor knows that another start is no use.
    expect((error as ConfigError).exitCode).toBe(78);
    return false;
  }
};
/** Of those values of a variable that are given, the ones that it takes. */
const taken = (name: Name, values: string[]) => values.filter((value) => isTaken(name, value));

test.each<[Name, number, number]>([
  ['PORT', 1, 65_535],
  ['DATABASE_POOL', 2, 500],
  ['STRIPE_SANDBOX_PORT', 1, 65_535],
  ['PASSWORD_MEMORY', 8, 4_194_304],
  ['JOBS_CONCURRENCY', 1, 200],
  ['SHUTDOWN_TIMEOUT', 1, 600],
  ['SHUTDOWN_DELAY', 0, 300],
  ['WEB_CONCURRENCY', 1, 64],
])('%s is a whole number from %i to %i', (name, least, most) => {
  expect([read(name, String(least)), read(name, String(most))]).toEqual([least, most]);
  expect(taken(name, [String(least - 1), String(most + 1), `${least}.5`, `-${least}`])).toEqual([]);
});

test.each<[Name, string[]]>([
  ['SHIELD_ENV', ['development', 'production']],
  ['MAIL', ['sandbox', 'smtp', 'resend']],
  ['SMS', ['sandbox', 'twilio']],
  ['STORAGE', ['folder', 's3']],
  ['PAYMENTS', ['sandbox', 'stripe']],
  ['CRA', ['sandbox', 'https']],
  ['ADDRESS_SEARCH', ['none', 'sandbox', 'google']],
  ['IDV', ['sandbox', 'onfido']],
  ['ONFIDO_REGION', ['us', 'eu', 'ca']],
  ['LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']],
])('%s is one of %j', (name, words) => {
  expect(words.map((word) => read(name, word))).toEqual(words);
  expect(taken(name, ['other', ...words.map((word) => word.toUpperCase())])).toEqual([]);
});

/** A text of this length with so many different characters. */
const varied = (length: number, different = 10) => '0123456789abcdef'.slice(0, different).padEnd(length, '0');

test.each<[Name, number]>([
  ['TWILIO_AUTH_TOKEN', 16],
  ['CRA_API_KEY', 16],
  ['CRA_WEBHOOK_SECRET', 16],
  ['ONFIDO_API_TOKEN', 16],
  ['ONFIDO_WEBHOOK_TOKEN', 16],
  ['LOOKUP_KEY', 32],
  ['SIGNING_KEY', 32],
])('%s has at least %i characters, at most 4,096, and ten different ones', (name, least) => {
  expect(taken(name, [varied(least), varied(4096)])).toHaveLength(2);
  expect(taken(name, [varied(least - 1), varied(4097), varied(4096, 9)])).toEqual([]);
});

const key = (name: string) => createHash('sha256').update(name).digest('base64');
const flat = Buffer.alloc(32, varied(32, 9)).toString('base64');

test.each<[Name, string[], string[]]>([
  ['HOST', ['localhost', '0.0.0.0', '::'], ['portal.example.com', '0.0.0']],
  [
    'PUBLIC_URL',
    ['https://portal.example.com', 'http://localhost:3000/'],
    ['https://portal.example.com/?a', 'https://portal.example.com/#a', 'ftp://portal.example.com'],
  ],
  ['TRUSTED_PROXIES', ['10.0.0.0/8', '::/16'], ['10.0.0.0/', '10.0.0.0/7', '10.0.0.0/0008', '::/15']],
  ['DATABASE_URL', ['postgres://a@b/c', 'postgresql://a@b/c'], ['postgresx://a@b/c']],
  [
    'KEY_RING',
    [`k2:${key('b')}, k1:${key('a')}`, `${'k'.repeat(16)}:${key('a')}`],
    [`${'k'.repeat(17)}:${key('a')}`, `k1:${key('a')},k1:${key('b')}`, `k1:${key('a')},k2:${flat}`],
  ],
  ['SMTP_URL', ['smtp://mail:25', 'smtps://mail'], ['smtpx://mail']],
  ['STORAGE_FOLDER', ['f'], []],
  ['DATA_FOLDER', ['f'], []],
  ['S3_ENDPOINT', ['https://s3.example.com', 'http://localhost:9000'], ['s3.example.com']],
  ['S3_ACCESS_KEY_ID', ['abc'], ['ab']],
  ['S3_SECRET_ACCESS_KEY', ['12345678'], ['1234567']],
  ['CRA_URL', ['https://agency.example.com'], ['http://agency.example.com']],
  ...(['STRIPE_URL', 'ONFIDO_URL'] as const).map((name): [Name, string[], string[]] => [
    name,
    ['https://a.example.com', 'http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001'],
    [
      'http://a.example.com',
      'http://[::2]:3001',
      'https://a.example.com/path',
      'https://a.example.com/?a',
      'https://a.example.com/#a',
      'https://name@a.example.com',
    ],
  ]),
])('%s takes %j and refuses %j', (name, right, wrong) => {
  expect(taken(name, right)).toEqual(right);
  expect(taken(name, wrong)).toEqual([]);
});

test('space around a value does not count, and of a wrong one the first 80 characters are shown', () => {
  expect(read('PORT', ' 3000 ')).toBe(3000);
  expect(readAll({ PORT: ' ' })).toEqual({});
  const shown = `"${'x'.repeat(80)}"`;
  expect(() => readAll({ PORT: 'x'.repeat(90) })).toThrow(
    `PORT: expected a port from 1 to 65535, got ${shown}`,
  );
  expect(() => readAll({ LOOKUP_KEY: 'short' })).toThrow(/characters$/);
});
