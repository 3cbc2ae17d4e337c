// Takes long: it starts and replaces web processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { ask } from '../app/server/ask.ts';
import { shield } from '../cli/terminal.ts';
import { openSite } from './site.ts';

const projectFolder = join(import.meta.dirname, '../..');

/** A portal in production that is set up, with web processes that share its port. */
async function startCluster(variables: Record<string, string> = {}) {
  const { folder, environment, owning, port } = await openSite();
  await shield(['build'], environment);
  expect(await shield(['db', 'migrate'], owning)).toMatchObject({ code: 0 });
  const file = join(folder, 'setup.json');
  writeFileSync(file, (await shield(['setup', '--example'], environment)).out);
  expect(await shield(['setup', '--from', file, '--accept-example'], environment)).toMatchObject({ code: 0 });
  const watching = spawn(process.execPath, [join(projectFolder, 'cli/shield.ts'), 'web'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...environment,
      WEB_CONCURRENCY: '2',
      LOG_LEVEL: 'error',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void watching.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface(watching.stdout).on('line', (line) => lines.push(line));
  const said = (text: string) => expect.poll(() => lines.join('\n'), { timeout: 180_000 }).toContain(text);
  await said('The web server is running');
  return { watching, port, lines, said };
}

/** The processes that serve, by what the system lists below the one that watches over them. */
async function childrenOf({ pid }: ChildProcess): Promise<number[]> {
  const listing = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  listing.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  await once(listing, 'close');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Asks for the log-in page again and again over connections that are kept, until it is ended. */
function load(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses: (number | string)[] = [];
  let ending = false;
  const one = () =>
    new Promise<number | string>((done) => {
      const headers = {
        host: 'portal.example.test',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.9',
      };
      const sent = request({ host: '127.0.0.1', port, path: '/login', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
        answer.on('error', (error) => done(error.message));
      });
      sent.on('error', (error) => done(error.message));
      sent.end();
    });
  const clients = Array.from({ length: 4 }, async () => {
    while (!ending) statuses.push(await one());
  });
  return {
    statuses,
    async end() {
      ending = true;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

test('all web processes are replaced at SIGHUP and one that dies is replaced, without a failed request', async () => {
  const metricsPort = await freePort();
  const { watching, port, said } = await startCluster({ METRICS_PORT: String(metricsPort) });
  await expect.poll(async () => (await childrenOf(watching)).length).toBe(2);
  const before = await childrenOf(watching);
  const running = load(port);
  while (running.statuses.length < 20) await pause(20);
  const { body: metrics } = await ask(metricsPort, '/metrics');
  const counted = metrics.match(
    /^shield_http_request_duration_seconds_count\{kind="page",route="\/login".* (\d+)$/m,
  );
  expect(Number(counted?.[1])).toBeGreaterThanOrEqual(20);
  expect(metrics).not.toContain('shield_queue_jobs');
  watching.kill('SIGHUP');
  await said('All web processes are new.');
  const after = await childrenOf(watching);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  const seen = running.statuses.length;
  while (running.statuses.length < seen + 20) await pause(20);
  await running.end();
  expect([...new Set(running.statuses)]).toEqual([200]);
  process.stdout.write(`${running.statuses.length} requests during the replacement, none failed\n`);

  process.kill(after[0] ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await childrenOf(watching)).filter((pid) => !after.includes(pid)).length)
    .toBe(1);
  expect((await ask(port, '/healthz')).status).toBe(200);

  const ended = once(watching, 'exit');
  watching.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(ask(port, '/healthz')).rejects.toThrow();
});

test('a web process says for a while that it stops, before it takes no more requests', async () => {
  const { watching, port } = await startCluster({ SHUTDOWN_DELAY: '3' });
  expect((await ask(port, '/readyz')).status).toBe(200);
  const ended = once(watching, 'exit');
  watching.kill('SIGTERM');
  await expect.poll(async () => (await ask(port, '/readyz')).status).toBe(503);
  const answer = await ask(port, '/readyz');
  expect(JSON.parse(answer.body)).toMatchObject({ failed: ['shutdown'] });
  expect(answer.headers.connection).toBe('close');
  expect(await ended).toEqual([0, null]);
});

test('the exit code of a process that does not start is that of the command', async () => {
  const { environment, port } = await openSite();
  const watching = spawn(process.execPath, [join(projectFolder, 'cli/shield.ts'), 'web'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...environment,
      WEB_CONCURRENCY: '2',
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
    },
    stdio: 'ignore',
  });
  expect(await once(watching, 'exit')).toEqual([69, null]);
  await expect(ask(port, '/healthz')).rejects.toThrow();
});
