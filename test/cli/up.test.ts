import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { ask } from '../app/server/ask.ts';
import { freePort } from '../free-port.ts';
import { newInstallation } from './installation.ts';
import { shield, startShield } from './terminal.ts';

const site = newInstallation();

async function untilReady({ ended, err }: ReturnType<typeof startShield>): Promise<void> {
  let code: number | null = null;
  void ended.then((value) => {
    code = value;
  });
  for (let tries = 0; tries < 1_800; tries += 1) {
    const status = await ask(site.port, '/readyz').then(
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
  it('makes everything from nothing, serves, ends cleanly, and comes back with its data', async () => {
    // Takes long: it starts PostgreSQL and the whole portal in another process, twice.
    const { STRIPE_SANDBOX_PORT: _free, ...usual } = site.environment;
    const taken = createServer().listen(site.port + 1, '127.0.0.1');
    await once(taken, 'listening');
    const first = startShield(['up', '--no-demo'], usual);
    await untilReady(first);
    await eventually(() => expect(first.out()).not.toBe(''));
    expect(first.out()).toContain(`ShieldHub runs at http://localhost:${site.port} (development`);
    expect(first.out()).toContain('/dev/outbox');
    expect(first.out()).not.toContain('demo account');

    const elsewhere = { PORT: String(await freePort()), STRIPE_SANDBOX_PORT: String(await freePort()) };
    const second = await shield(['up'], { ...site.environment, ...elsewhere });
    expect(second).toMatchObject({ code: 75, out: '' });
    expect(second.err).toMatch(/^The data folder .* is in use by process \d+/);
    expect(await shield(['db', 'status'], site.environment)).toMatchObject({ code: 0 });

    // A command that is told the data folder alone finds the payment sandbox, which took another port.
    const { DATA_FOLDER } = site.environment;
    const reconciled = await shield(['payments', 'reconcile', '--since', '1d'], { DATA_FOLDER });
    expect(reconciled).toMatchObject({ code: 0, err: '' });

    first.end();
    expect(await first.ended).toBe(0);
    taken.close();
    await expect(ask(site.port, '/healthz')).rejects.toThrow();
    expect(existsSync(join(site.dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);

    const again = startShield(['up', '--no-demo'], site.environment);
    await untilReady(again);
    again.end();
    expect(await again.ended).toBe(0);
    expect(again.err()).not.toContain('Creating the database');
  });
});
