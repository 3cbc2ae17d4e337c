// Takes long: each run opens a portal of its own, and one starts a server.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkDatabaseDisk, checkDisk } from '#cli/doctor/disk.ts';
import { checkClock, printFindings } from '#cli/doctor/index.ts';
import { checkCertificate, checkReachable, checkSender } from '#cli/doctor/network.ts';
import { judgeFailure, judgeReceivers } from '#cli/doctor/payments.ts';
import { type Environment, PaymentFailure, SECOND } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const portal = await testPortal();
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const doctor = async (environment: Environment = {}) => {
  const ran = await shield(['doctor', '--json'], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
    ...environment,
  });
  const found: { check: string; state: string; found: string; mend: string | null }[] = JSON.parse(ran.out);
  return { ...ran, of: (check: string) => found.filter((each) => each.check === check) };
};

it('finds nothing wrong with a portal that is well, and warns that no worker runs', async () => {
  const { code, of } = await doctor();
  expect(code).toBe(0);
  for (const check of [
    'configuration',
    'database',
    'database settings',
    'pooler',
    'replica',
    'migrations',
    'clock',
    'storage',
    'disk',
    'database disk',
    'keys',
    'mail',
    'payments',
  ])
    expect(of(check), check).toMatchObject([{ state: 'ok', mend: null }]);
  expect(of('queue')).toMatchObject([{ state: 'warning', mend: 'shield worker' }]);
});

it.each([
  [-30, 'wrong', 1],
  [30, 'wrong', 1],
  [3, 'warning', 0],
])(
  'says that the clock of this machine is %d seconds apart from the database: %s',
  async (seconds, state, status) => {
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * SECOND);
    try {
      const { code, of } = await doctor();
      expect(code).toBe(status);
      expect(of('clock')).toEqual([
        {
          check: 'clock',
          state,
          found: expect.stringMatching(/^\d+\.\d s apart from the database$/),
          mend: 'Set the clocks of both machines with NTP.',
        },
      ]);
    } finally {
      clock.mockRestore();
    }
  },
);

it('takes an answer of the database that comes late for no clock that is wrong', async () => {
  const late = 20 * SECOND;
  const now = Date.now;
  let asked = 0;
  // The first look is when the question is sent, each later one when its answer is there.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - (asked++ === 0 ? late : 0));
  try {
    expect(await checkClock(portal)).toMatchObject({ state: 'ok' });
  } finally {
    clock.mockRestore();
  }
});

it('says which events a webhook endpoint of Stripe lacks', () => {
  const url = 'https://portal.example.com/hooks/stripe';
  const judge = (...receivers: Parameters<typeof judgeReceivers>[1]) => judgeReceivers(url, receivers);
  expect(judge()).toMatchObject({ state: 'wrong', found: `Stripe sends no events to ${url}` });
  expect(judge({ url, enabled: false, events: ['*'] })).toMatchObject({
    state: 'wrong',
    found: `The webhook endpoint ${url} is disabled`,
  });
  const lacking = judge({ url, enabled: true, events: ['payment_intent.succeeded'] });
  expect(lacking.state).toBe('wrong');
  expect(lacking.found).toContain('charge.dispute.created');
  expect(lacking.found).not.toContain('payment_intent.succeeded');
  expect(judge({ url, enabled: true, events: ['*'] })).toMatchObject({ state: 'ok' });
  expect(judge({ url: 'https://elsewhere.example.com', enabled: true, events: ['*'] }).state).toBe('wrong');
});

it('tells a network without a way to Stripe from a key that Stripe refuses', () => {
  expect(judgeFailure(new PaymentFailure('unavailable', 'no connection'))).toEqual({
    state: 'wrong',
    found: 'Stripe does not answer: no connection',
    mend: 'Check that this machine can reach api.stripe.com.',
  });
  expect(judgeFailure(new PaymentFailure('unauthorized', 'Invalid API Key')).mend).toContain(
    'STRIPE_SECRET_KEY',
  );
  expect(() => judgeFailure(new TypeError('planted'))).toThrow('planted');
});

it('names the mail server that cannot be reached, why, and the variable to look at', async () => {
  const { code, of } = await doctor({ MAIL: 'smtp', SMTP_URL: 'smtp://user:secret@127.0.0.1:1' });
  expect(code).toBe(1);
  expect(of('mail')).toEqual([
    {
      check: 'mail',
      state: 'wrong',
      found: '127.0.0.1:1: The mail server cannot be reached (ESOCKET)',
      mend: 'Check SMTP_URL, and that this machine can reach 127.0.0.1:1.',
    },
  ]);
});

