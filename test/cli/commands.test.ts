import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '#migrations/index.ts';
import { type Environment, readConfig } from '#modules/platform/index.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '#test/database.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

let database: TestDatabase;
let environment: Environment;
const dataFolder = mkdtempSync(join(tmpdir(), 'shieldhub-cli-'));

beforeAll(async () => {
  database = await cloneDatabase();
  environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_FOLDER: dataFolder,
  };
});

afterAll(async () => {
  await database.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('the command line', () => {
  it('explains itself', async () => {
    const { code, out } = await shield(['--help'], environment);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: shield/);
    for (const name of ['up', 'web', 'worker', 'db', 'clock', 'outbox', 'jobs'])
      expect(out).toContain(`\n  ${name} `);
  });

  it.each([
    [['fly']],
    [['db', 'fly']],
    [['outbox', 'list', '--channel', 'pigeon']],
    [['jobs', 'list', '--limit', '0']],
  ])('says what is wrong with %j', async (words) => {
    const { code, err, out } = await shield(words, environment);
    expect(code).toBe(64);
    expect(err).toMatch(/^error: /);
    expect(out).toBe('');
  });

  it('tells everything that is wrong with the configuration, with a line for each variable', async () => {
    expect(await shield(['jobs'], { ...environment, PORT: 'x', LOG_LEVEL: 'loud' })).toEqual({
      code: 78,
      out: '',
      err: [
        'PORT: expected a port from 1 to 65535, got "x"',
        'LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent, got "loud"',
      ].join('\n'),
    });
  });

  it('tells a database out of reach in one line', async () => {
    const nowhere = { ...environment, DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none' };
    const { code, err } = await shield(['db', 'status'], nowhere);
    expect(code).toBe(69);
    expect(err).toMatch(
      /^The database at 127\.0\.0\.1:1 cannot be reached as nobody: .*ECONNREFUSED.*\. Check DATABASE_URL and/,
    );
    expect(err).not.toContain('secret-word');
  });
});

it('what runs before the migrations says so, and the doctor as well', async () => {
  const empty = await emptyDatabase();
  try {
    const at = { ...environment, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl };
    expect(await shield(['jobs', 'list'], at)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database lacks what this release needs: .+\. Run: shield db migrate$/),
    });
    const { code, out } = await shield(['doctor', '--json'], at);
    expect({ code, found: JSON.parse(out) }).toEqual({
      code: 1,
      found: [{ check: 'migrations', state: 'wrong', found: expect.any(String), mend: 'shield db migrate' }],
    });
  } finally {
    await empty.drop();
  }
});

describe('shield db', () => {
  it('brings an empty database up, tells what has run, and takes the newest back', async () => {
    const empty = await emptyDatabase();
    try {
      // In production, these commands need no other variable.
      const at: Environment = {
        SHIELD_ENV: 'production',
        DATABASE_URL: empty.url,
        DATABASE_OWNER_URL: empty.ownerUrl,
      };
      expect(await shield(['db', 'status', '--json'], at)).toMatchObject({ code: 1 });
      const migrated = await shield(['db', 'migrate'], at);
      expect(migrated).toMatchObject({
        code: 0,
        out: migrations.map(({ name }) => `migrated ${name}`).join('\n'),
      });
      expect(await shield(['db', 'migrate'], at)).toMatchObject({
        code: 0,
        out: 'The database is up to date.',
      });
      expect(await shield(['db', 'status'], at)).toMatchObject({ code: 0 });

      expect(await shield(['db', 'rollback'], at)).toMatchObject({ code: 64, out: '' });
      const newest = migrations.at(-1)?.name ?? '';
      expect(await shield(['db', 'rollback', '--yes'], at)).toMatchObject({
        code: 0,
        out: `reverted ${newest}`,
      });
      const states = JSON.parse((await shield(['db', 'status', '--json'], at)).out);
      expect(states.at(-1)).toEqual({ name: newest, executedAt: null });
      expect(await shield(['db', 'migrate'], at)).toMatchObject({ code: 0, out: `migrated ${newest}` });
    } finally {
      await empty.drop();
    }
  });

  it('lets two processes migrate at once', async () => {
    const empty = await emptyDatabase();
    try {
      const at = { ...environment, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl };
      const both = await Promise.all([shield(['db', 'migrate'], at), shield(['db', 'migrate'], at)]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      expect(both.filter(({ out }) => out === 'The database is up to date.')).toHaveLength(1);
    } finally {
      await empty.drop();
    }
  });
});

describe('shield clock', () => {
  it('shows and moves the clock of the database', async () => {
    const before = JSON.parse((await shield(['clock', '--json'], environment)).out);
    expect(before.aheadMs).toBeLessThan(1000);
    const advanced = await shield(['clock', 'advance', '45d12h'], environment);
    expect(advanced.code).toBe(0);
    const after = JSON.parse((await shield(['clock', 'show', '--json'], environment)).out);
    expect(after.aheadMs).toBeGreaterThan(45.5 * 86_400_000 - 1000);
    expect((await shield(['clock'], environment)).out).toContain('45 d 12 h ahead');
  });

  it.each(['45', '-1d', '0d', '1w', 'tomorrow'])('does not understand %j', async (time) => {
    expect((await shield(['clock', 'advance', '--', time], environment)).code).toBe(64);
  });
});

describe('shield jobs', () => {
  it('lists an empty queue', async () => {
    const { code, out } = await shield(['jobs', 'list', '--json'], environment);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ waiting: [], jobs: [] });
  });
});

it('new keys are what the portal takes, and never the same', async () => {
  const made = async () => {
    const { code, out } = await shield(['keys', 'new'], {});
    expect(code).toBe(0);
    return Object.fromEntries(out.split('\n').map((line) => line.split(/=(.*)/s)));
  };
  const [one, other] = [await made(), await made()];
  expect(Object.keys(one)).toEqual(['KEY_RING', 'LOOKUP_KEY', 'SIGNING_KEY', 'BACKUP_KEY']);
  for (const name of Object.keys(one)) expect(one[name]).not.toBe(other[name]);
  const { keyRing, lookupKey } = readConfig(
    { ...one, KEY_RING: `${other.KEY_RING},${one.KEY_RING}` },
    () => testSecrets,
  );
  expect(keyRing.active).toBe(other.KEY_RING.split(':')[0]);
  expect(Object.keys(keyRing.keys)).toHaveLength(2);
  expect(lookupKey).toBe(one.LOOKUP_KEY);
});
