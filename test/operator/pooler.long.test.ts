// Takes long: it runs other files of tests, through PgBouncer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECOND } from '#modules/platform/index.ts';
import { pooledUrl } from '#test/pooled-url.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from '../cli/terminal.ts';
import { findInstalled } from './installed.ts';
import { setUpSite, startMachine } from './machines.ts';
import { PlainBrowser } from './plain-browser.ts';
import { startPooler } from './pooler.ts';
import { register } from './registering.ts';
import { openSite, origin } from './site.ts';

const pgbouncer = findInstalled('pgbouncer');
const root = join(import.meta.dirname, '../..');

/**
 * What depends on the connection: transactions, locks, races, notifications, the queue, sweeps, sessions, money. Everything else runs
 * statements in the same ways.
 */
const chosen = [
  'test/platform/transaction.test.ts',
  'test/platform/lost-connection.test.ts',
  'test/platform/audit.test.ts',
  'test/identity/sessions.test.ts',
  'test/identity/login.test.ts',
  'test/identity/registration.test.ts',
  'test/enterprise/brands.test.ts',
  'test/enterprise/webhooks',
  'test/network/status.test.ts',
  'test/purchasing',
];

test.skipIf(!pgbouncer)(
  'what depends on the connection works through PgBouncer in transaction mode',
  // On a busy machine it takes as long as it takes.
  { timeout: 0 },
  async () => {
    const { databaseUrl } = await testPortal();
    const port = await startPooler(pgbouncer ?? '', databaseUrl);
    const begun = performance.now();
    const running = spawn(process.execPath, [join(root, 'node_modules/.bin/vitest'), 'run', ...chosen], {
      cwd: root,
      // Once: what many rounds find, they find without a pooler too.
      env: { ...process.env, TEST_POOLER: String(port), TEST_SET: 'default', RACE_ROUNDS: '1', KILLS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(running, 'close');
    expect(code, said).toBe(0);
    const [counts = ''] = /^.*Tests .*passed.*$/m.exec(said) ?? [];
    process.stdout.write(
      `Through PgBouncer in ${((performance.now() - begun) / SECOND).toFixed(0)} s:${counts}\n`,
    );
  },
);

test.skipIf(!pgbouncer)(
  'web and worker behind PgBouncer: somebody registers, and a new brand is shown at once',
  async () => {
    const site = await openSite();
    await setUpSite(site, 'Northgate');
    const databaseUrl = site.environment.DATABASE_URL ?? '';
    const port = await startPooler(pgbouncer ?? '', databaseUrl);
    const environment = {
      ...site.environment,
      DATABASE_URL: pooledUrl(databaseUrl, port),
      DATABASE_DIRECT_URL: databaseUrl,
      LOG_LEVEL: 'error',
    };
    const web = await startMachine('web', environment);
    const worker = await startMachine('worker', environment);
    const browser = new PlainBrowser(web.port, origin, '203.0.113.7');
    await register(browser, site.mailbox, 'ada@example.com');
    await browser.open('/forgotpassword');
    expect(browser.page.body).toContain('Northgate');
    await site.pool.query(`update portal_brand set company_name = 'Southgate'`);
    await expect
      .poll(async () => (await browser.get('/forgotpassword')).body, { timeout: 2 * SECOND })
      .toContain('Southgate');
    for (const each of [web, worker]) expect(await each.stop()).toBe(0);
  },
);

test.skipIf(!pgbouncer)(
  'doctor finds a pooler that LISTEN would go through, and one that lets statements run on',
  async () => {
    const portal = await testPortal();
    writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), {
      mode: 0o600,
    });
    const pooled = pooledUrl(portal.databaseUrl, await startPooler(pgbouncer ?? '', portal.databaseUrl));
    const doctor = async (environment: Record<string, string>) => {
      const { out } = await shield(['doctor', '--json'], {
        DATA_FOLDER: portal.config.dataFolder,
        ...environment,
      });
      return (JSON.parse(out) as { check: string }[]).find(({ check }) => check === 'pooler');
    };
    expect(await doctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: portal.databaseUrl })).toMatchObject({
      state: 'ok',
      found: 'LISTEN and the queue go around it',
    });
    expect(await doctor({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).toMatchObject({
      state: 'wrong',
      found: 'DATABASE_DIRECT_URL leads to a pooler',
    });
    expect(
      await doctor({ DATABASE_URL: portal.databaseUrl, DATABASE_DIRECT_URL: portal.databaseUrl }),
    ).toMatchObject({
      state: 'warning',
      found: 'no statement ends by itself behind the pooler',
    });
  },
);
