import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask } from '../app/server/ask.ts';
import { newInstallation } from './installation.ts';
import { shield, startShield } from './terminal.ts';

const site = newInstallation();

describe('shield up', () => {
  it.each(['PORT', 'STRIPE_SANDBOX_PORT'])(
    'tells that the port of %s is taken before it begins anything',
    async (name) => {
      const taken = createServer().listen(Number(site.environment[name]), '127.0.0.1');
      await new Promise((done) => taken.once('listening', done));
      const { code, err, out } = await shield(['up'], site.environment);
      expect({ code, err, out }).toEqual({
        code: 75,
        out: '',
        err: `Port ${site.environment[name]} is taken: stop what uses it, or set ${name}.`,
      });
      expect(existsSync(join(site.dataFolder, 'postgres'))).toBe(false);
      await new Promise((done) => taken.close(done));
    },
  );

  it('tells that the database cannot be reached', async () => {
    const { code, err } = await shield(['up'], {
      ...site.environment,
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
    });
    expect(code).toBe(69);
    expect(err).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached/);
    await expect(ask(site.port, '/healthz')).rejects.toThrow();
  });

  it.each([
    ['up --no-demo', 'SIGINT'],
    ['up --no-demo', 'SIGTERM'],
    ['web', 'SIGINT'],
    ['web', 'SIGTERM'],
    ['worker', 'SIGINT'],
    ['worker', 'SIGTERM'],
  ] as const)('%s of npm ends with %s to the first process alone', async (command, signal) => {
    if (command !== 'up --no-demo')
      expect(await shield(['db', 'migrate'], site.environment)).toMatchObject({ code: 0 });
    const npm = spawn('npm', ['run', 'shield', '--', ...command.split(' ')], {
      env: { ...process.env, ...site.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(npm, 'exit');
    const out = createInterface(npm.stdout);
    for await (const line of out)
      if (/^ShieldHub runs at|^The (web server|worker) is running/.test(line)) break;
    npm.kill(signal);
    expect(await ended).toEqual([0, null]);
    await expect(ask(site.port, '/healthz')).rejects.toThrow();
    await expect
      .poll(() => existsSync(join(site.dataFolder, 'postgres', 'postmaster.pid')), { timeout: 60_000 })
      .toBe(false);
  });

  it('ends at once when it is told to while it starts', async () => {
    const started = startShield(['up'], site.environment);
    await pause(300);
    started.end();
    expect(await started.ended).toBe(0);
    expect(existsSync(join(site.dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
