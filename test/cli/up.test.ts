import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Environment } from '#modules/platform/index.ts';
import { ask } from '../app/server/ask.ts';
import { shield, startShield } from './terminal.ts';

let dataFolder: string;
let environment: Environment;
let port: number;

/** A free port, followed by another free one. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'shieldhub-up-'));
  chmodSync(dataFolder, 0o755);
  port = await freePort();
  environment = {
    DATA_FOLDER: dataFolder,
    PORT: String(port),
    STRIPE_SANDBOX_PORT: String(await freePort()),
  };
});

afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

async function untilReady({ ended, err }: ReturnType<typeof startShield>): Promise<void> {
  let code: number | null = null;
  void ended.then((value) => {
    code = value;
  });
  for (let tries = 0; tries < 1_800; tries += 1) {
    const status = await ask(port, '/readyz').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (code !== null) throw new Error(`ended with ${code}: ${err()}`);
    await pause(100);
  }
  throw new Error('not ready within three minutes');
}

describe('shield up', () => {
  it('makes everything from nothing, serves, ends cleanly, and comes back with its data', {
    timeout: 240_000,
  }, async () => {
    const first = startShield(['up', '--no-demo'], environment);
    await untilReady(first);
    await vi.waitUntil(() => first.out() !== '', 20_000);
    expect(first.out()).toContain(`ShieldHub runs at http://localhost:${port} (development`);
    expect(first.out()).toContain('/dev/outbox');

    const elsewhere = { PORT: String(await freePort()), STRIPE_SANDBOX_PORT: String(await freePort()) };
    const second = await shield(['up'], { ...environment, ...elsewhere });
    expect(second).toMatchObject({ code: 75, out: '' });
    expect(second.err).toMatch(/^The data folder .* is in use by process \d+/);
    expect(await shield(['db', 'status'], environment)).toMatchObject({ code: 0 });

    first.end();
    expect(await first.ended).toBe(0);
    await expect(ask(port, '/healthz')).rejects.toThrow();
    expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);

    const again = startShield(['up', '--no-demo'], environment);
    await untilReady(again);
    again.end();
    expect(await again.ended).toBe(0);
    expect(again.err()).not.toContain('Creating the database');
  });

  it.each(['PORT', 'STRIPE_SANDBOX_PORT'])(
    'tells that the port of %s is taken before it begins anything',
    async (name) => {
      const taken = createServer().listen(Number(environment[name]), '127.0.0.1');
      await new Promise((done) => taken.once('listening', done));
      const { code, err, out } = await shield(['up'], environment);
      expect({ code, err, out }).toEqual({
        code: 75,
        out: '',
        err: `Port ${environment[name]} is taken: stop what uses it, or set ${name}.`,
      });
      expect(existsSync(join(dataFolder, 'postgres'))).toBe(false);
      await new Promise((done) => taken.close(done));
    },
  );

  it('tells that the database cannot be reached', async () => {
    const { code, err } = await shield(['up'], {
      ...environment,
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
    });
    expect(code).toBe(69);
    expect(err).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached/);
    await expect(ask(port, '/healthz')).rejects.toThrow();
  });

  it('ends at once when it is told to while it starts', async () => {
    const started = startShield(['up'], environment);
    await pause(300);
    started.end();
    expect(await started.ended).toBe(0);
    expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