it('says what the role of the portal may do that it should not', async () => {
  const { of } = await doctor();
  expect(of('database role')).toMatchObject([{ state: 'ok', found: expect.stringContaining('no tables') }]);
  const owner = await doctor({ DATABASE_URL: portal.ownerUrl });
  expect(owner.of('database role')).toMatchObject([
    { state: 'warning', found: expect.stringContaining('may change tables') },
  ]);
});

it('prints what to type below the table', async () => {
  const { out } = await shield(['doctor'], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
  });
  expect(out).toMatch(/^queue +warning +no worker runs, 0 jobs failed$/m);
  expect(out).toMatch(/^queue: shield worker$/m);
});

it('says the whole of what is wrong below a table that a narrow terminal cuts', () => {
  const found = 'KEY_RING lacks 2026-01 (1204 values), 2026-02 (17 values)';
  const lines: string[] = [];
  printFindings({ columns: 50, out: (line) => lines.push(line) }, [
    { check: 'keys', state: 'wrong', found, mend: 'Put the key back in KEY_RING.' },
    { check: 'queue', state: 'warning', found: 'no worker runs, 0 jobs failed', mend: 'shield worker' },
  ]);
  expect(lines.slice(2)).toEqual([
    'keys   wrong    KEY_RING lacks 2026-01 (1204 valu…',
    'queue  warning  no worker runs, 0 jobs failed',
    `keys: ${found}`,
    'keys: Put the key back in KEY_RING.',
    'queue: shield worker',
  ]);
});

it('names every fault of the configuration, and a database out of reach', async () => {
  const faulty = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(faulty.code).toBe(1);
  expect(faulty.of('configuration').map(({ found }) => found.split(':')[0])).toEqual(['PORT', 'LOG_LEVEL']);
  const nowhere = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(nowhere).toMatchObject({ code: 1 });
  expect(nowhere.of('database')).toMatchObject([{ state: 'wrong' }]);
});

it('says what is wrong with the queue and the storage, and what mends it', async () => {
  await portal.pool.query(
    `select graphile_worker.add_job('test.stuck', run_at => now() - interval '20 minutes')`,
  );
  onTestFinished(async () => {
    await portal.pool.query('delete from graphile_worker._private_jobs');
  });
  const { of } = await doctor({ STORAGE: 'folder', STORAGE_FOLDER: '/proc/no-such-folder' });
  expect(of('queue')).toMatchObject([{ state: 'wrong', found: expect.stringContaining('20 minutes') }]);
  expect(of('storage')).toMatchObject([{ state: 'wrong', mend: expect.stringContaining('STORAGE') }]);
});

it('says which disk is full: of the files, and of PostgreSQL', async () => {
  const storage = { kind: 'folder', folder: join(portal.config.dataFolder, 'not/made/yet') } as const;
  const full = await checkDisk({ storage }, Number.MAX_VALUE);
  expect(full.state).toBe('warning');
  expect(full.found).toContain(`GB free in ${storage.folder}`);
  expect(await checkDisk({ storage }, 1)).toMatchObject({ state: 'ok' });
  expect(await checkDatabaseDisk(portal, `do $$ begin raise sqlstate '53100'; end $$`)).toMatchObject({
    state: 'wrong',
    found: 'The disk of PostgreSQL is full',
  });
  await expect(checkDatabaseDisk(portal, 'select 1 / 0')).rejects.toThrow('division by zero');
});

it('sees whether a service answers, and a certificate that no browser trusts', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  expect(await checkReachable(`http://127.0.0.1:${port}/api`)).toMatchObject({
    state: 'ok',
    found: `127.0.0.1:${port} answers (404); the key was not tried`,
  });
  await expect(checkReachable('http://127.0.0.1:1')).rejects.toThrow('127.0.0.1:1 does not answer: ');
  // It speaks no TLS.
  expect(await checkCertificate(`https://localhost:${port}`)).toMatchObject({ state: 'wrong' });
  expect(await checkCertificate('http://localhost:3000')).toMatchObject({ state: 'ok' });
});

it('warns of a sender whose domain does not say that its mails are ours', async () => {
  expect(await checkSender('shieldhub.invalid')).toMatchObject({ state: 'warning' });
});
